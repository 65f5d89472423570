import type { ChildProcess, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { startFamily } from "../machine/family.ts";
import { pinned, type Pinning } from "../machine/pinning.ts";

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
  const command = [...pinned(pinning, "server"), process.execPath, ...nodeArguments];
  const { child, family } = startFamily(command, options, what);
  const failed = child.pid === undefined ? once(child, "error") : null;
  const exit = failed === null ? family.gone : failed.then(([cause]) => Promise.reject(cause));
  // A failed start is reported to those who wait, and nobody has to.
  exit.catch(() => {});
  return {
    child,
    exit,
    stop: async () => {
      family.kill();
      await exit;
    },
  };
}
