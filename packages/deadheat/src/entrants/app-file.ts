import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, relative, resolve, sep } from "node:path";
import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { contentId, isIgnored, movedFiles, type Commit } from "@deadheat/versions";

/** The sources of the app for revisions: each revision's own, or the new one's or the working tree's for both. */
export const appSources = ["each", "new", "tree"] as const;
export type AppSource = (typeof appSources)[number];

/** The file that a revision is started with. */
export interface AppFile {
  /** The path of the file from the root of the repository, with slashes. */
  readonly path: string;
  readonly origin: Origin;
}

/** The place that a revision gets its app from. */
export type Origin =
  /** The revision has the file, or `--setup` builds it. */
  | { readonly kind: "own" }
  /** The file of another revision is placed. */
  | { readonly kind: "revision"; readonly commit: Commit }
  /** The user's file is placed. Without `always`, it is placed only if the revision has none after `--setup`. */
  | { readonly kind: "tree"; readonly file: string; readonly always: boolean };

/** The server file that the user named, and the rules that decide where each revision gets the file from. */
interface WantedApp {
  /** The absolute path of the file, seen from the user's working folder. */
  readonly file: string;
  readonly source: AppSource;
  /** Whether a command is run in each checkout first, which may build the file. */
  readonly built: boolean;
  readonly cwd: string;
}

/**
 * Finds the file that each of two revisions is started with; null for a side that is not a revision.
 * @returns the files, and notes about the origin of each file unless both sides have the same file
 * @throws UsageError if a side would have no file, before anything is checked out
 */
export async function appFiles(
  wanted: WantedApp,
  { base, new: next }: Pair<Commit | null>,
): Promise<Pair<AppFile | null> & { readonly notes: readonly string[] }> {
  const commit = (next ?? base) as Commit;
  const here = await inRepository(wanted, commit);
  if (wanted.source === "tree") {
    const file = placedFrom(here, true);
    const of = (side: Commit | null) => (side === null ? null : file);
    const notes = [`every revision is measured with the working tree's ${here.path}.`];
    return { base: of(base), new: of(next), notes };
  }
  const moves = base === null || next === null ? null : await movedFiles(base, next);
  const before = await own(here, base, [...(moves ?? [])].find(([, to]) => to === here.path)?.[0]);
  const after = await own(here, next, moves?.get(here.path));
  if (wanted.source === "new" && next !== null) {
    const file = after === null ? missing(here, next, base, null) : OWN(after.path);
    const placed = file.origin.kind === "own" ? { ...file, origin: from(next) } : file;
    const notes =
      before?.id === after?.id && before !== null ? [] : [newNote(here.path, base, next)];
    return { base: base && placed, new: file, notes: base === null ? [] : notes };
  }
  const sideOf = (found: Found | null, side: Commit | null, elsewhere: Found | null) =>
    side &&
    (found === null
      ? missing(here, side, base === side ? next : base, elsewhere)
      : OWN(found.path));
  const sides = { base: sideOf(before, base, after), new: sideOf(after, next, before) };
  return {
    ...sides,
    notes: eachNotes(here.path, { base, new: next }, sides, [before, after]),
  };
}

const OWN = (path: string): AppFile => ({ path, origin: { kind: "own" } });
const from = (commit: Commit): Origin => ({ kind: "revision", commit });

/** A file that a revision has. */
interface Found {
  readonly path: string;
  readonly id: string;
}

/** The wanted file, seen from the repository. */
interface Here extends WantedApp {
  /** The path of the file from the root, with slashes; a name beside the user's folder if the file lies elsewhere. */
  readonly path: string;
  /** Whether the file lies in the repository. */
  readonly inside: boolean;
  readonly onDisk: boolean;
  readonly ignored: boolean;
}

async function inRepository(wanted: WantedApp, { repository }: Commit): Promise<Here> {
  const { file, cwd } = wanted;
  const onDisk = existsSync(file);
  if (onDisk && !statSync(file).isFile()) {
    throw new UsageError(`${shown(file, cwd)} is not a file: name the server's file with --app`);
  }
  const stands = realpathSync(cwd);
  const path = relative(repository, resolve(stands, relative(cwd, file)))
    .split(sep)
    .join("/");
  const inside = !/^(?:\.\.(?:\/|$)|[A-Za-z]:|\/)/.test(path);
  if (inside) {
    return { ...wanted, path, inside, onDisk, ignored: onDisk && (await isIgnored(file, cwd)) };
  }
  if (!onDisk)
    throw new UsageError(`there is no file ${shown(file, cwd)}: name the server's file with --app`);
  const folder = relative(repository, stands).split(sep).join("/");
  return {
    ...wanted,
    path: [folder, basename(file)].filter(Boolean).join("/"),
    inside,
    onDisk,
    ignored: false,
  };
}

async function own(
  here: Here,
  commit: Commit | null,
  moved: string | undefined,
): Promise<Found | null> {
  if (commit === null || !here.inside) return null;
  for (const path of [here.path, ...(moved === undefined ? [] : [moved])]) {
    const id = await contentId(commit, path);
    if (id !== null) return { path, id };
  }
  return null;
}

/** Returns where a revision that lacks the file gets it from. */
function missing(
  here: Here,
  commit: Commit,
  other: Commit | null,
  elsewhere: Found | null,
): AppFile {
  const { path, inside, built, onDisk, ignored } = here;
  if (onDisk && !ignored) return placedFrom(here, !inside);
  if (built) return OWN(path);
  if (ignored) {
    throw new UsageError(
      `git ignores ${path}, so no revision has it. Build it in each with --setup "npm run build", or use --app-from tree to ` +
        "place the working tree's file in both",
    );
  }
  if (elsewhere !== null && other !== null) return { path, origin: from(other) };
  throw new UsageError(
    `neither ${[commit, ...(other === null ? [] : [other])].map(({ name }) => name).join(" nor ")} nor the working tree has ` +
      `${path}: name the server's file with --app`,
  );
}

function placedFrom({ path, file, onDisk, cwd }: Here, always: boolean): AppFile {
  if (onDisk) return { path, origin: { kind: "tree", file, always } };
  throw new UsageError(`--app-from tree: there is no file ${shown(file, cwd)} in the working tree`);
}

function shown(file: string, cwd: string): string {
  const near = relative(cwd, file);
  return near.startsWith("..") ? file : near;
}

function newNote(path: string, base: Commit | null, next: Commit): string {
  return (
    `${path} differs between ${base?.name} and ${next.name}, and both are measured with ${next.name}'s: changes of that ` +
    "file are not measured (--app-from each measures each with its own)."
  );
}

function eachNotes(
  path: string,
  { base, new: next }: Pair<Commit | null>,
  sides: Pair<AppFile | null>,
  [before, after]: readonly [Found | null, Found | null],
): string[] {
  const placed = [[base, sides.base] as const, [next, sides.new] as const].flatMap(
    ([commit, file]) =>
      commit === null || file === null || file.origin.kind === "own" ? [] : [{ commit, file }],
  );
  const [one, two] = placed;
  if (one !== undefined) {
    const whose =
      one.file.origin.kind === "revision" ? one.file.origin.commit.name : "the working tree";
    return [
      two === undefined
        ? `${one.commit.name} has no ${path}: ${whose}'s is placed there, so changes of that file are not measured.`
        : `neither ${one.commit.name} nor ${two.commit.name} has ${path}: ${whose}'s is placed in both.`,
    ];
  }
  if (before === null || after === null || before.id === after.id || next === null) return [];
  const moved = before.path === after.path ? "" : ` (${before.path} there, ${after.path} here)`;
  return [
    `${path} differs between ${base?.name} and ${next.name}${moved}: each is measured with its own (--app-from new measures ` +
      `both with ${next.name}'s).`,
  ];
}
