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
import { LaunchError } from "./server/ready.ts";
import { requireCpus, type Pinning } from "./machine/pinning.ts";
import { settle } from "./server/settle.ts";
import { exchangeOf, explained, type Entrant } from "./server/entrant.ts";
import { togetherLoads, warm } from "./load/warm-up.ts";
import type { PlannedBlock } from "./draw/order.ts";

/** What every block of a run shares. */
export interface Bench {
  readonly oha: Pick<Oha, "path" | "version">;
  readonly pinning: Pinning;
  readonly load: Load;
  readonly signal: AbortSignal;
}

/** The two servers of a duet, in whichever order. */
export type Pair<T> = { readonly target: T; readonly reference: T };

/** A running server, and what it is asked. */
export type Asked = Server & { readonly exchange: Exchange };

/** Something that makes the block unusable; its message says what. */
export class VoidBlock extends Error {}

/**
 * What `measure` makes of a pair, or what `voided` makes of the reason why it cannot be used: whatever goes wrong
 * with a server or a generator gives a void record, never a number.
 * @throws Interrupted when the signal aborts, EnvironmentError
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
      return voided(await explained(messageOf(error), entrants.target));
    }
    throw error;
  }
}

/** Two servers that have answered rightly and are warm, each alone. */
export interface WarmPair {
  readonly servers: Pair<Asked>;
  readonly warmup: { readonly answers: number } & Pair<Warmed>;
  /** How a server's process began, and what it has used of memory until now. */
  readonly processOf: (which: keyof Pair<unknown>) => Pick<Side, "startup" | "memory">;
}

/**
 * `work` with both servers of a block, spawned afresh on the same CPU, checked, and each warmed alone until it has
 * given its answers, all in the orders that were drawn. No process is left on any way out.
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
    const started = await inOrder(block.spawnReferenceFirst, entrants, start);
    await settle(bench.signal);
    const servers = await inOrder(false, started, asked);
    const firstBytes = await inOrder(false, servers, check);
    const idle = await inOrder(false, servers, (server) => memoryNow(server)?.resident ?? 0);

    const { warmup } = bench.load;
    const runtimes = [entrants.target.runtime, entrants.reference.runtime];
    const answers = exchange.traffic?.warmAnswers ?? answersFor(warmup, runtimes);
    // Alone, with room on the CPU for its compiler's threads, which a partner would take.
    const warmed = await inOrder(block.warmReferenceFirst, servers, (server): Promise<Warmed> => {
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

/** Both of a pair through `work`, one after the other. */
export async function inOrder<T, U>(
  referenceFirst: boolean,
  pair: Pair<T>,
  work: (item: T) => U | Promise<U>,
): Promise<Pair<U>> {
  if (referenceFirst) {
    const reference = await work(pair.reference);
    return { target: await work(pair.target), reference };
  }
  const target = await work(pair.target);
  return { target, reference: await work(pair.reference) };
}

/** The seconds that the right answer took. */
export async function check(server: Asked): Promise<number> {
  const { exchange } = server;
  const answer = await send(server.port, exchange).catch((error: Error) => error);
  const wrong = answer instanceof Error ? answer.message : departure(exchange, answer);
  if (wrong !== null) throw new VoidBlock(`${server.name}: ${server.died() ?? wrong}`);
  return (answer as { seconds: number }).seconds;
}

/** What it is asked by its own validators, and how long its own answers are. */
async function asked(server: Asked): Promise<Asked> {
  try {
    return { ...server, exchange: await askedOf(server.port, server.exchange) };
  } catch (error) {
    throw new VoidBlock(`${server.name}: ${server.died() ?? messageOf(error)}`);
  }
}

/** As many requests as it answers, over the run's connections, unless its exchange has its own number. */
export function closed(
  { exchange }: Asked,
  { load }: Pick<Bench, "load">,
  loadSeconds: number,
): Pace {
  const { connections = load.connections } = exchange.traffic ?? {};
  return { mode: "closed", connections, seconds: loadSeconds };
}

/** The rate that is asked of it for so long. */
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

/** Whether figures may be used that oha calls void. */
type Forgive = (result: LoadResult) => boolean;

/** Good answers only: anything else voids the block. */
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

/** Two generators at once, one for each server, started in the given order. */
export async function drive(
  servers: Pair<Asked>,
  paces: Pair<Pace>,
  bench: Bench,
  referenceFirst: boolean,
  forgive?: Forgive,
): Promise<Pair<LoadResult>> {
  const either = new AbortController();
  const both = { ...bench, signal: AbortSignal.any([bench.signal, either.signal]) };
  const run = (which: keyof Pair<unknown>) => loadOne(servers[which], paces[which], both, forgive);
  const started = referenceFirst
    ? [run("reference"), run("target")]
    : [run("target"), run("reference")];
  // The first that fails ends the other, and both are gone before its failure is passed on.
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
  return referenceFirst
    ? { target: other as LoadResult, reference: one as LoadResult }
    : { target: one as LoadResult, reference: other as LoadResult };
}

/** Both at once, before anything is measured; what ends here ends for the first time (docs/findings/end-of-a-load.md). */
export async function loadTogether(
  servers: Pair<Asked>,
  bench: Bench,
  referenceFirst: boolean,
  loaded: { seconds: number },
): Promise<void> {
  for (const [i, part] of togetherLoads(bench.load.warmup).entries()) {
    const paces = {
      target: closed(servers.target, bench, part),
      reference: closed(servers.reference, bench, part),
    };
    const from = performance.now();
    await drive(servers, paces, bench, i % 2 === 0 ? referenceFirst : !referenceFirst);
    loaded.seconds += (performance.now() - from) / 1000;
  }
}

/** A dead server says more than the generator that noticed it. */
function explain(failure: unknown, servers: Pair<Server>): unknown {
  for (const server of [servers.target, servers.reference]) {
    const died = server.died();
    if (died !== null) return new VoidBlock(`${server.name}: ${died}`);
  }
  return failure;
}

/** What a server answered in a load, and what it used for that. */
export interface Used {
  readonly result: LoadResult;
  readonly cpu: CpuUse;
}

/** A load on both, with each server's CPU clock read before and after. */
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
  return { target: used("target"), reference: used("reference") };
}

export async function clockOf({ pid }: Server): Promise<CpuReading | null> {
  return pid === 0 ? null : readCpu(pid);
}

/**
 * A process that cannot be seen counts as one CPU all the time: its efficiency is then that of requests per second.
 * @throws VoidBlock where a part of it is nowhere.
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
