import { spawn, type StdioOptions } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  messageOf,
  readRegular,
  EnvironmentError,
  Interrupted,
  unlessInterrupted,
} from "@deadheat/journal";
import { follow } from "../machine/family.ts";
import { newMark } from "../mark.ts";
import { diesWithParent } from "../machine/pinning.ts";
import type { Surroundings } from "./service.ts";

export interface ServiceProcess {
  readonly name: string;
  readonly pid: number;
  /** The file with what the process prints. */
  readonly log: string;
  /** Returns the reason why the process ended, or null while it runs. */
  readonly died: () => string | null;
  /** Sends SIGINT, and SIGKILL after three seconds. Settles when the process is gone. */
  readonly stop: () => Promise<void>;
}

export interface SpawnOptions {
  readonly name: string;
  readonly cwd: string;
  readonly input?: string;
  /** The environment; only PATH by default. */
  readonly env?: NodeJS.ProcessEnv;
  readonly user?: { readonly uid: number; readonly gid: number } | null;
  readonly log: string;
}

const STOP_WITHIN_SECONDS = 3;

/** Starts a service that ends with this process, however this process ends. */
export function spawnService(
  command: readonly string[],
  { prefix }: Surroundings,
  { name, log, ...options }: SpawnOptions,
): ServiceProcess {
  const mark = newMark();
  // Not SIGKILL as for other processes: Postgres has child processes and needs time for a clean shutdown.
  const endsWithParent = diesWithParent().map((word) => (word === "KILL" ? "INT" : word));
  const words = [...endsWithParent, ...mark.words, ...prefix, ...command];
  const [program, ...args] = words as [string, ...string[]];
  const output = openSync(log, "a", 0o600);
  const stdio: StdioOptions = [options.input === undefined ? "ignore" : "pipe", output, output];
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...(options.env ?? { PATH: process.env.PATH, LC_ALL: "C" }), ...mark.env },
    stdio,
    detached: true,
    ...options.user,
  });
  closeSync(output);
  if (options.input !== undefined) child.stdin?.end(options.input);
  const family = follow(child, mark, name);
  const died = () => {
    if (child.pid === undefined) return `${program} could not be started`;
    if (child.exitCode === null && child.signalCode === null) return null;
    return `exited with ${child.signalCode ?? `code ${child.exitCode}`}`;
  };
  const stop = () => family.end("SIGINT", STOP_WITHIN_SECONDS);
  return { name, pid: child.pid ?? 0, log, died, stop };
}

const READY_WITHIN_SECONDS = 60;
const POLL_MILLISECONDS = 30;
const LAST_LINES = 5;
/** A longer log is not read. */
const LARGEST_LOG = 10_000_000;

/**
 * Waits until `attempt` succeeds, and returns its result. Stops the service if it does not.
 * @param attempt throws while the service is not ready
 * @throws EnvironmentError with the end of the log, if the service ends or is not ready within 60 s; Interrupted
 */
export async function untilReady<T>(
  { name, log, died, stop }: ServiceProcess,
  attempt: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const late = AbortSignal.timeout(1000 * READY_WITHIN_SECONDS);
  const given = AbortSignal.any([signal, late]);
  let last = "it does not answer";
  while (!given.aborted && died() === null) {
    try {
      return await unlessInterrupted(attempt(), given);
    } catch (error) {
      if (!given.aborted) last = messageOf(error);
    }
    await sleep(POLL_MILLISECONDS, undefined, { signal: given }).catch(() => {});
  }
  const why = died() ?? `was not ready within ${READY_WITHIN_SECONDS} s: ${last}`;
  await stop();
  if (signal.aborted) throw new Interrupted();
  const text = String(readRegular(log, LARGEST_LOG) ?? "");
  const words = text.trim().split("\n").slice(-LAST_LINES);
  throw new EnvironmentError([`${name} ${why}`, ...words].join("\n").trim());
}
