import { startCompanion, type Pinning } from "@deadheat/measure";

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
  const spinners = Array.from({ length: count }, () =>
    startCompanion(pinning, "a spinner of calibrate", ["--eval", "for (;;);"], { stdio: "ignore" }),
  );
  try {
    return await work();
  } finally {
    await Promise.all(spinners.map((spinner) => spinner.stop()));
  }
}
