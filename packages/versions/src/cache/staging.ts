import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { cacheDirectory, takeLock } from "@deadheat/journal";

/**
 * Runs `work` with an empty folder of the cache, on the same file system, and removes the folder afterwards. Removes the
 * folders of killed processes first.
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

/** A folder whose lock is free belongs to a dead process, because no name is used twice. */
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

/** Retries, because an npm whose parent was killed may still write there for a moment. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
