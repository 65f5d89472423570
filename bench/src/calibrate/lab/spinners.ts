import process from "node:process";
import { pinned, startFamily, type Pinning } from "@deadheat/measure";

/**
 * Runs `work` beside `count` processes that only spin on the servers' CPU. They are gone when the promise settles.
 * The servers then have a slower machine: less of the CPU, and the same caches. Each spinner has a session of its own,
 * because the kernel gives the processes of one session the share of one process (sched(7), "autogroup").
 */
export async function besideSpinners<T>(
  pinning: Pinning,
  count: number,
  work: () => Promise<T>,
): Promise<T> {
  const command = [...pinned(pinning, "server"), process.execPath, "--eval", "for (;;);"];
  const spinners = Array.from({ length: count }, () =>
    startFamily(command, { stdio: "ignore" }, "a spinner of calibrate"),
  );
  try {
    return await work();
  } finally {
    for (const { family } of spinners) family.kill();
    await Promise.all(spinners.map(({ family }) => family.gone));
  }
}
