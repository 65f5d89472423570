import { readFileSync, statfsSync } from "node:fs";
import { EnvironmentError } from "./errors.ts";

// What can be known before hours are spent on it.

/** Bytes of journal, result and reports together for each block: measured 3 kB, and generous. */
const BYTES_PER_BLOCK = 16 * 1024;
const BYTES_AT_LEAST = 4 * 1024 * 1024;

/** Open files that a server or a generator needs besides its connections. */
const FILES_BESIDES = 100;

/**
 * @throws EnvironmentError where the folder's disk has no room for that many blocks, or a process may
 * not open as many connections.
 */
export function checkMachine(out: string, blocks: number, connections: number): void {
  const needed = BYTES_AT_LEAST + blocks * BYTES_PER_BLOCK;
  const free = freeBytes(out);
  if (free < needed) {
    throw new EnvironmentError(
      `${out} has ${megabytes(free)} MB left and this run may need ${megabytes(needed)} MB: ` +
        "free some space, or write elsewhere with --out",
    );
  }
  const files = openFileLimit();
  if (files !== null && files < connections + FILES_BESIDES) {
    throw new EnvironmentError(
      `a process may open ${files} files, and ${connections} connections need ` +
        `${connections + FILES_BESIDES}: allow more (ulimit -n 4096)`,
    );
  }
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** How many files a process of ours may open; null where the system does not tell. */
export function openFileLimit(): number | null {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
