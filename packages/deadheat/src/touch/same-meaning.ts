import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { attempt, inside, readRegular } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { contentText, filesThatDiffer, type Commit } from "@deadheat/versions";
import { documentsAmong } from "../provenance/documents.ts";
import type { Loaded, LoadedCode } from "../provenance/trial.ts";
import { ownFiles, sourcesOf } from "../provenance/tested.ts";
import { meaningOf } from "./meaning.ts";

const LARGEST_SOURCE = 20_000_000;
/** The names of tests and declarations, which no server runs unless it has loaded them. */
const ASIDE =
  /^(?:packages\/[^/]+\/)?tests?\/.*\.[cm]?[jt]sx?$|(?:^|\/)__tests__\/.*\.[cm]?[jt]sx?$|\.(?:test|spec)\.[cm]?[jt]sx?$|\.d\.[cm]?ts$/;
/** A source of types may never be loaded. Any other script that is not loaded may be sent to browsers, byte by byte. */
export const TYPED = /\.[cm]?ts$/;

/**
 * Returns the files that differ between two revisions if none of the differences can be run: comments, types, tests and
 * documents. Whatever a server may read, load later or be built from counts as a change.
 * @returns null if anything else differs, if nothing does, or if the loaded files are unknown
 */
export async function onlyMeaningless(pair: Pair<LoadedCode>): Promise<readonly string[] | null> {
  const { base, new: next } = pair;
  const [before, after] = [base.side.revision, next.side.revision];
  if (before === null || after === null || base.loaded === null || next.loaded === null)
    return null;
  if (!startsAlike(pair) || !loadsAlike(pair)) return null;
  const { differing, relevant, loaded, sources } = await differingFiles(pair, before, after);
  for (const path of relevant) {
    if (!loaded.has(path) && !TYPED.test(path)) return null;
    // Its build is loaded, and means the same. Decorators, for example, only a compiler can read.
    if (!loaded.has(path) && sources.has(path)) continue;
    if (!(await meansTheSame(before, after, path))) return null;
  }
  return differing.length > 0 ? differing : null;
}

/** The files that differ between two revisions, as paths from the root. */
interface DifferingFiles {
  readonly differing: readonly string[];
  /** The files without documents, and without tests and declarations that no server has loaded. */
  readonly relevant: readonly string[];
  /** The files that a server has loaded, and those that the source maps of these name. */
  readonly loaded: ReadonlySet<string>;
  readonly sources: ReadonlySet<string>;
}

export async function differingFiles(
  { base, new: next }: Pair<LoadedCode>,
  before: Commit,
  after: Commit,
): Promise<DifferingFiles> {
  const differing = await filesThatDiffer(before, after);
  const documents = await documentsAmong({ base: before, new: after }, differing);
  const loaded = new Set([base, next].flatMap(ownFiles));
  const sources = new Set(
    [base, next].flatMap((one) => ownFiles(one).flatMap((path) => sourcesOf(one.side.root, path))),
  );
  const relevant = differing.filter(
    (path) => !documents.has(path) && !(ASIDE.test(path) && !loaded.has(path)),
  );
  return { differing, relevant, loaded, sources };
}

export async function meansTheSame(base: Commit, next: Commit, path: string): Promise<boolean> {
  const [one, two] = [await contentText(base, path), await contentText(next, path)];
  // A file that only one side has means nothing if it holds nothing that runs.
  const [a, b] = [meaningOf(one ?? "", path), meaningOf(two ?? "", path)];
  return a !== null && a === b;
}

/** Returns whether both sides are started in the same way, on the same runtime, with the same environment. */
export function startsAlike({ base: { side: a }, new: { side: b } }: Pair<LoadedCode>): boolean {
  const wayOf = ({
    program,
    runtime,
    found,
    env,
    app,
    cwd,
    root,
    scripts,
    starter,
    built,
  }: typeof a) => ({
    program: program.kind === "command" ? program : program.kind,
    runtime,
    found,
    env,
    app,
    starter,
    built,
    scripts,
    cwd: relative(root, cwd),
  });
  return isDeepStrictEqual(wayOf(a), wayOf(b));
}

/** Returns whether both sides loaded the same packages and files, each file with the same meaning. */
function loadsAlike(pair: Pair<LoadedCode>): boolean {
  if (!hasSamePackages(pair)) return false;
  const [one, two] = [filesOf(pair.base), filesOf(pair.new)];
  if (one.size !== two.size) return false;
  return [...one].every(([name, file]) => {
    const other = two.get(name);
    return other !== undefined && isAlike(file, other);
  });
}

/** Returns whether two loaded files have the same meaning. */
export function isAlike(file: string, other: string): boolean {
  if (file === other) return true;
  const [a, b] = [readRegular(file, LARGEST_SOURCE), readRegular(other, LARGEST_SOURCE)];
  if (a === null || b === null) return false;
  if (a.equals(b)) return true;
  const meaning = meaningOf(String(a), file);
  return meaning !== null && meaning === meaningOf(String(b), other);
}

/**
 * Returns whether both sides loaded the same packages. Without a lockfile, two installs can have other versions. What a
 * package reads, such as a wasm file, is then other too.
 */
export function hasSamePackages({ base, new: next }: Pair<LoadedCode>): boolean {
  return isDeepStrictEqual(versionsIn(base.loaded), versionsIn(next.loaded));
}

function versionsIn(loaded: Loaded | null): readonly unknown[] {
  return loaded?.packages.map(({ name, version, path }) => [name, version, path]) ?? [];
}

/** Returns the loaded files by their names, which are the same on both sides. */
export function filesOf({ side, loaded }: LoadedCode): Map<string, string> {
  const root = attempt(() => realpathSync(side.root)) ?? side.root;
  const { program } = side;
  const placed = program.kind === "file" ? attempt(() => realpathSync(program.file)) : null;
  return new Map(
    (loaded?.files ?? []).map((file) => {
      if (file === placed && side.app !== null) return [join(".", side.app), file];
      return [inside(file, root) ? relative(root, file).split(sep).join("/") : file, file];
    }),
  );
}
