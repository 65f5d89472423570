import { basename } from "node:path/posix";
import { contentText, linesThatDiffer, type Commit } from "@deadheat/versions";

const LOCKFILES = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
]);

export function isLockfile(path: string): boolean {
  return LOCKFILES.has(basename(path));
}

/** Returns the names of the packages whose entries in a lockfile differ between two commits. */
export async function changedPackages(
  base: Commit,
  other: Commit,
  path: string,
): Promise<string[]> {
  if (path.endsWith(".json")) {
    const [before, after] = [await npmEntries(base, path), await npmEntries(other, path)];
    const names = new Set([...before.keys(), ...after.keys()]);
    return [...names].filter((name) => before.get(name) !== after.get(name));
  }
  const lines = await linesThatDiffer(base, other, path);
  return [...new Set(lines.flatMap(namesIn))];
}

/**
 * Returns the packages that a line of a lockfile names. pnpm, Bun and Yarn 2 write `name@version`. Yarn 1 has the name in
 * the address of the tarball.
 */
function namesIn(line: string): string[] {
  const names = line.matchAll(/(?:^|[\s"'/(,])((?:@[\w.-]+\/)?[\w.-]+)@(?=[\w^~*<>=v])/g);
  const tarballs = line.matchAll(/\/((?:@[\w.-]+(?:\/|%2f))?[\w.-]+)\/-\//gi);
  return [...names, ...tarballs].map(([, name = ""]) => name.replace(/%2f/i, "/"));
}

/** Returns the entries of npm's lockfile by name. Several entries of one name are joined. */
async function npmEntries(commit: Commit, path: string): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  const add = (name: string, entry: unknown) =>
    entries.set(name, `${entries.get(name) ?? ""}${JSON.stringify(entry)}`);
  try {
    const { packages, dependencies } = JSON.parse((await contentText(commit, path)) ?? "{}");
    for (const [place, entry] of Object.entries<{ name?: string }>(packages ?? {})) {
      const at = place.lastIndexOf("node_modules/");
      if (at >= 0) add(entry.name ?? place.slice(at + "node_modules/".length), entry);
    }
    if (packages === undefined) {
      for (const [name, entry] of Object.entries(dependencies ?? {})) add(name, entry);
    }
  } catch {
    // The package manager rejects a lockfile that cannot be read.
  }
  return entries;
}
