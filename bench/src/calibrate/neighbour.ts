import { join } from "node:path";
import { startCompanion } from "../measure/companion.ts";
import type { Pinning } from "../measure/pinning.ts";
import { calibrationDirectory } from "../project.ts";

/** `work` beside a process that takes the servers' CPU away at random. */
export function besideHog<T>(pinning: Pinning, work: () => Promise<T>): Promise<T> {
  return beside(pinning, "a CPU hog", [join(calibrationDirectory, "hog", "main.ts")], work);
}

/** `work` beside one that only spins, and so takes whatever of their CPU the servers leave. */
export function besideBallast<T>(pinning: Pinning, work: () => Promise<T>): Promise<T> {
  return beside(pinning, "a ballast", ["--eval", "for (;;);"], work);
}

/** The process is gone when this settles. */
async function beside<T>(
  pinning: Pinning,
  what: string,
  script: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const neighbour = startCompanion(pinning, what, script, { stdio: "ignore" });
  try {
    return await work();
  } finally {
    await neighbour.stop();
  }
}
