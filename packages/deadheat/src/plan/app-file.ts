import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, posix, relative, resolve, sep } from "node:path";
import { UsageError, type Warning } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { contentId, isIgnored, movedFiles, TREE, type Commit } from "@deadheat/versions";
import type { Preparing } from "./preparing.ts";

export interface AppFile {
  /** The path of the file from the root of the repository, with slashes. */
  readonly path: string;
  readonly origin: Origin;
}

export type Origin =
  /** The revision has the file, or `--setup` builds it. */
  | { readonly kind: "own" }
  | { readonly kind: "revision"; readonly commit: Commit }
  /** The user's file is placed. Without `always`, it is placed only if the revision has none after `--setup`. */
  | { readonly kind: "tree"; readonly file: string; readonly always: boolean };

/**
 * Finds the file that each of two revisions is started with; null for a side that is not a revision, and for both if the
 * app is not a file.
 * @returns the files, and notes about the origin of each file unless both sides have the same file
 * @throws UsageError if a side would have no file, before anything is checked out
 */
export async function appFiles(
  preparing: Pick<Preparing, "app" | "appFrom" | "setup" | "cwd">,
  { base, new: next }: Pair<Commit | null>,
): Promise<Pair<AppFile | null> & { readonly notes: readonly Warning[] }> {
  const { app, appFrom } = preparing;
  const commit = next ?? base;
  if (commit === null || app?.kind !== "file") return { base: null, new: null, notes: [] };
  const here = await inRepository(app.file, preparing, commit);
  if (appFrom === "tree") {
    const file = placedFrom(here, true);
    const notes = [{ code: "app-of-tree", facts: { path: here.path } } as const];
    return { base: base && file, new: next && file, notes };
  }
  const moves = base === null || next === null ? [] : [...(await movedFiles(base, next))];
  const before = await own(here, base, moves.find(([, to]) => to === here.path)?.[0]);
  const after = await own(here, next, moves.find(([from]) => from === here.path)?.[1]);
  if (appFrom === "new" && next !== null) {
    const file = after === null ? missing(here, next, base, null) : ownFile(after);
    const origin: Origin =
      file.origin.kind === "own" ? { kind: "revision", commit: next } : file.origin;
    const isSame = base === null || (before !== null && before.id === after?.id);
    const facts = { path: here.path, base: base?.name ?? "", new: next.name };
    const notes = isSame ? [] : [{ code: "app-of-new", facts } as const];
    return { base: base && { ...file, origin }, new: file, notes };
  }
  const files = {
    base: base && (before === null ? missing(here, base, next, after) : ownFile(before)),
    new: next && (after === null ? missing(here, next, base, before) : ownFile(after)),
  };
  return { ...files, notes: eachNotes(here.path, { base, new: next }, files, [before, after]) };
}

interface AppContent {
  readonly path: string;
  readonly id: string;
}

function ownFile({ path }: Pick<AppContent, "path">): AppFile {
  return { path, origin: { kind: "own" } };
}

interface Here {
  /** The absolute path of the file, seen from the user's working folder. */
  readonly file: string;
  /** The path of the file from the user's working folder, for messages; absolute if the file lies elsewhere. */
  readonly shown: string;
  /** The path of the file from the root, with slashes; a name beside the user's folder if the file lies elsewhere. */
  readonly path: string;
  readonly inside: boolean;
  readonly onDisk: boolean;
  readonly ignored: boolean;
  /** Whether a command is run in each checkout first, which may build the file. */
  readonly built: boolean;
}

async function inRepository(
  file: string,
  { cwd, setup }: Pick<Preparing, "cwd" | "setup">,
  { repository }: Commit,
): Promise<Here> {
  const near = relative(cwd, file);
  const shown = near === "" || near.startsWith("..") ? file : near;
  const onDisk = existsSync(file);
  if (onDisk && !statSync(file).isFile()) {
    throw new UsageError(`${shown} is not a file. Name the server's file with --app`);
  }
  const stands = realpathSync(cwd);
  const fromRoot = (path: string) => relative(repository, path).split(sep).join("/");
  const path = fromRoot(resolve(stands, near));
  const inside = !/^(?:\.\.(?:\/|$)|[A-Za-z]:|\/)/.test(path);
  if (!inside && !onDisk) {
    throw new UsageError(`There is no file ${shown}. Name the server's file with --app`);
  }
  return {
    file,
    shown,
    path: inside ? path : posix.join(fromRoot(stands), basename(file)),
    inside,
    onDisk,
    ignored: inside && onDisk && (await isIgnored(file, cwd)),
    built: setup !== null,
  };
}

async function own(
  { path, inside }: Here,
  commit: Commit | null,
  moved: string | undefined,
): Promise<AppContent | null> {
  if (commit === null || !inside) return null;
  const id = await contentId(commit, path);
  if (id !== null) return { path, id };
  const other = moved === undefined ? null : await contentId(commit, moved);
  return moved === undefined || other === null ? null : { path: moved, id: other };
}

/** Returns where a revision that lacks the file gets it from. */
function missing(
  here: Here,
  commit: Commit,
  other: Commit | null,
  elsewhere: AppContent | null,
): AppFile {
  const { path, inside, built, onDisk, ignored } = here;
  if (onDisk && !ignored) return placedFrom(here, !inside);
  if (built) return ownFile(here);
  if (ignored) {
    throw new UsageError(
      `Git ignores ${path}, so no revision has it. Build it in each with --setup "npm run build", or use --app-from tree to ` +
        "place the working tree's file in both",
    );
  }
  if (elsewhere !== null && other !== null) {
    return { path, origin: { kind: "revision", commit: other } };
  }
  const revisions = [commit, other].flatMap((one) => one?.name ?? []);
  const names = [...new Set(revisions)].filter((name) => name !== TREE);
  const nowhere = [...names, "the working tree"].join(" nor ");
  const none = names.length > 0 ? `Neither ${nowhere} has` : "The working tree does not have";
  throw new UsageError(`${none} ${path}. Name the server's file with --app`);
}

function placedFrom({ path, file, shown, onDisk }: Here, always: boolean): AppFile {
  if (onDisk) return { path, origin: { kind: "tree", file, always } };
  throw new UsageError(`--app-from tree: there is no file ${shown} in the working tree`);
}

function eachNotes(
  path: string,
  { base, new: next }: Pair<Commit | null>,
  files: Pair<AppFile | null>,
  [before, after]: readonly [AppContent | null, AppContent | null],
): Warning[] {
  const [from, to] = [base?.name ?? "", next?.name ?? ""];
  const sides = [
    { name: from, origin: files.base?.origin },
    { name: to, origin: files.new?.origin },
  ];
  const placed = sides.filter(({ origin }) => origin !== undefined && origin.kind !== "own");
  const [one] = placed;
  if (one !== undefined) {
    const whose = one.origin?.kind === "revision" ? one.origin.commit.name : "the working tree";
    const facts = { path, from: whose, sides: placed.map(({ name }) => name) };
    return [{ code: "app-placed", facts }];
  }
  if (before === null || after === null || before.id === after.id) return [];
  const moved = before.path === after.path ? null : [before.path, after.path];
  return [{ code: "app-differs", facts: { path, base: from, new: to, moved } }];
}
