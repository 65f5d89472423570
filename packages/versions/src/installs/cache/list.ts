import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { cacheDirectory } from "@deadheat/journal";
import { readWorktree } from "../../revisions/worktree.ts";
import { installs, readEntry, told } from "./entry.ts";

/** An item of the cache. Every item can be made again. */
export interface Cached {
  readonly kind: "packages" | "project" | "runtime" | "worktree" | "run" | "journal" | "half-made";
  /** A description, such as `express 4.21.2`. */
  readonly what: string;
  readonly path: string;
  readonly bytes: number;
  /** The time of its last use, in ISO 8601. */
  readonly usedAt: string;
}

/** Lists the cache except oha, most recently used first. */
export function listCache(): Cached[] {
  return [
    ...namesIn(installs()).map(installed),
    ...namesIn(worktrees()).map(checkedOut),
    ...namesIn(join(cacheDirectory(), "runs")).map((path) => written("run", path)),
    ...namesIn(join(cacheDirectory(), "journals")).map((path) => written("journal", path)),
  ].toSorted((a, b) => (a.usedAt < b.usedAt ? 1 : -1));
}

const worktrees = (): string => join(cacheDirectory(), "worktrees");

/** Returns the paths in a folder without locks; an empty list if there is no such folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.includes(".lock"))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function installed(path: string): Cached {
  const entry = readEntry(path);
  if (entry === null) return written("half-made", path);
  return { ...written(entry.kind, path), what: told(entry.versions), usedAt: entry.usedAt };
}

function checkedOut(path: string): Cached {
  const entry = readWorktree(path);
  if (entry === null) return written("half-made", path);
  const what = `${entry.commit.slice(0, 7)} of ${entry.repository}`;
  return { ...written("worktree", path), what, usedAt: entry.usedAt };
}

/** Describes an item without a file of its own: its last use is the last write to it. */
function written(kind: Cached["kind"], path: string): Cached {
  const { bytes, newest } = sizeOf(path);
  const what = path.slice(cacheDirectory().length + 1);
  return { kind, what, path, bytes, usedAt: new Date(newest).toISOString() };
}

/** Does not follow links. A file that disappears meanwhile counts as empty. */
function sizeOf(path: string): { bytes: number; newest: number } {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { bytes: 0, newest: 0 };
  if (!stat.isDirectory()) return { bytes: stat.size, newest: stat.mtimeMs };
  const inside = readdirSync(path).map((name) => sizeOf(join(path, name)));
  return {
    bytes: inside.reduce((sum, { bytes }) => sum + bytes, 0),
    newest: inside.reduce((latest, { newest }) => Math.max(latest, newest), stat.mtimeMs),
  };
}
