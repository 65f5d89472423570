import { spawn, type StdioOptions } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { follow } from "../machine/family.ts";
import { newMark } from "../machine/mark.ts";
import { diesWithParent } from "../machine/pinning.ts";
import { ServiceError, type Running } from "./service.ts";

export interface ServiceProcess {
  readonly pid: number;
  /** Returns the reason why the process ended, or null while it runs. */
  readonly died: () => string | null;
  /** Sends SIGINT, and SIGKILL after three seconds. Settles when the process is gone. */
  readonly stop: () => Promise<void>;
}

export interface SpawnOptions {
  readonly name: string;
  readonly prefix: readonly string[];
  readonly cwd: string;
  readonly input?: string;
  /** The environment; only PATH by default. */
  readonly env?: NodeJS.ProcessEnv;
  readonly user?: { readonly uid: number; readonly gid: number } | null;
  readonly log: number;
}

const STOP_WITHIN_SECONDS = 3;

/** Starts a service that ends with this process, however this process ends. */
export function spawnService(command: readonly string[], options: SpawnOptions): ServiceProcess {
  const mark = newMark();
  // Not SIGKILL as for other processes: Postgres has child processes and needs time for a clean shutdown.
  const endsWithParent = diesWithParent().map((word) => (word === "KILL" ? "INT" : word));
  const words = [...endsWithParent, ...mark.words, ...options.prefix, ...command];
  const [program, ...args] = words as [string, ...string[]];
  const stdio: StdioOptions = [
    options.input === undefined ? "ignore" : "pipe",
    options.log,
    options.log,
  ];
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...(options.env ?? { PATH: process.env.PATH, LC_ALL: "C" }), ...mark.env },
    stdio,
    detached: true,
    ...options.user,
  });
  if (options.input !== undefined) child.stdin?.end(options.input);
  const family = follow(child, mark, options.name);
  const died = () => {
    if (child.pid === undefined) return `${program} could not be started`;
    if (child.exitCode === null && child.signalCode === null) return null;
    return `exited with ${child.signalCode ?? `code ${child.exitCode}`}`;
  };
  return { pid: child.pid ?? 0, died, stop: () => family.end("SIGINT", STOP_WITHIN_SECONDS) };
}

const READY_WITHIN_SECONDS = 20;

/**
 * Waits until `seed` succeeds and returns the service. Stops the service if it does not.
 * @param seed writes the data and returns the server's version. Throws while the server is not ready
 * @throws ServiceError with the end of the log, if the service ends or is not ready within 20 s
 */
export async function untilSeeded(
  name: string,
  server: ServiceProcess,
  log: string,
  address: string,
  seed: (address: string) => Promise<string>,
  about: Omit<Running["description"], "version">,
): Promise<Running> {
  const deadline = performance.now() + READY_WITHIN_SECONDS * 1000;
  for (;;) {
    try {
      const description = { version: await seed(address), ...about };
      return { address, description, pid: server.pid, died: server.died, stop: server.stop };
    } catch (error) {
      const state = server.died();
      if (state === null && performance.now() < deadline) {
        await sleep(30);
        continue;
      }
      await server.stop();
      throw new ServiceError(
        state === null
          ? `${name} was not ready within ${READY_WITHIN_SECONDS} s: ${error}`
          : `${name} ${state}: ${readFileSync(log, "utf8").trim().split("\n").slice(-5).join("\n")}`,
      );
    }
  }
}
