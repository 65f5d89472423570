import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { processTree, threadsOf } from "../machine/members.ts";
import type { Pinning } from "../machine/pinning.ts";

const run = promisify(execFile);

/** Returns the ids of all threads of a process and of its descendants (Linux); those that have not run yet too. */
export function threadIds(pid: number): Set<number> {
  return new Set(processTree(pid).flatMap(threadsOf));
}

/**
 * Lets the samplers of a server interrupt the server. A sampler wakes every half millisecond and shares the CPU with the
 * thread that it samples. As SCHED_BATCH (pinning.ts) it would wait until that thread blocks, and would see nothing but
 * system calls that wait. So the server's threads become SCHED_IDLE, which any ordinary thread interrupts at once
 * (sched(7)), and the sampler becomes an ordinary thread. Both servers of a duet change in the same way, so their turns stay fair.
 */
export async function letSamplersInterrupt(
  pid: number,
  samplers: readonly number[],
  { batch = false }: Pinning,
): Promise<void> {
  if (!batch) return;
  // A process or thread may end meanwhile.
  const change = (...words: string[]) => run("chrt", words).catch(() => {});
  for (const member of processTree(pid)) {
    await change("--all-tasks", "--idle", "--pid", "0", String(member));
  }
  for (const tid of samplers) await change("--other", "--pid", "0", String(tid));
}
