import npa from "npm-package-arg";
import { attempt, readRegular, UsageError } from "@deadheat/journal";

const LARGEST = 100_000_000;

/**
 * The name of a program that does not exist. As npm's `git`, it keeps an npm before 11.10, which has no option for that, from
 * cloning anything.
 */
export const NO_GIT = "git-needs-allow-git";

export function wouldComeFromGit(what: string): UsageError {
  return new UsageError(
    `${what} would come from git, whose settings can run programs. Add --allow-git if you trust them.`,
  );
}

/**
 * Makes sure that npm's lockfile takes no package from git, also none that another package depends on.
 * @param allowed the names of direct dependencies that may come from git
 * @throws UsageError that names the packages
 */
export function refuseGit(lockfile: string, name: string, allowed: readonly string[] = []): void {
  const content = readRegular(lockfile, LARGEST);
  if (content === null) return;
  const may = new Set(allowed.map((own) => `node_modules/${own}`));
  const fromGit = packagesIn(attempt(() => JSON.parse(content.toString("utf8")))).filter(
    ([path, address]) => isGit(address) && !may.has(path),
  );
  if (fromGit.length === 0) return;
  const names = fromGit.map(([path]) => path.replace(/^.*node_modules\//, ""));
  throw wouldComeFromGit(`${[...new Set(names)].join(", ")} of ${name}`);
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the paths and addresses of all packages. npm says what is wrong with a lockfile that it cannot read. */
function packagesIn(lockfile: unknown): (readonly [path: string, address: string])[] {
  const found: (readonly [string, string])[] = [];
  const add = (path: string, address: unknown) => {
    if (typeof address === "string") found.push([path, address]);
  };
  for (const [path, entry] of entriesOf(fieldsOf(lockfile).packages)) {
    // npm takes `resolved` of a workspace package for a folder, whatever else it looks like.
    if (entry.link !== true) add(path, entry.resolved);
  }
  // Version 1 and 2: a package from git has its address as its version.
  const nested = (dependencies: unknown, below: string) => {
    for (const [name, entry] of entriesOf(dependencies)) {
      const path = `${below}node_modules/${name}`;
      add(path, /^\d/.test(String(entry.version)) ? undefined : entry.version);
      nested(entry.dependencies, `${path}/`);
    }
  };
  nested(fieldsOf(lockfile).dependencies, "");
  return found;
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

const entriesOf = (value: unknown): (readonly [string, Fields])[] =>
  Object.entries(fieldsOf(value)).map(([name, entry]) => [name, fieldsOf(entry)]);

function isGit(address: string): boolean {
  const type = attempt(() => npa(`package@${address}`).type);
  return type === null || type === "git";
}
