import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { cacheDirectory, takeLock } from "@deadheat/journal";

/**
 * Does `work` with an empty folder of its own in the cache, on the same file system. The folder is gone afterwards, and
 * those of processes that were killed are gone now.
 */
export async function inStaging<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const all = join(cacheDirectory(), "staging");
  mkdirSync(all, { recursive: true });
  await sweep(all);
  const folder = join(all, randomUUID());
  const lock = await takeLock(`${folder}.lock`, String(process.pid));
  mkdirSync(folder);
  try {
    return await work(folder);
  } finally {
    remove(folder);
    lock?.release();
  }
}

/** A lock tells the dead from the living: a name is never used again. */
async function sweep(all: string): Promise<void> {
  const names = new Set(readdirSync(all).map((name) => name.replace(/\.lock.*$/, "")));
  for (const name of names) {
    const folder = join(all, name);
    const lock = await takeLock(`${folder}.lock`, "");
    if (lock === null) continue;
    try {
      remove(folder);
    } finally {
      lock.release();
    }
    rmSync(`${folder}.lock.db`, { force: true });
  }
}

/** An npm whose parent was killed may still write there for a moment. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
