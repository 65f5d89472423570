import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { cacheDirectory } from "@deadheat/journal";
import { entrySchema, type Entry as Worktree } from "../../revisions/worktree.ts";
import { installs, readEntry } from "./entry.ts";

/** Something in the cache that can be made again. */
export interface Cached {
  readonly kind: "packages" | "project" | "runtime" | "worktree" | "run" | "journal" | "half-made";
  /** For people: `express 4.21.2`. */
  readonly what: string;
  /** Of its folder or file. */
  readonly path: string;
  readonly bytes: number;
  /** When it was used last, in ISO 8601. */
  readonly usedAt: string;
}

/** What is in the cache but for oha, the one used last first. */
export function listCache(): Cached[] {
  return [
    ...namesIn(installs()).map(installed),
    ...namesIn(worktrees()).map(checkedOut),
    ...namesIn(join(cacheDirectory(), "runs")).map((path) => written("run", path)),
    ...namesIn(join(cacheDirectory(), "journals")).map((path) => written("journal", path)),
  ].toSorted((a, b) => (a.usedAt < b.usedAt ? 1 : -1));
}

const worktrees = (): string => join(cacheDirectory(), "worktrees");

/** Paths of what lies in a folder, but for its locks; none where the folder is not there. */
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
  const { kind, versions, usedAt } = entry;
  const what = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return { kind, what: what.join(", "), path, bytes: sizeOf(path).bytes, usedAt };
}

function checkedOut(path: string): Cached {
  const entry = readWorktree(path);
  if (entry === null) return written("half-made", path);
  const { repository, commit, usedAt } = entry;
  const what = `${commit.slice(0, 7)} of ${repository}`;
  return { kind: "worktree", what, path, bytes: sizeOf(path).bytes, usedAt };
}

/** Null where it is not whole. */
export function readWorktree(path: string): Worktree | null {
  try {
    return v.parse(entrySchema, JSON.parse(readFileSync(join(path, "deadheat.json"), "utf8")));
  } catch {
    return null;
  }
}

/** By when something in it was written last. */
function written(kind: Cached["kind"], path: string): Cached {
  const { bytes, newest } = sizeOf(path);
  const what = path.slice(cacheDirectory().length + 1);
  return { kind, what, path, bytes, usedAt: new Date(newest).toISOString() };
}

/** Links are not followed; what goes away meanwhile counts nothing. */
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
