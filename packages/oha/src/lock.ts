import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { beginOn } from "./lock/database.ts";
import { listenFor } from "./lock/socket.ts";

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
 * the kernel's: nobody can take what a living process holds, also one that is stopped, and what a
 * killed one held is free at once. For others to read, the holder writes `note` to the file at
 * `path`; what stands there binds nobody.
 *
 * Node has no call for a lock of a file. What only one can have is an abstract socket on Linux, a
 * named pipe on Windows, a write transaction on `<path>.db` elsewhere (Node >= 22.13). Sockets are
 * told apart by the real path of the folder, within one network namespace: containers that share a
 * folder do not exclude each other, and those that share a network do at the same path. Bun has no
 * socket address of the length that all versions of Node take alike: no lock there on Linux.
 * Not proper-lockfile: it goes by a file's age, so another takes over while the holder sleeps.
 *
 * @throws Error when no lock can be had there: the folder is missing or cannot be written, or the
 *   system has none.
 */
export async function takeLock(path: string, note: string): Promise<Lock | null> {
  try {
    const end = await take(path);
    if (end === null) return null;
    try {
      // Not through a link that somebody has put there.
      rmSync(path, { force: true });
      writeFileSync(path, note, { flag: "wx" });
    } catch (error) {
      end();
      throw error;
    }
    return { release: releaseOf(path, end) };
  } catch (error) {
    throw new Error(`${path} cannot be locked: ${(error as Error).message}`, { cause: error });
  }
}

const take = ["linux", "win32"].includes(process.platform) ? listenFor : beginOn;

function releaseOf(path: string, end: () => void): () => void {
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    try {
      // While it is ours: later it would be the next one's.
      rmSync(path, { force: true });
    } finally {
      end();
    }
  };
}

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
