import { once } from "node:events";
import os from "node:os";
import type { Readable } from "node:stream";
import {
  isThere,
  messageOf,
  publishable,
  environmentErrorOf,
  Interrupted,
  unlessInterrupted,
} from "@deadheat/journal";
import { atGate } from "../isolation/gate.ts";
import { isolation } from "../isolation/isolation.ts";
import type { Room } from "../isolation/room.ts";
import { wallsEnvironment } from "../isolation/variables.ts";
import { wallsOf } from "../isolation/walls.ts";
import { startFamily } from "../machine/family.ts";
import type { Entrant } from "./entrant.ts";
import type { Exchange } from "./exchange-type.ts";
import { announced, answering, freePort, LaunchError } from "./ready.ts";
import { misplaced } from "../machine/placement.ts";
import { pinned, type Pinning } from "../machine/pinning.ts";

/** A server that is running, and that is asked. */
export interface Server {
  readonly name: string;
  /** The request that is sent to it, and the response that must come back. */
  readonly exchange: Exchange;
  /** The process id; 0 if the server runs already and its process is unknown. */
  readonly pid: number;
  readonly port: number;
  /** The seconds from spawn to the readiness line, or until it listens. */
  readonly readySeconds: number;
  /** The seconds from spawn to the first right response, without the rest before it. null if it was not asked yet. */
  readonly responseSeconds: number | null;
  /** Returns the reason that the server stopped, with the end of its output; null while it runs. */
  readonly died: () => string | null;
  /** Sends SIGTERM, after two seconds SIGKILL. Settles when the process is gone, and every process that it started. */
  readonly stop: () => Promise<void>;
}

const STOP_WITHIN_SECONDS = 2;
const OUTPUT_TAIL = 2000;
/** The kept characters before useless parts are removed. */
const OUTPUT_KEPT = 20_000;

/**
 * Starts an entrant on the server CPU and waits until it is ready.
 * @param role `duet` if it shares that CPU with the other server of a duet
 * @throws LaunchError if it exits, prints something else first, or is not ready in time
 * @throws Interrupted if `signal` aborts; the process is gone by then
 * @throws EnvironmentError if the system has no process, memory or open file left
 */
export async function launch(
  entrant: Entrant,
  pinning: Pinning,
  signal?: AbortSignal,
  role: "server" | "duet" = "server",
): Promise<Omit<Server, "exchange">> {
  if (signal?.aborted) throw new Interrupted();
  const { name, cwd, env } = entrant;
  if (entrant.running) return alreadyRunning(name, entrant.running);
  try {
    await unlessInterrupted(entrant.prepare?.(), signal);
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    throw new LaunchError(`${name}: ${messageOf(error)}`, {}, { cause: error });
  }
  const asked = entrant.asks && { exchange: entrant.asks, port: await freePort() };
  const onPort = (word: string) => word.replaceAll("{port}", String(asked?.port ?? 0));
  const command = entrant.command.map(onPort);
  const own = Object.entries(env).map(([variable, value]) => [variable, onPort(value)] as const);
  const given = asked && { [entrant.portVariable ?? "PORT"]: String(asked.port) };
  const variables = { ...Object.fromEntries(own), ...given };
  const isIsolated = entrant.room !== undefined && (await isolation()).mode !== "none";
  const walls = isIsolated
    ? wallsFor(name, () => wallsOf(entrant.room as Room, cwd, variables))
    : null;
  const { child, family, ...spawned } = startFamily(
    [...pinned(pinning, role), ...(walls ?? []), ...command],
    {
      cwd,
      env: walls ? wallsEnvironment(variables) : variables,
      stdio: ["ignore", "pipe", "pipe", ...(walls ? ["pipe" as const] : [])],
    },
    name,
  );
  let { startedAt } = spawned;
  if (child.pid === undefined) {
    const [cause] = (await once(child, "error")) as [Error];
    const message = `${name}: could not be started: ${cause.message}`;
    throw environmentErrorOf(cause) ?? new LaunchError(message, {}, { cause });
  }
  // A server that knows nothing of deadheat may print the reason of its end anywhere.
  const output = tailOf(asked ? [child.stdout, child.stderr] : [child.stderr]);
  const stop = () => family.end("SIGTERM", STOP_WITHIN_SECONDS);
  let pid: number = child.pid;
  if (walls) {
    const waiting = await atGate(child, signal);
    if (waiting === null) {
      await stop();
      if (signal?.aborted) throw new Interrupted();
      const how = `could not be isolated${output() && `: ${output()}`}`;
      throw new LaunchError(`${name}: ${how}`, { how });
    }
    pid = waiting.pid;
    family.leadBy(pid, waiting.first);
    startedAt = performance.now();
    waiting.open();
  }
  const ended = () => {
    if (child.exitCode === null && child.signalCode === null) return null;
    const how =
      child.signalCode ?? signalIn(child.exitCode, isIsolated) ?? `code ${child.exitCode}`;
    // This SIGKILL is never ours, which comes after the last check.
    const why = how === "SIGKILL" ? " (the kernel does that when memory runs out: see dmesg)" : "";
    return `exited with ${how}${why}`;
  };
  const withWords = (how: string) =>
    output() === "" ? how : `${how}; its last words:\n${output()}`;
  const died = () => {
    const how = ended();
    return how === null ? null : withWords(how);
  };
  try {
    const { port, ready, answered } = await readiness();
    const readySeconds = (ready - startedAt) / 1000;
    const responseSeconds = answered === null ? null : (answered - startedAt) / 1000;
    const impostor = entrant.impostor?.(pid) ?? null;
    if (impostor !== null) throw new LaunchError(impostor);
    const astray = misplaced(pid, port, pinning);
    if (astray !== null) throw new LaunchError(astray);
    return { name, pid, port, readySeconds, responseSeconds, died, stop };
  } catch (error) {
    const how = ended() ?? messageOf(error);
    await stop();
    if (error instanceof Interrupted) throw error;
    const { elsewhere = [] } = error instanceof LaunchError ? error.start : {};
    const start = { how, words: output(OUTPUT_KEPT), elsewhere };
    throw new LaunchError(`${name}: ${withWords(how)}`, start, { cause: error });
  }

  async function readiness() {
    const limits = { exit: family.gone, signal, seconds: entrant.readySeconds };
    if (asked === undefined) {
      const port = await announced(entrant, child, limits);
      return { port, ready: performance.now(), answered: null };
    }
    const { port, exchange } = asked;
    // Without a login, the server would refuse the request.
    const { login, traffic } = exchange;
    const first = login ? { request: login.request, ...(traffic && { traffic }) } : exchange;
    const { listened, answered } = await answering(port, first, pid, limits);
    return { port, ready: listened, answered };
  }
}

/** Returns the signal that ended a server inside of its walls, from the code that a shell makes of it; null for none. */
function signalIn(code: number | null, isIsolated: boolean): string | null {
  if (!isIsolated || code === null || code <= 128) return null;
  const named = Object.entries(os.constants.signals).find(([, number]) => number === code - 128);
  return named?.[0] ?? null;
}

function alreadyRunning(
  name: string,
  { port, pid }: NonNullable<Entrant["running"]>,
): Omit<Server, "exchange"> {
  const died = () => (pid === null || isThere(pid) ? null : "the process has ended");
  return {
    name,
    pid: pid ?? 0,
    port,
    readySeconds: 0,
    responseSeconds: null,
    died,
    stop: () => Promise.resolve(),
  };
}

/** Returns a function that returns the end of what these streams printed so far. */
function tailOf(streams: readonly (Readable | null)[]): (characters?: number) => string {
  let text = "";
  for (const stream of streams) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-OUTPUT_KEPT);
    });
  }
  return (characters = OUTPUT_TAIL) => publishable(text).trim().slice(-characters);
}

/** @throws LaunchError if the folders of a server cannot be shown to it, such as a tree that is not there */
function wallsFor(name: string, make: () => string[]): string[] {
  try {
    return make();
  } catch (error) {
    const environment = environmentErrorOf(error);
    if (environment) throw environment;
    throw new LaunchError(`${name}: ${messageOf(error)}`, {}, { cause: error });
  }
}
