import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { diesWithParent, pinned, type Pinning } from "../measure/pinning.ts";
import { calibrationDirectory } from "../project.ts";
import { remember } from "../state/processes.ts";
import { runtimeBinary } from "../tools.ts";

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
  const node = runtimeBinary("node");
  const words = [...diesWithParent(), ...pinned(pinning, "server"), node, ...script];
  const [program, ...args] = words as [string, ...string[]];
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  const gone = once(child, "exit");
  if (child.pid !== undefined) void gone.then(remember(child.pid, what));
  try {
    return await work();
  } finally {
    child.kill("SIGKILL");
    await gone;
  }
}
