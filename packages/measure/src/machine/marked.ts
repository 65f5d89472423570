import { readdirSync } from "node:fs";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { isMarked } from "./mark.ts";
import { statFields, textOf } from "./system.ts";

/** The time after SIGKILL in which a process ends, unless the kernel does not let it. */
export const KILLED_WITHIN_SECONDS = 5;

/**
 * Ends all processes that carry this token (Linux).
 * @returns whether there were any, and whether one of them still runs
 */
export async function endMarked(token: string): Promise<{ found: boolean; left: boolean }> {
  const deadline = performance.now() + KILLED_WITHIN_SECONDS * 1000;
  for (let found = false; ; found = true) {
    if (killMarked(token) === 0) return { found, left: false };
    if (performance.now() > deadline) return { found: true, left: true };
    await sleep(10);
  }
}

/** Returns the number of processes that ran with this token. */
function killMarked(token: string): number {
  let found = 0;
  for (const pid of processes()) {
    if (pid === process.pid || hasEnded(pid) || !isMarked(pid, token)) continue;
    found++;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has just ended, or has changed its user.
    }
  }
  return found;
}

/** The newest first: a process that forks again and again is then found before it has ended. */
function processes(): number[] {
  try {
    const names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return names.map(Number).toSorted((a, b) => b - a);
  } catch {
    return [];
  }
}

/** Returns true for a zombie too. */
function hasEnded(pid: number): boolean {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat === null || /^[ZX]/.test(statFields(stat)[0] ?? "");
}
