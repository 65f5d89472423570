import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { diesWithParent, pinned, type Pinning } from "../measure/pinning.ts";
import { calibrationDirectory } from "../project.ts";
import { remember } from "../state/processes.ts";
import { runtimeBinary } from "../tools.ts";

/** Another process on the servers' CPU; `stop` settles when it is gone. */
export interface Neighbour {
  readonly stop: () => Promise<void>;
}

/** One that takes the CPU away at random. */
export function startHog(pinning: Pinning): Neighbour {
  return start(pinning, "a CPU hog", [join(calibrationDirectory, "hog", "main.ts")]);
}

/** One that only spins, and so takes whatever the server leaves. */
export function startBallast(pinning: Pinning): Neighbour {
  return start(pinning, "a ballast", ["--eval", "for (;;);"]);
}

function start(pinning: Pinning, what: string, script: readonly string[]): Neighbour {
  const node = runtimeBinary("node");
  const words = [...diesWithParent(), ...pinned(pinning, "server"), node, ...script];
  const [program, ...args] = words as [string, ...string[]];
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  const gone = once(child, "exit");
  if (child.pid !== undefined) void gone.then(remember(child.pid, what));
  return {
    stop: async () => {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
