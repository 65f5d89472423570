import { join } from "node:path";
import { startCompanion, type Pinning } from "@deadheat/measure";
import { calibrationDirectory } from "../../targets/project.ts";

/** `work` beside a process that takes the servers' CPU away at random; it is gone when this settles. */
export async function besideHog<T>(pinning: Pinning, work: () => Promise<T>): Promise<T> {
  const script = join(calibrationDirectory, "hog", "main.ts");
  const hog = startCompanion(pinning, "a CPU hog", [script], { stdio: "ignore" });
  try {
    return await work();
  } finally {
    await hog.stop();
  }
}
