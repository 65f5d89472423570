import { startCompanion } from "../server/companion.ts";
import type { Pinning } from "../machine/pinning.ts";

/**
 * `work` beside so many processes that only spin on the servers' CPU: as on a slow machine, the clock runs faster
 * for the servers, and nothing else is different. Each is in a session of its own, since the kernel gives the
 * processes of one session the share of one (sched(7), "autogroup").
 * @param work is told their process ids; they are gone when this settles
 */
export async function withBallast<T>(
  pinning: Pinning,
  count: number,
  work: (pids: readonly number[]) => Promise<T>,
): Promise<T> {
  const spinning = Array.from({ length: count }, () =>
    startCompanion(pinning, "a ballast", ["--eval", "for (;;);"], { stdio: "ignore" }),
  );
  try {
    return await work(spinning.flatMap(({ child }) => child.pid ?? []));
  } finally {
    await Promise.all(spinning.map((one) => one.stop()));
  }
}
