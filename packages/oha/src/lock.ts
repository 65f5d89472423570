import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The right to do something alone, until it is released or this process ends, however it ends. */
export interface Lock {
  readonly release: () => void;
}

export interface LockOptions {
  signal?: AbortSignal | undefined;
  /** Called when somebody else holds the lock, and every 10 s while that lasts. */
  onWait?: (holder: { pid: number } | null) => void;
  /** How often a held lock is asked for again; 0.25 unless given. */
  pollSeconds?: number;
}

/**
 * Takes the lock at `path`; null while another process has it, or another caller in this one. It is
 * the kernel's, on the file `<path>.db`: nobody can take what a living process holds, also one that
 * is stopped, and what a killed one held is free at once. For others to read, the holder writes
 * `note` to the file at `path`; what stands there binds nobody.
 *
 * The kernel is asked through SQLite (https://www.sqlite.org/lockingv3.html: RESERVED, which one
 * connection at a time has), since Node itself has no such call. The empty file stays: whoever
 * removed it could remove it from under the next holder. On a network file system it is as good as
 * the locks of that. Not proper-lockfile: it goes by a file's age, so another takes over while the
 * holder sleeps.
 *
 * @throws Error when no lock can be had there: the folder cannot be written, or the file system has none.
 */
export async function takeLock(path: string, note: string): Promise<Lock | null> {
  // Not before it is needed: Node 22 and 24 warn that it is experimental.
  const { DatabaseSync } = await import("node:sqlite");
  const database = opened(() => new DatabaseSync(`${path}.db`), path);
  try {
    // Without a journal on disk a killed holder leaves nothing that would have to be rolled back.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE");
  } catch (error) {
    database.close();
    // What Node, Bun and Deno agree on: the text for SQLITE_BUSY.
    if ((error as Error).message.includes("database is locked")) return null;
    throw unlockable(path, error);
  }
  held.add(database);
  const release = (): void => {
    if (!held.delete(database)) return;
    try {
      rmSync(path, { force: true });
    } finally {
      database.close();
    }
  };
  try {
    writeFileSync(path, note);
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

/** Kept from the garbage collector, which would close them. */
const held = new Set<{ close: () => void }>();

/**
 * Does `work` while holding the lock at `path`, so that two processes do not do it at once.
 *
 * @throws the signal's reason when it is raised while waiting, else what `takeLock` or `work` throws.
 */
export async function withLock<T>(
  path: string,
  { signal, onWait, pollSeconds = 0.25 }: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const note = JSON.stringify({ pid: process.pid });
  let told = -Infinity;
  let lock: Lock | null;
  while ((lock = await takeLock(path, note)) === null) {
    if (performance.now() - told >= 10_000) {
      told = performance.now();
      onWait?.(readHolder(path));
    }
    await sleep(pollSeconds * 1000, undefined, signal && { signal }).catch(() => {
      throw signal?.reason;
    });
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Null when there is none, or it is just writing who it is. */
function readHolder(path: string): { pid: number } | null {
  try {
    const { pid } = JSON.parse(readFileSync(path, "utf8")) as { pid?: number };
    return pid !== undefined && Number.isInteger(pid) ? { pid } : null;
  } catch {
    return null;
  }
}

function opened<T>(open: () => T, path: string): T {
  try {
    return open();
  } catch (error) {
    throw unlockable(path, error);
  }
}

function unlockable(path: string, cause: unknown): Error {
  return new Error(`${path} cannot be locked: ${(cause as Error).message}`, { cause });
}
