import { OhaError, type LoadResult, type Oha } from "@deadheat/oha";
import type { Exchange } from "./server/exchange-type.ts";
import { CpuClockError, readCpu, readMemory, type CpuReading } from "./machine/cpu-time.ts";
import { cpuUse, type CpuUse } from "./machine/cpu-use.ts";
import { messageOf, answersFor, type Load, type Side, type Warmed } from "@deadheat/journal";
import { environmentErrorOf, Interrupted } from "./errors.ts";
import { departure } from "./server/answer.ts";
import { askedOf, send } from "./server/exchange.ts";
import { loadExchange, type Pace } from "./load/exchange-load.ts";
import { launch, type Server } from "./server/launch.ts";
import { LaunchError, settle } from "./server/ready.ts";
import { requireCpus, type Pinning } from "./machine/pinning.ts";
import { exchangeOf, explained, type Entrant } from "./server/entrant.ts";
import { togetherLoads, warm } from "./load/warm-up.ts";
import type { PlannedBlock } from "./draw/order.ts";

/** The settings that all blocks of a run share. */
export interface Bench {
  readonly oha: Pick<Oha, "path" | "version">;
  readonly pinning: Pinning;
  readonly load: Load;
  readonly signal: AbortSignal;
}

/** A value for each of the two servers of a duet. */
export type Pair<T> = { readonly new: T; readonly base: T };

/** A running server and its exchange. */
export type Asked = Server & { readonly exchange: Exchange };

/** A failure that makes the block unusable; the message has the reason. */
export class VoidBlock extends Error {}

/**
 * Returns the result of `measure`, or that of `voided` with the reason if a server or a generator fails. A failure
 * gives a void record, never a number.
 * @throws Interrupted if the signal aborts
 * @throws EnvironmentError if the machine lacks what is needed
 */
export async function orVoid<T>(
  entrants: Pair<Entrant>,
  { signal, pinning }: Pick<Bench, "signal" | "pinning">,
  measure: () => Promise<T>,
  voided: (reason: string) => T,
): Promise<T> {
  try {
    return await measure();
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    const environment = environmentErrorOf(error);
    if (environment) throw environment;
    if (
      error instanceof VoidBlock ||
      error instanceof CpuClockError ||
      error instanceof LaunchError ||
      error instanceof OhaError
    ) {
      requireCpus(pinning);
      return voided(await explained(messageOf(error), entrants.new));
    }
    throw error;
  }
}

/** Two servers that have answered rightly and were each warmed alone. */
export interface WarmPair {
  readonly servers: Pair<Asked>;
  readonly warmup: { readonly answers: number } & Pair<Warmed>;
  /** Returns the startup times of a server and its memory until now. */
  readonly processOf: (which: keyof Pair<unknown>) => Pick<Side, "startup" | "memory">;
}

/**
 * Runs `work` with both servers of a block, fresh on the same CPU, checked, and each warmed alone, in the drawn orders.
 * No process is left in any case.
 * @param loaded grows by the seconds under load
 */
export async function withWarmPair<T>(
  block: PlannedBlock,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
  loaded: { seconds: number },
  work: (pair: WarmPair) => Promise<T>,
): Promise<T> {
  const running: Server[] = [];
  const start = async (entrant: Entrant): Promise<Asked> => {
    const server = await launch(entrant, bench.pinning, bench.signal, "duet");
    running.push(server);
    return { ...server, exchange: exchangeOf(entrant, exchange) };
  };
  try {
    const started = await inOrder(block.spawnBaseFirst, entrants, start);
    await settle(bench.signal);
    const servers = await inOrder(false, started, (server) => asked(server, bench.signal));
    const firstBytes = await inOrder(false, servers, (server) => check(server, bench.signal));
    const idle = await inOrder(false, servers, (server) => memoryNow(server)?.resident ?? 0);

    const { warmup } = bench.load;
    const runtimes = [entrants.new.runtime, entrants.base.runtime];
    const answers = exchange.traffic?.warmAnswers ?? answersFor(warmup, runtimes);
    // Warm each server alone: its compiler's threads need the CPU that a partner would take.
    const warmed = await inOrder(block.warmBaseFirst, servers, (server): Promise<Warmed> => {
      const load = async (loadSeconds: number) => {
        const { good, seconds } = await loadOne(server, closed(server, bench, loadSeconds), bench);
        loaded.seconds += seconds;
        return { good, seconds };
      };
      return warm(load, answers, warmup).catch((failure: unknown) => {
        throw explain(failure, servers);
      });
    });
    return await work({
      servers,
      warmup: { answers, ...warmed },
      processOf: (which) => ({
        startup: {
          ready: servers[which].readySeconds,
          firstByte: servers[which].readySeconds + firstBytes[which],
        },
        memory: memoryOf(servers[which], idle[which]),
      }),
    });
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

/** Runs `work` for one of a pair and then for the other. */
export async function inOrder<T, U>(
  baseFirst: boolean,
  pair: Pair<T>,
  work: (item: T) => U | Promise<U>,
): Promise<Pair<U>> {
  if (baseFirst) {
    const base = await work(pair.base);
    return { base, new: await work(pair.new) };
  }
  const target = await work(pair.new);
  return { new: target, base: await work(pair.base) };
}

/** Returns the seconds that the right answer took. */
export async function check(server: Asked, signal: AbortSignal): Promise<number> {
  const { exchange } = server;
  const answer = await send(server.port, exchange, false, signal).catch((error: Error) => error);
  const wrong = answer instanceof Error ? answer.message : departure(exchange, answer);
  if (wrong !== null) throw new VoidBlock(`${server.name}: ${server.died() ?? wrong}`);
  return (answer as { seconds: number }).seconds;
}

/** Returns the server with its exchange completed by its own validators and body lengths. */
async function asked(server: Asked, signal: AbortSignal): Promise<Asked> {
  try {
    return { ...server, exchange: await askedOf(server.port, server.exchange, signal) };
  } catch (error) {
    throw new VoidBlock(`${server.name}: ${server.died() ?? messageOf(error)}`);
  }
}

/** Returns a closed loop over the connections of the run, or over those of the exchange if it has its own. */
export function closed(
  { exchange }: Asked,
  { load }: Pick<Bench, "load">,
  loadSeconds: number,
): Pace {
  const { connections = load.connections } = exchange.traffic ?? {};
  return { mode: "closed", connections, seconds: loadSeconds };
}

/** Returns an open loop at a rate for a duration. */
export function atRate(
  { exchange }: Asked,
  { load }: Pick<Bench, "load">,
  ratePerSecond: number,
  loadSeconds: number,
): Pace & { mode: "open" } {
  const { connections = load.connections } = exchange.traffic ?? {};
  const requests = Math.max(1, Math.round(ratePerSecond * loadSeconds));
  return { mode: "open", connections, ratePerSecond, requests };
}

/** Returns the pace of a window: the rate of the exchange if it has one, otherwise a closed loop. */
export function paceOf(server: Asked, bench: Pick<Bench, "load">, loadSeconds: number): Pace {
  const { ratePerSecond } = server.exchange.traffic ?? {};
  return ratePerSecond === undefined
    ? closed(server, bench, loadSeconds)
    : atRate(server, bench, ratePerSecond, loadSeconds);
}

/** Returns true if figures that oha calls void may be used. */
type Forgive = (result: LoadResult) => boolean;

/** Loads a server once. Anything but good answers voids the block. */
export async function loadOne(
  server: Asked,
  pace: Pace,
  { oha, pinning, load, signal }: Bench,
  forgive: Forgive = () => false,
): Promise<LoadResult> {
  const { exchange, port, name } = server;
  const generator = { oha, pinning, workerThreads: load.workerThreads, signal };
  const result = await loadExchange(exchange, port, pace, generator, name);
  if (result.void === null || forgive(result)) return result;
  throw new VoidBlock(`${name}: ${server.died() ?? result.void}`);
}

/** Runs two generators at once, one per server, started in the given order. */
export async function drive(
  servers: Pair<Asked>,
  paces: Pair<Pace>,
  bench: Bench,
  baseFirst: boolean,
  forgive?: Forgive,
): Promise<Pair<LoadResult>> {
  const either = new AbortController();
  const both = { ...bench, signal: AbortSignal.any([bench.signal, either.signal]) };
  const run = (which: keyof Pair<unknown>) => loadOne(servers[which], paces[which], both, forgive);
  const started = baseFirst ? [run("base"), run("new")] : [run("new"), run("base")];
  // The first failure ends the other generator. It is passed on when both are gone.
  const failures: unknown[] = [];
  for (const one of started) {
    one.catch((failure: unknown) => {
      failures.push(failure);
      either.abort();
    });
  }
  const outcomes = await Promise.allSettled(started);
  if (failures.length > 0) throw explain(failures[0], servers);
  const [one, other] = outcomes.map((o) => (o as PromiseFulfilledResult<LoadResult>).value);
  return baseFirst
    ? { new: other as LoadResult, base: one as LoadResult }
    : { new: one as LoadResult, base: other as LoadResult };
}

/** Loads both at once, so that the window is not their first end of a load (docs/findings/end-of-a-load.md). */
export async function loadTogether(
  servers: Pair<Asked>,
  bench: Bench,
  baseFirst: boolean,
  loaded: { seconds: number },
): Promise<void> {
  for (const [i, part] of togetherLoads(bench.load.warmup).entries()) {
    const paces = {
      new: closed(servers.new, bench, part),
      base: closed(servers.base, bench, part),
    };
    const from = performance.now();
    await drive(servers, paces, bench, i % 2 === 0 ? baseFirst : !baseFirst);
    loaded.seconds += (performance.now() - from) / 1000;
  }
}

/** Returns the failure of a dead server if there is one, since the generator's message says less. */
function explain(failure: unknown, servers: Pair<Server>): unknown {
  for (const server of [servers.new, servers.base]) {
    const died = server.died();
    if (died !== null) return new VoidBlock(`${server.name}: ${died}`);
  }
  return failure;
}

/** The result of a load and the CPU time that the server used for it. */
export interface Used {
  readonly result: LoadResult;
  readonly cpu: CpuUse;
}

/** Loads both and reads each server's CPU clock before and after. */
export async function measurePair(
  servers: Pair<Asked>,
  load: () => Promise<Pair<LoadResult>>,
): Promise<Pair<Used>> {
  const before = await inOrder(false, servers, clockOf);
  const results = await load();
  const after = await inOrder(false, servers, clockOf);
  const used = (which: keyof Pair<unknown>): Used => ({
    result: results[which],
    cpu: usedBy(servers[which], before[which], after[which], results[which].seconds),
  });
  return { new: used("new"), base: used("base") };
}

export async function clockOf({ pid }: Server): Promise<CpuReading | null> {
  return pid === 0 ? null : readCpu(pid);
}

/**
 * Returns the CPU use of a server. A process that cannot be seen counts as one CPU all the time, so that its efficiency
 * is its requests per second.
 * @throws VoidBlock if the CPU time of a part of the server is lost
 */
export function usedBy(
  server: Server,
  before: CpuReading | null,
  after: CpuReading | null,
  loadSeconds: number,
): CpuUse {
  if (before === null || after === null) {
    return { run: loadSeconds, serving: loadSeconds, lostThreads: 0 };
  }
  try {
    return cpuUse(before, after);
  } catch (error) {
    if (!(error instanceof CpuClockError)) throw error;
    throw new VoidBlock(`${server.name}: ${server.died() ?? error.message}`);
  }
}

function memoryNow({ pid }: Server) {
  return pid === 0 ? null : readMemory(pid);
}

function memoryOf(server: Server, idle: number): Side["memory"] {
  const now = memoryNow(server);
  return now === null ? null : { idle, peak: now.peak };
}
