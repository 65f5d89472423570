import type { Exchange } from "./server/exchange-type.ts";
import { OhaError, type LoadResult, type Oha } from "@deadheat/oha";
import { generate } from "./load/generate.ts";
import { CpuClockError, readCpu, readMemory, type CpuReading } from "./machine/cpu-time.ts";
import { cpuUse, type CpuUse } from "./machine/cpu-use.ts";
import {
  messageOf,
  answersFor,
  type BlockRecord,
  type Side,
  type Warmed,
  type Load,
} from "@deadheat/journal";
import { environmentErrorOf, Interrupted } from "./errors.ts";
import { departure, send } from "./server/exchange.ts";
import { exchangeLoad, wrongBodies } from "./load/exchange-load.ts";
import { launch, type Server } from "./server/launch.ts";
import { LaunchError } from "./server/ready.ts";
import { machineUse, readMachine } from "./machine/machine-use.ts";
import { requireCpus, type Pinning } from "./machine/pinning.ts";
import { settle } from "./server/settle.ts";
import { sampleBodies, type Sampler } from "./server/sampling.ts";
import { exchangeOf, explained, type Entrant } from "./server/entrant.ts";
import { endsSeconds, togetherLoads, warm } from "./load/warm-up.ts";
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
type Asked = Server & { readonly exchange: Exchange };

/** Something that makes the block unusable; its message says what. */
class VoidBlock extends Error {}

/**
 * One block: both servers spawned afresh on the same CPU, checked, each warmed alone until it has given its
 * answers, then both for a moment together, then measured at the same time by two generators on other CPUs.
 * Whatever goes wrong with a server or a generator gives a void block, never a number.
 * @throws Interrupted when the signal aborts. No process is left on any way out.
 */
export async function runBlock(
  block: PlannedBlock,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
): Promise<BlockRecord> {
  const { role, target, reference, scenario } = block.duet;
  const startedAt = new Date();
  const clock = performance.now();
  const loaded = { seconds: 0 };
  const record = (
    outcome: Pick<BlockRecord, "void" | "warmup" | "sides" | "machine">,
  ): BlockRecord => ({
    type: "block",
    role,
    target,
    reference,
    scenario,
    n: block.n,
    stage: block.stage,
    startedAt: startedAt.toISOString(),
    seconds: { total: (performance.now() - clock) / 1000, load: loaded.seconds },
    ...outcome,
  });
  try {
    return record({ void: null, ...(await play(block, entrants, exchange, bench, loaded)) });
  } catch (error) {
    if (bench.signal.aborted) throw new Interrupted();
    const environment = environmentErrorOf(error);
    if (environment) throw environment;
    if (
      error instanceof VoidBlock ||
      error instanceof CpuClockError ||
      error instanceof LaunchError ||
      error instanceof OhaError
    ) {
      requireCpus(bench.pinning);
      const reason = await explained(messageOf(error), entrants.target);
      return record({ void: reason, sides: null, machine: null });
    }
    throw error;
  }
}

async function play(
  block: PlannedBlock,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
  loaded: { seconds: number },
): Promise<Pick<BlockRecord, "warmup" | "sides" | "machine">> {
  const running: Server[] = [];
  let sampler: Sampler | null = null;
  const start = async (entrant: Entrant): Promise<Asked> => {
    const server = await launch(entrant, bench.pinning, bench.signal, "duet");
    running.push(server);
    return { ...server, exchange: exchangeOf(entrant, exchange) };
  };
  try {
    const servers = await inOrder(block.spawnReferenceFirst, entrants, start);
    await settle(bench.signal);
    const firstBytes = await inOrder(false, servers, check);
    const idle = await inOrder(false, servers, (server) => memoryNow(server)?.resident ?? 0);

    const { warmup, windowSeconds } = bench.load;
    const answers = answersFor(warmup, [entrants.target.runtime, entrants.reference.runtime]);
    // Alone, with room on the CPU for its compiler's threads, which a partner would take.
    const warmed = await inOrder(block.warmReferenceFirst, servers, (server): Promise<Warmed> => {
      const load = async (loadSeconds: number) => {
        const { good, seconds: took } = await loadOne(server, bench, loadSeconds);
        loaded.seconds += took;
        return { good, seconds: took };
      };
      return warm(load, answers, warmup).catch((failure: unknown) => {
        throw explain(failure, servers);
      });
    });

    const first = block.loadReferenceFirst;
    sampler = sampleBodies(servers);
    for (const [i, part] of togetherLoads(warmup).entries()) {
      const startWithReference = i % 2 === 0 ? first : !first;
      loaded.seconds += await seconds(() => drive(servers, bench, part, startWithReference));
    }

    const measured = async (loadSeconds: number, startWithReference: boolean): Promise<Window> => {
      const window = await measure(servers, bench, loadSeconds, startWithReference);
      loaded.seconds += Math.max(window.target.result.seconds, window.reference.result.seconds);
      return window;
    };
    const ends = await measured(endsSeconds(windowSeconds), !first);
    const machineBefore = readMachine();
    const window = await measured(windowSeconds, first);
    const machineAfter = readMachine();
    const ours = window.target.cpu.run + window.reference.cpu.run;
    const machine = machineUse(machineBefore, machineAfter, ours, bench.pinning);
    requireCpus(bench.pinning);

    const sampled = await sampler.stop();
    for (const { wrong } of [sampled.target, sampled.reference]) {
      if (wrong !== null) throw new VoidBlock(`under load, ${wrong}`);
    }
    // Whoever answers wrongly after a million requests has not served them all rightly.
    await inOrder(false, servers, check);
    const side = (which: keyof Pair<unknown>): Side => ({
      ...sideOf(servers[which], window[which], ends[which]),
      startup: {
        ready: servers[which].readySeconds,
        firstByte: servers[which].readySeconds + firstBytes[which],
      },
      memory: memoryOf(servers[which], idle[which]),
      sampled: sampled[which].count,
    });
    return {
      warmup: { answers, ...warmed },
      sides: { target: side("target"), reference: side("reference") },
      machine,
    };
  } finally {
    await sampler?.stop();
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
async function check(server: Asked): Promise<number> {
  const { exchange } = server;
  const answer = await send(server.port, exchange).catch((error: Error) => error);
  const wrong = answer instanceof Error ? answer.message : departure(exchange, answer);
  if (wrong !== null) throw new VoidBlock(`${server.name}: ${server.died() ?? wrong}`);
  return (answer as { seconds: number }).seconds;
}

/** One generator for one server. */
async function loadOne(
  server: Asked,
  { oha, pinning, load: { connections, workerThreads }, signal }: Bench,
  loadSeconds: number,
): Promise<LoadResult> {
  const load = {
    mode: "closed",
    ...exchangeLoad(server.exchange, server.port),
    connections,
    seconds: loadSeconds,
  } as const;
  const result = await generate(load, { oha, pinning, workerThreads, signal }, server.name);
  return accept(result, server);
}

/** Two generators at once, one for each server, started in the given order. */
async function drive(
  servers: Pair<Asked>,
  bench: Bench,
  loadSeconds: number,
  referenceFirst: boolean,
): Promise<Pair<LoadResult>> {
  const either = new AbortController();
  const both = { ...bench, signal: AbortSignal.any([bench.signal, either.signal]) };
  const run = (server: Asked) => loadOne(server, both, loadSeconds);
  const started = referenceFirst
    ? [run(servers.reference), run(servers.target)]
    : [run(servers.target), run(servers.reference)];
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

/** Good answers only: anything else voids the block. */
function accept(result: LoadResult, server: Asked): LoadResult {
  const { name, exchange } = server;
  if (result.void !== null) {
    throw new VoidBlock(`${name}: ${server.died() ?? result.void}`);
  }
  const wrong = wrongBodies(result, exchange);
  if (wrong !== null) throw new VoidBlock(`${name}: ${wrong}`);
  return result;
}

/** A dead server says more than the generator that noticed it. */
function explain(failure: unknown, servers: Pair<Server>): unknown {
  for (const server of [servers.target, servers.reference]) {
    const died = server.died();
    if (died !== null) return new VoidBlock(`${server.name}: ${died}`);
  }
  return failure;
}

interface Used {
  readonly result: LoadResult;
  readonly cpu: CpuUse;
}
type Window = Pair<Used>;

/** A load on both, with each server's CPU clock read before and after. */
async function measure(
  servers: Pair<Asked>,
  bench: Bench,
  loadSeconds: number,
  referenceFirst: boolean,
): Promise<Window> {
  const before = await inOrder(false, servers, clockOf);
  const results = await drive(servers, bench, loadSeconds, referenceFirst);
  const after = await inOrder(false, servers, clockOf);
  const side = (which: keyof Window): Used => ({
    result: results[which],
    cpu: usedBy(servers[which], before[which], after[which], results[which].seconds),
  });
  return { target: side("target"), reference: side("reference") };
}

async function clockOf({ pid }: Server): Promise<CpuReading | null> {
  return pid === 0 ? null : readCpu(pid);
}

/**
 * A process that cannot be seen counts as one CPU all the time: its efficiency is then that of requests per second.
 * @throws VoidBlock where a part of it is nowhere.
 */
function usedBy(
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

/** @throws VoidBlock where the window is too short for a server so slow. */
function sideOf(server: Server, window: Used, ends: Used): Omit<Side, "startup" | "memory"> {
  const of = ({ result, cpu }: Used) => ({ good: result.good, cpuSeconds: cpu.run });
  if (window.result.good <= ends.result.good || window.cpu.run <= ends.cpu.run) {
    throw new VoidBlock(
      `${server.name}: ${window.result.good} answers in the window, ${ends.result.good} in a far shorter ` +
        "load before it: it is too slow for this window (--window)",
    );
  }
  return {
    ...of(window),
    servingSeconds: window.cpu.serving,
    loadSeconds: window.result.seconds,
    ends: of(ends),
    lostThreads: window.cpu.lostThreads + ends.cpu.lostThreads,
  };
}

function memoryNow({ pid }: Server) {
  return pid === 0 ? null : readMemory(pid);
}

function memoryOf(server: Server, idle: number): Side["memory"] {
  const now = memoryNow(server);
  return now === null ? null : { idle, peak: now.peak };
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}
