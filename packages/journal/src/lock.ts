import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt } from "./errors.ts";
import { beginOn } from "./lock/database.ts";
import { takeBoth } from "./lock/shared.ts";
import { readText } from "./regular.ts";

/** The right to do something alone, until it is released or this process ends in any way. */
export interface Lock {
  readonly release: () => void;
}

export interface LockOptions {
  signal?: AbortSignal | undefined;
  /** Called while another process holds the lock, at first and then every 10 s. */
  onWait?: (holder: { pid: number } | null) => void;
  /** The seconds between two attempts to take a held lock; 0.25 by default. */
  pollSeconds?: number;
}

/**
 * Takes the lock at `path`. Returns null while another process holds it, or another caller in this process. The lock
 * belongs to the kernel. No process can take it from a living holder, even a stopped one, and a killed holder frees it
 * at once. The holder writes `note` to the file at `path` for others to read. That text has no effect on the lock.
 *
 * Node has no call to lock a file. Instead the lock is a write transaction on `<path>.db` (Node >= 22.13), and on Linux
 * an abstract socket besides. Sockets are identified by the real path of the folder, within one network namespace. The
 * transaction excludes containers that share a folder. Bun has no socket address of the length that all versions of
 * Node accept, so there is no lock on Bun under Linux. Not proper-lockfile: it relies on the age of a file, so another
 * process takes over while the holder sleeps.
 *
 * @throws Error if locking is impossible: the folder is missing or not writable, or the system has no such lock.
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
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      try {
        // Remove the file while the lock is held. Later it would belong to the next holder.
        rmSync(path, { force: true });
      } finally {
        end();
      }
    };
    return { release };
  } catch (error) {
    const isFolder = lstatSync(path, { throwIfNoEntry: false })?.isDirectory();
    const why = isFolder ? "it is a folder. Remove it" : (error as Error).message;
    throw new Error(`${path} cannot be locked: ${why}`, { cause: error });
  }
}

const take = process.platform === "linux" ? takeBoth : beginOn;

/**
 * Runs `work` while holding the lock at `path`, so that no two processes run it at once.
 * @throws the signal's reason when it is aborted while waiting, else the error of `takeLock` or `work`.
 */
export async function withLock<T>(
  path: string,
  { signal, onWait, pollSeconds = 0.25 }: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const note = JSON.stringify({ pid: process.pid });
  let reported = -Infinity;
  let lock: Lock | null;
  while ((lock = await takeLock(path, note)) === null) {
    if (performance.now() - reported >= 10_000) {
      reported = performance.now();
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

/** Returns the holder of the lock; null if there is none, or it has not yet written its id. */
function readHolder(path: string): { pid: number } | null {
  const holder = attempt(() => JSON.parse(readText(path)) as { pid: number } | null);
  return holder !== null && Number.isInteger(holder.pid) ? { pid: holder.pid } : null;
}
