import { mayBeBuiltIn, mayBeRead } from "./may-reach.ts";
import type { LoadedCode } from "./trial.ts";
import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { attempt, inside, readRegular, type Warning } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import {
  type Commit,
  contentText,
  filesIn,
  filesThatDiffer,
  isLockfile,
  linesThatDiffer,
} from "@deadheat/versions";

/** The answer whether a comparison of two revisions covers the change between them. */
export interface Tested {
  /** The reason why the comparison tests nothing; null if it does, or if no loaded file has changed. */
  readonly problem: string | null;
  /** The warning for the reader; null if there is none. */
  readonly note: Warning | null;
}

/**
 * Finds out whether a comparison of two revisions misses the change between them: a file that the servers load differs
 * between the revisions, and yet both servers loaded the same content. Whatever the reason, such a comparison tests
 * nothing, and its ratio of 1 means nothing.
 */
export async function tested(pair: Pair<LoadedCode>): Promise<Tested> {
  const [base, next] = [pair.base.side.revision, pair.new.side.revision];
  if (base === null || next === null || base.id === next.id) return { problem: null, note: null };
  const unseen = [pair.base, pair.new].find(({ loaded }) => loaded === null);
  if (unseen !== undefined) {
    const facts = { server: unseen.side.name };
    return { problem: null, note: { code: "files-unseen", facts } };
  }
  if (!isDeepStrictEqual(contentOf(pair.base), contentOf(pair.new))) {
    return { problem: null, note: null };
  }
  const differing = await filesThatDiffer(base, next);
  const changed = await changedAndLoaded(pair, { base, new: next }, differing);
  if (changed === null) {
    const isData = differing.some(mayBeRead);
    return { problem: null, note: isData ? null : { code: "change-not-loaded", facts: {} } };
  }
  const problem =
    `${changed} between ${base.name} and ${next.name}, but both servers loaded the same code.\n` +
    "To load each side's own file, add --app-from each. If it is built, add --setup with the build command, such as " +
    '--setup "npm run build". To measure anyway, add --aa.';
  return { problem, note: null };
}

/** Returns the names, versions and contents of all packages that a side loaded, without their paths. */
function contentOf({ loaded }: LoadedCode): string[] {
  return (loaded?.packages ?? [])
    .map(({ name, version, sha256 }) => `${name} ${version} ${sha256}`)
    .toSorted();
}

/** Returns a change in the code that the servers load, as the beginning of a sentence; null if there is none. */
async function changedAndLoaded(
  pair: Pair<LoadedCode>,
  { base, new: next }: Pair<Commit>,
  differing: readonly string[],
): Promise<string | null> {
  const loaded = new Set([pair.base, pair.new].flatMap(ownFiles));
  const sources = [...loaded].flatMap((path) => [
    ...sourcesOf(pair.base.side.root, path),
    ...sourcesOf(pair.new.side.root, path),
  ]);
  const known = new Set([...loaded, ...sources]);
  const direct = differing.find((path) => known.has(path));
  if (direct !== undefined) return `${direct} differs`;
  const packages = new Set(
    [pair.base, pair.new].flatMap(({ loaded: of }) => of?.packages ?? []).map(({ name }) => name),
  );
  for (const path of differing.filter(isLockfile)) {
    const changed = (await changedPackages(base, next, path)).find((name) => packages.has(name));
    if (changed !== undefined) return `${changed} differs in ${path}`;
  }
  const patch = differing.find((path) => [...packages].some((name) => patches(path, name)));
  if (patch !== undefined) return `${patch} differs`;
  // A file that is in neither commit was built or placed there, and may be built from any changed source.
  const [there, here] = [await filesIn(base), await filesIn(next)];
  const built = [...loaded].find((path) => !there.has(path) || !here.has(path));
  const source = built === undefined ? undefined : differing.find(mayBeBuiltIn);
  return source === undefined ? null : `${source}, from which ${built} may be built, differs`;
}

/** Returns whether a file is a patch of a package. patch-package calls it `@scope+name+1.0.0.patch`, and a script applies it. */
function patches(path: string, name: string): boolean {
  return path.endsWith(".patch") && basename(path).startsWith(`${name.replace("/", "+")}+`);
}

/** Returns the paths of the files that a side loaded from its checkout, without node_modules; a placed copy has the app's path too. */
export function ownFiles({ side, loaded }: LoadedCode): string[] {
  const root = realpathSync(side.root);
  const placed = side.program.kind === "file" ? realpathSync(side.program.file) : null;
  return (loaded?.files ?? []).flatMap((file) => {
    const path = relative(root, file).split(sep);
    if (!inside(file, root) || path.includes("node_modules")) return [];
    return [...(file === placed && side.app !== null ? [side.app] : []), path.join("/")];
  });
}

const LARGEST_MAP = 50e6;
const mapSchema = v.object({
  sources: v.array(v.string()),
  sourceRoot: v.optional(v.string(), ""),
});

/** Returns the paths of the sources that a file's source map names, relative to the root. */
export function sourcesOf(root: string, path: string): string[] {
  const map = join(root, `${path}.map`);
  const read = () => JSON.parse(String(readRegular(map, LARGEST_MAP)));
  const found = v.safeParse(mapSchema, attempt(read));
  if (!found.success) return [];
  const { sources, sourceRoot } = found.output;
  const from = resolve(dirname(map), sourceRoot);
  return sources.map((source) => relative(root, resolve(from, source)).split(sep).join("/"));
}

async function changedPackages(base: Commit, other: Commit, path: string): Promise<string[]> {
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
