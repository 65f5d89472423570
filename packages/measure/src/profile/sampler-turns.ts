import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { CpuReading } from "../machine/cpu-time.ts";
import type { Pinning } from "../machine/pinning.ts";

const run = promisify(execFile);

/** Returns the ids of the threads that began between two readings: of a profiler that was just started, its sampler. */
export function newThreads(before: CpuReading | null, after: CpuReading | null): number[] {
  return [...(after?.processes ?? [])].flatMap(([pid, { threads }]) => {
    const known = before?.processes?.get(pid)?.threads;
    return known === undefined ? [] : [...threads.keys()].filter((tid) => !known.has(tid));
  });
}

/**
 * Lets the samplers of a server interrupt the server. A sampler wakes every half millisecond and shares the CPU with the
 * thread that it samples. As SCHED_BATCH (pinning.ts) it would wait until that thread blocks, and would see nothing but
 * system calls that wait. So the server's threads become SCHED_IDLE, which any ordinary thread interrupts at once
 * (sched(7)), and the sampler becomes an ordinary thread. Both servers of a duet change alike, so their turns stay fair.
 */
export async function letSamplersInterrupt(
  processes: Iterable<number>,
  samplers: readonly number[],
  { batch = false }: Pinning,
): Promise<void> {
  if (!batch) return;
  // A process or thread may end meanwhile.
  const change = (...words: string[]) => run("chrt", words).catch(() => {});
  for (const pid of processes) await change("--all-tasks", "--idle", "--pid", "0", String(pid));
  for (const tid of samplers) await change("--other", "--pid", "0", String(tid));
}
