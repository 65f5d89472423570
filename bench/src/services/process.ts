import { spawn, type StdioOptions } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { diesWithParent, follow, newMark } from "@deadheat/measure";
import { ServiceError, type Running } from "./service.ts";

/** A service's process. */
export interface ServiceProcess {
  readonly pid: number;
  /** Why it is not running any more; null while it runs. */
  readonly died: () => string | null;
  /** SIGINT, after three seconds SIGKILL; settles when it is gone. */
  readonly stop: () => Promise<void>;
}

export interface SpawnOptions {
  /** For people. */
  readonly name: string;
  readonly prefix: readonly string[];
  readonly cwd: string;
  /** Standard input, given whole. */
  readonly input?: string;
  readonly user?: { readonly uid: number; readonly gid: number } | null;
  readonly log: number;
}

const STOP_WITHIN_SECONDS = 3;

/** Starts a service that ends with this process, whichever way that ends. */
export function spawnService(command: readonly string[], options: SpawnOptions): ServiceProcess {
  const mark = newMark();
  const words = [...endsWithParent(), ...mark.words, ...options.prefix, ...command];
  const [program, ...args] = words as [string, ...string[]];
  const stdio: StdioOptions = [
    options.input === undefined ? "ignore" : "pipe",
    options.log,
    options.log,
  ];
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, LC_ALL: "C", ...mark.env },
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

/** Like `diesWithParent`, with time to put things in order: Postgres has children of its own. */
function endsWithParent(): string[] {
  return diesWithParent().map((word) => (word === "KILL" ? "INT" : word));
}

/** A port of loopback that nobody has this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

const READY_WITHIN_SECONDS = 20;

/**
 * The service at `address`, as soon as the data is in it; else it is stopped.
 * @param seed puts the data in, once that can be done; gives the server's version
 * @throws ServiceError with the last words of its log, when it ends before or 20 s have passed.
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
      return { address, description, died: server.died, stop: server.stop };
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
