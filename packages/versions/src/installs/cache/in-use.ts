import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { takeLock, type Lock } from "@deadheat/journal";

/** The locks that this process holds, by folder. */
const held = new Map<string, Lock | null>();

/** Protects a folder of the cache from pruning for as long as this process lives. */
export async function keepInUse(folder: string): Promise<void> {
  if (held.has(folder)) return;
  await isInUse(folder);
  mkdirSync(join(folder, "in-use"), { recursive: true });
  held.set(folder, await takeLock(join(folder, "in-use", randomUUID()), String(process.pid)));
}

/** Returns whether a living process uses the folder. Releases the locks of dead ones. */
export async function isInUse(folder: string): Promise<boolean> {
  let living = false;
  for (const name of usersOf(folder)) {
    const lock = await takeLock(join(folder, "in-use", name), "");
    if (lock === null) living = true;
    else lock.release();
  }
  return living;
}

/** Each user has one file. A lock may keep more files beside it. */
function usersOf(folder: string): string[] {
  try {
    return readdirSync(join(folder, "in-use")).filter((name) => /^[0-9a-f-]{36}$/.test(name));
  } catch {
    return [];
  }
}
