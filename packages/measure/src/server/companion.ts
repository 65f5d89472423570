import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { diesWithParent, pinned, type Pinning } from "../machine/pinning.ts";
import { remember } from "../machine/processes.ts";

/** A process of ours on the servers' CPU that is not measured. */
interface Companion {
  readonly child: ChildProcess;
  /** Settles when the process is gone; rejects if it could not be started. */
  readonly exit: Promise<void>;
  /** Sends SIGKILL and settles when the process is gone. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts Node with these arguments on the servers' CPU, if the system pins.
 * @param what the name of the process, for the next command that may have to end it
 */
export function startCompanion(
  pinning: Pinning,
  what: string,
  nodeArguments: readonly string[],
  options: Pick<SpawnOptions, "env" | "stdio">,
): Companion {
  const words = [
    ...diesWithParent(),
    ...pinned(pinning, "server"),
    process.execPath,
    ...nodeArguments,
  ];
  const [program, ...args] = words as [string, ...string[]];
  const child = spawn(program, args, { ...options, detached: true });
  const exit = exitOf(child);
  // A failed start is reported to those who wait, and nobody has to.
  exit.catch(() => {});
  if (child.pid !== undefined) void exit.then(remember(child.pid, what));
  return {
    child,
    exit,
    stop: async () => {
      child.kill("SIGKILL");
      await exit;
    },
  };
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) {
    const [cause] = (await once(child, "error")) as [Error];
    throw cause;
  }
  // Other errors do not matter: the process is there until it exits.
  child.on("error", () => {});
  await new Promise((resolve) => child.once("exit", resolve));
}
