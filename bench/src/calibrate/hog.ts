import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { diesWithParent, pinned, type Pinning } from "../measure/pinning.ts";
import { calibrationDirectory } from "../project.ts";
import { remember } from "../state/processes.ts";
import { runtimeBinary } from "../tools.ts";

/** A process that takes the servers' CPU away at random; `stop` settles when it is gone. */
export function startHog(pinning: Pinning): { readonly stop: () => Promise<void> } {
  const script = join(calibrationDirectory, "hog", "main.ts");
  const words = [...diesWithParent(), ...pinned(pinning, "server"), runtimeBinary("node"), script];
  const [program, ...args] = words as [string, ...string[]];
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  const gone = once(child, "exit");
  if (child.pid !== undefined) void gone.then(remember(child.pid, "a CPU hog"));
  return {
    stop: async () => {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
