import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attempt, cacheDirectory, takeLock } from "@deadheat/journal";
import { currentHolder } from "@deadheat/measure";
import { folderOf, installs, readEntry, told, isInUse } from "./cache/entry.ts";
import { readResolution, resolutions } from "./cache/resolutions.ts";
import { inStaging } from "./cache/staging.ts";
import { readWorktree, removeWorktree } from "./revisions/worktree.ts";

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
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names.filter((name) => !name.includes(".lock")).map((name) => join(folder, name));
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

interface Pruned {
  readonly removed: readonly Cached[];
  /** Items that are old enough but are used by a living process. */
  readonly inUse: readonly Cached[];
}

/**
 * Removes what was not used for a time, except what a living process uses.
 * @param seconds the time; 0 removes everything
 */
export async function pruneCache(seconds: number): Promise<Pruned> {
  const before = new Date(Date.now() - seconds * 1000).toISOString();
  const old = listCache().filter(({ usedAt }) => usedAt <= before);
  const removed: Cached[] = [];
  const inUse: Cached[] = [];
  // Renaming removes an item at once for other processes. Deleting its files takes longer.
  await inStaging(async (staging) => {
    for (const [i, cached] of old.entries()) {
      const gone = await remove(cached, join(staging, String(i)));
      (gone ? removed : inUse).push(cached);
    }
  });
  forgetResolutions(before);
  return { removed, inUse };
}

/** Returns false if a process uses the item. */
async function remove(cached: Cached, into: string): Promise<boolean> {
  const { kind, path } = cached;
  if (kind === "journal" || kind === "run") {
    // A process that measures may write to any run.
    if (currentHolder() !== null) return false;
    renameSync(path, into);
    return true;
  }
  const lock = await takeLock(`${path}.lock`, "");
  if (lock === null) return false;
  try {
    if (await isInUse(path)) return false;
    const worktree = readWorktree(path);
    renameSync(path, into);
    if (worktree !== null && existsSync(worktree.repository)) {
      await removeWorktree(path, worktree.repository);
    }
    return true;
  } finally {
    lock.release();
    rmSync(`${path}.lock.db`, { force: true });
  }
}

/** Removes resolutions whose install is gone, and old ones that only gave a version. */
function forgetResolutions(before: string): void {
  if (!existsSync(resolutions())) return;
  for (const name of readdirSync(resolutions())) {
    const file = join(resolutions(), name);
    const resolution = readResolution(file);
    const kept =
      resolution !== null &&
      (resolution.key === null
        ? resolution.resolvedAt > before
        : existsSync(folderOf(resolution.key)));
    if (!kept) rmSync(file, { force: true });
  }
}
