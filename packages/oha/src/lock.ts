import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rm, rmdir, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** Who holds a lock, as written in its file. */
interface Holder {
  pid: number;
  host: string;
  token: string;
}

export interface LockOptions {
  signal?: AbortSignal | undefined;
  /** Called when somebody else holds the lock, and every 10 s while that lasts. */
  onWait?: (holder: { pid: number } | null) => void;
  /** How often a held lock is looked at again; 0.25 unless given. */
  pollSeconds?: number;
  /** A lock whose holder gave no sign of life for so long is taken over; 60 unless given. */
  staleSeconds?: number;
}

/**
 * Does `work` while holding the lock file at `path`, so that two processes do not do it at once.
 * The lock of a process that died is taken over: at once on the same host, else (another container
 * with the same home directory) when its file was not touched for `staleSeconds`.
 *
 * @throws the signal's reason when it is raised while waiting, else what `work` throws.
 */
export async function withLock<T>(
  path: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const { signal, onWait, pollSeconds = 0.25, staleSeconds = 60 } = options;
  const holder: Holder = { pid: process.pid, host: hostname(), token: randomUUID() };
  let told = -Infinity;
  while (!(await take(path, holder))) {
    if (await removeStale(path, staleSeconds)) continue;
    if (performance.now() - told >= 10_000) {
      told = performance.now();
      onWait?.(await readHolder(path));
    }
    await sleep(pollSeconds * 1000, undefined, signal && { signal }).catch(() => {
      throw signal?.reason;
    });
  }
  const touch = setInterval(
    () => {
      const now = new Date();
      utimes(path, now, now).catch(() => {});
    },
    (staleSeconds * 1000) / 10,
  );
  try {
    return await work();
  } finally {
    clearInterval(touch);
    if ((await readHolder(path))?.token === holder.token) await rm(path, { force: true });
  }
}

async function take(path: string, holder: Holder): Promise<boolean> {
  const file = await open(path, "wx").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return null;
    throw error;
  });
  if (file === null) return false;
  await file.writeFile(JSON.stringify(holder)).finally(() => file.close());
  return true;
}

/** Removes a stale lock; true when the lock may be free now. */
async function removeStale(path: string, staleSeconds: number): Promise<boolean> {
  if (!(await isStale(path, staleSeconds))) return false;
  // Two that found it stale must not remove one after the other: the second would remove the lock
  // that the first has taken meanwhile. So removing is guarded, and done only if it is stale still.
  const guard = `${path}.takeover`;
  const mine = await mkdir(guard).then(
    () => true,
    () => false,
  );
  if (!mine) {
    const left = await stat(guard).catch(() => null);
    if (left !== null && Date.now() - left.mtimeMs > staleSeconds * 1000)
      await rmdir(guard).catch(() => {});
    return false;
  }
  try {
    if (await isStale(path, staleSeconds)) await rm(path, { force: true });
    return true;
  } finally {
    await rmdir(guard).catch(() => {});
  }
}

async function isStale(path: string, staleSeconds: number): Promise<boolean> {
  const file = await stat(path).catch(() => null);
  if (file === null) return false;
  if (Date.now() - file.mtimeMs > staleSeconds * 1000) return true;
  const holder = await readHolder(path);
  return holder !== null && holder.host === hostname() && !isAlive(holder.pid);
}

/** Null when there is no lock, or its holder is just writing it. */
async function readHolder(path: string): Promise<Holder | null> {
  try {
    const holder = JSON.parse(await readFile(path, "utf8")) as Partial<Holder>;
    const { pid, host, token } = holder;
    return Number.isInteger(pid) && host !== undefined && token !== undefined
      ? (holder as Holder)
      : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
