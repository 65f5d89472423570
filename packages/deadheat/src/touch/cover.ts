import { setTimeout as sleep } from "node:timers/promises";
import { Interrupted, messageOf, withScratch } from "@deadheat/journal";
import {
  cpuUse,
  launch,
  loggedIn,
  readCpu,
  send,
  keptAgent,
  type Exchange,
  type Pair,
  type Pinning,
} from "@deadheat/measure";
import type { Note } from "../step.ts";
import type { Trial } from "../provenance/trial.ts";
import { entrantOf } from "../ready/installed.ts";
import type { Script } from "./changes.ts";
import { openCoverage, type Coverage, type Ran } from "./covered.ts";
import { scriptsIn } from "./ran-code.ts";

/** The code that a server ran until it was ready, and for each request. */
export interface Covered extends Startup {
  /** The scripts by process and id, as the reports name them. */
  readonly scripts: ReadonlyMap<string, Script>;
  /** By turn and request: in the first turn each has a few responses, which may fill a cache, and in each later one many. */
  readonly turns: readonly (readonly Ran[])[];
  /** Whether each request was sent often enough to see code that runs on every tenth. */
  readonly isSeenEnough: readonly boolean[];
  /** The CPU seconds of a response to each request. */
  readonly cpuSeconds: readonly number[];
}

interface Startup {
  /** The code that ran before the first request. */
  readonly startup: Ran;
  /** The code that ran with the request that proved that the server is ready: the first one, or its login. */
  readonly ready: Ran;
}

interface Covering {
  readonly pinning: Pinning;
  readonly signal: AbortSignal;
  readonly note: Note;
}

/** The responses to each request in each turn. */
const TURNS = [3, 60, 60];
/** The responses in a turn that show code which runs on every tenth request. */
const ENOUGH = 50;
/** The time of all requests of a server, and the least time of one. A slow request is sent less often. */
const ALL_SECONDS = 40;
const LEAST_SECONDS = 1;
const CONNECTIONS = 4;
/** The time for work that goes on after a response. */
const SETTLING_MILLISECONDS = 10;

/**
 * Starts both servers once more, and finds out which functions each request runs.
 * @returns null if that is unknown: the runtime does not say it, or a server works with several processes or threads
 */
export async function coverPair(
  { base, new: next }: Pair<Trial>,
  covering: Covering,
): Promise<Pair<Covered> | null> {
  return withScratch("covered", async (folder) => {
    const started = [base, next].map((one, i) => cover(one, folder, `side-${i}`, covering));
    await Promise.allSettled(started);
    const [before, after] = await Promise.all(started);
    return before && after ? { base: before, new: after } : null;
  });
}

/** Starts one server once more, and finds out which functions each request runs; null as for two. */
export async function coverOne(trial: Trial, covering: Covering): Promise<Covered | null> {
  return withScratch("covered", (folder) => cover(trial, folder, "side", covering));
}

async function cover(
  { side, exchanges }: Trial,
  folder: string,
  name: string,
  { pinning, signal, note }: Covering,
): Promise<Covered | null> {
  const [asks] = exchanges as readonly [Exchange];
  const coverage = await openCoverage(folder, name);
  try {
    const server = await launch(coverage.watched(entrantOf(side, asks)), pinning, signal);
    try {
      return await coverServer(server, side, exchanges, coverage, signal);
    } finally {
      await server.stop();
    }
  } catch (error) {
    if (signal.aborted || error instanceof Interrupted) throw new Interrupted();
    // Whatever this server cannot do here, the measurement will show.
    const [reason] = messageOf(error).split("\n");
    note(`${side.name}: each request is measured, since its functions are unknown: ${reason}`);
    return null;
  } finally {
    coverage.close();
  }
}

/** @throws Error if the functions of a request are unknown */
async function coverServer(
  { pid, port }: { readonly pid: number; readonly port: number },
  side: Trial["side"],
  exchanges: readonly Exchange[],
  coverage: Coverage,
  signal: AbortSignal,
): Promise<Covered> {
  const [{ login, traffic }] = exchanges as readonly [Exchange];
  const headers = await loggedIn(
    port,
    { ...(login && { login }), ...(traffic && { traffic }) },
    signal,
  );
  const asked = exchanges.map((one) => withHeaders(one, headers));
  const startup = await coverage.take();
  const take = async () => {
    await sleep(SETTLING_MILLISECONDS, undefined, { signal });
    return coverage.take();
  };
  const turns: Ran[][] = [];
  const counts = asked.map(() => Infinity);
  const cpuSeconds = asked.map(() => 0);
  const each = Math.max(LEAST_SECONDS, ALL_SECONDS / asked.length) / (TURNS.length - 1);
  for (const [n, times] of TURNS.entries()) {
    const reports: Ran[] = [];
    for (const [i, one] of asked.entries()) {
      const before = pid === 0 ? null : await readCpu(pid);
      const count = await drive(port, one, times, n === 0 ? Infinity : each, signal);
      const after = pid === 0 ? null : await readCpu(pid);
      reports.push(await take());
      if (n === 0) continue;
      counts[i] = Math.min(counts[i] ?? 0, count);
      cpuSeconds[i] = before && after ? cpuUse(before, after).run / Math.max(1, count) : 0;
    }
    turns.push(reports);
  }
  const reports = [startup, ...turns.flat()];
  if (reports.includes(null)) throw new Error("not all of its processes say what they run");
  if (processesIn(turns.flat()).size > 1)
    throw new Error("it works in several processes or threads");
  const isSeenEnough = counts.map((count) => count >= ENOUGH);
  const scripts = scriptsIn(side, reports);
  return { scripts, ...startupIn(startup), turns, isSeenEnough, cpuSeconds };
}

/** Splits the first report. Without a look before the first request, that belongs to the startup too. */
function startupIn(report: Ran): Startup {
  const isSeen = report?.some(({ startup }) => startup !== null);
  if (!report || !isSeen) return { startup: report, ready: [] };
  return { startup: report.map((one) => ({ ...one, scripts: one.startup ?? [] })), ready: report };
}

/** Returns the processes and threads that ran something. */
function processesIn(reports: readonly Ran[]): Set<string> {
  const all = reports.flatMap((report) => report ?? []);
  return new Set(all.flatMap(({ process, scripts }) => (scripts.length > 0 ? [process] : [])));
}

function withHeaders(exchange: Exchange, headers: Readonly<Record<string, string>>): Exchange {
  const { request } = exchange;
  return { ...exchange, request: { ...request, headers: { ...request.headers, ...headers } } };
}

/**
 * Sends a request on each of its paths in turn.
 * @returns how often it was sent
 * @throws Error if a response has another status than expected
 */
async function drive(
  port: number,
  { request, variants = [], response: { status }, traffic }: Exchange,
  times: number,
  seconds: number,
  signal: AbortSignal,
): Promise<number> {
  const paths = [...new Set([request.path, ...variants.map((one) => one.request.path)])];
  const all = Math.max(times, paths.length);
  const end = performance.now() + 1000 * seconds;
  let sent = 0;
  const connection = async () => {
    const agent = keptAgent({ ...(traffic && { traffic }) });
    try {
      while (sent < all && performance.now() < end) {
        const path = paths[sent++ % paths.length] as string;
        const own = { request: { ...request, path }, ...(traffic && { traffic }) };
        const answer = await send(port, own, traffic?.keepAlive === false ? false : agent, signal);
        if (answer.status === status) continue;
        throw new Error(`${request.method} ${path} returned status ${answer.status}`);
      }
    } finally {
      agent.destroy();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return sent;
}
