import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { diesWithParent, pinned, type Pinning } from "../machine/pinning.ts";
import { remember } from "../machine/processes.ts";

/** A process of ours on the servers' CPU that is none of the measured servers. */
export interface Companion {
  readonly child: ChildProcess;
  /** Settles when it is gone; rejects when it could not be started. */
  readonly exit: Promise<void>;
  /** SIGKILL; settles when it is gone. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts Node with these arguments on the servers' CPU, where the system pins.
 * @param what the next command calls it so, should it have to end what this one left behind
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
  // Who waits for it hears of a failed start; nobody has to.
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
  // Whatever else goes wrong with it, it is there until it exits.
  child.on("error", () => {});
  await new Promise((resolve) => child.once("exit", resolve));
}
