import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { currentHolder } from "@deadheat/measure";
import { takeLock } from "@deadheat/journal";
import { readWorktree, removeWorktree } from "../../revisions/worktree.ts";
import { folderOf } from "./entry.ts";
import { isInUse } from "./in-use.ts";
import { type Cached, listCache } from "./list.ts";
import { readResolution, resolutions } from "./resolutions.ts";
import { inStaging } from "./staging.ts";

export interface Pruned {
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
  if (kind === "journal" || kind === "run") return removeRun(path, into);
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

/** Returns false while a process is measuring: it may write to any run. */
function removeRun(path: string, into: string): boolean {
  if (currentHolder() !== null) return false;
  renameSync(path, into);
  return true;
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
