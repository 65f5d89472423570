import type { LoadResult } from "@deadheat/oha";
import {
  isThere,
  responsesFor,
  fitFor,
  loadFor,
  type RoundRecord,
  type CostSide,
  type Fit,
  type Runtime,
  type Side,
  type Warmup,
} from "@deadheat/journal";
import type { PlannedRound } from "./draw/order.ts";
import type { Pace } from "./load/exchange-load.ts";
import { togetherLoads } from "./load/warm-up.ts";
import { readMemory } from "./machine/cpu-time.ts";
import type { CpuUse } from "./machine/cpu-use.ts";
import { machineUse, readMachine } from "./machine/machine-use.ts";
import { unpaused } from "./machine/pauses.ts";
import { processTree } from "./machine/members.ts";
import { moveTree, requireCpus } from "./machine/pinning.ts";
import { familyOf } from "./machine/known-families.ts";
import { favored, misplaced, reaches, stopped } from "./machine/placement.ts";
import { isHeavy } from "./load/fit.ts";
import {
  asked,
  blamed,
  check,
  clockOf,
  closed,
  loadOne,
  orVoid,
  usedBy,
  VoidRound,
  warmAlone,
  type Asked,
  type Bench,
} from "./server/asked.ts";
import { exchangeWith, type Entrant } from "./server/entrant.ts";
import type { Exchange } from "./server/exchange-type.ts";
import { launch, type Server } from "./server/launch.ts";
import { settle } from "./server/ready.ts";

/** A value for each of the two servers of a duet. */
export type Pair<T> = { readonly new: T; readonly base: T };

type Which = keyof Pair<unknown>;

/** Two servers that have given the right response and were each warmed alone. */
export interface WarmPair {
  readonly servers: Pair<Asked>;
  readonly warmup: NonNullable<RoundRecord["warmup"]>;
  /** Returns the startup times of a server and its memory until now. */
  readonly processOf: (which: Which) => Pick<Side, "startup" | "memory">;
  /** The settings, with the load of the scenario. */
  readonly bench: Bench;
  /** The fit of the scenario; null if its requests are cheap. */
  readonly fit: Fit | null;
  /** Grows by the seconds under load. */
  readonly loaded: { seconds: number };
}

/** The fields that the records of all measurements of a pair share. */
type Recorded = Pick<
  RoundRecord,
  "role" | "new" | "base" | "scenario" | "n" | "startedAt" | "seconds" | "void"
>;

/**
 * Starts both servers of a round afresh on the same CPU, checks them, warms each alone, in the drawn orders, and runs
 * `work`. Returns its metrics, or `nothing` with the reason if a server or a generator fails. If the machine stood still
 * meanwhile, all of it is done again.
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export function recordOf<Metrics extends object>(
  round: PlannedRound,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
  nothing: Metrics,
  work: (pair: WarmPair) => Promise<Metrics>,
): Promise<Recorded & Metrics> {
  const recordOnce = async (): Promise<Recorded & Metrics> => {
    const { role, new: next, base, scenario } = round.duet;
    const startedAt = new Date().toISOString();
    const clock = performance.now();
    const loaded = { seconds: 0 };
    const outcome = await orVoid<{ readonly void: string | null } & Metrics>(
      entrants.new,
      bench,
      async () => ({
        void: null,
        ...(await withWarmPair(round, entrants, exchange, { bench, loaded }, work)),
      }),
      (reason) => ({ void: reason, ...nothing }),
    );
    const seconds = { total: (performance.now() - clock) / 1000, load: loaded.seconds };
    return { role, new: next, base, scenario, n: round.n, startedAt, seconds, ...outcome };
  };
  return unpaused(recordOnce, (record, reason) => ({ ...record, ...nothing, void: reason }));
}

/** Runs `work` with both servers of a round, started, checked and warmed. No process is left in any case. */
export async function withWarmPair<T>(
  round: PlannedRound,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  { bench, loaded }: Pick<WarmPair, "bench" | "loaded">,
  work: (pair: WarmPair) => Promise<T>,
): Promise<T> {
  const running: Server[] = [];
  const start = async (entrant: Entrant): Promise<Asked> => {
    const server = await launch(entrant, bench.pinning, bench.signal, "duet");
    running.push(server);
    return { ...server, exchange: exchangeWith(entrant, exchange) };
  };
  try {
    const started = await inOrder(round.spawnBaseFirst, entrants, start);
    await settle(bench.signal);
    const servers = await inOrder(false, started, (server) => asked(server, bench.signal));
    const firstBytes = await inOrder(false, servers, (server) => check(server, bench.signal));
    const idle = await inOrder(false, servers, (server) => memoryNow(server)?.resident ?? 0);
    const processOf: WarmPair["processOf"] = (which) => {
      const { readySeconds: ready, responseSeconds } = servers[which];
      const memory = memoryNow(servers[which]);
      return {
        startup: { ready, firstByte: responseSeconds ?? ready + firstBytes[which] },
        memory: memory && { idle: idle[which], peak: memory.peak },
      };
    };
    const warm = await warmPair(round, servers, entrants, { bench, loaded });
    return await work({ ...warm, processOf });
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

/** Returns the pair warmed for another exchange too, with the same processes. */
export async function warmedFor(
  round: PlannedRound,
  { servers, processOf, loaded }: WarmPair,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
): Promise<WarmPair> {
  const others = both((which): Asked => {
    return { ...servers[which], exchange: exchangeWith(entrants[which], exchange) };
  });
  const own = await inOrder(false, others, (server) => asked(server, bench.signal));
  await inOrder(false, own, (server) => check(server, bench.signal));
  return { ...(await warmPair(round, own, entrants, { bench, loaded })), processOf };
}

/** Warms both servers of a round for their exchange. */
async function warmPair(
  round: PlannedRound,
  servers: Pair<Asked>,
  entrants: Pair<Entrant>,
  { bench: shared, loaded }: Pick<WarmPair, "bench" | "loaded">,
): Promise<Omit<WarmPair, "processOf">> {
  const { scenario } = round.duet;
  const fit = fitFor(shared.load, scenario);
  const bench = { ...shared, load: loadFor(shared.load, scenario) };
  const runtimes = [entrants.new.runtime, entrants.base.runtime];
  const responses =
    fit?.responses ?? responsesTo(servers.base.exchange, bench.load.warmup, runtimes);
  const warmOne = async (server: Asked) => {
    const own = await warmAlone(server, responses, (s) => closed(server, bench, s), bench, fit);
    loaded.seconds += own.seconds;
    return own;
  };
  // Warm each server alone: its compiler's threads need the CPU that a partner would take. Servers that wait leave
  // enough of it, and heavy ones leave the generators' CPU idle.
  const warmed = fit?.waits
    ? await atOnce(servers, warmOne)
    : isHeavy(fit)
      ? await apart(servers, turns(round.warmBaseFirst)[1], bench, warmOne)
      : await inOrder(round.warmBaseFirst, servers, warmOne);
  const warmup = { responses, ...(fit && { cpuSeconds: fit.cpuSeconds }), ...warmed };
  return { servers, warmup, bench, fit, loaded };
}

/**
 * Returns the number of responses that warm each server of a pair. An exchange with its own number has it for Node; other
 * runtimes need more or less in the same proportion as they usually do.
 */
function responsesTo(
  { traffic }: Pick<Exchange, "traffic">,
  warmup: Warmup,
  runtimes: readonly Runtime[],
): number {
  const usual = responsesFor(warmup, runtimes);
  return Math.round(
    ((traffic?.warmResponses ?? warmup.responses.node) * usual) / warmup.responses.node,
  );
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

/**
 * Runs `work` for both servers at the same time, with one of them on the generators' CPU meanwhile. Without pinning, or for
 * a process that cannot be moved, one follows the other.
 * @throws VoidRound if the server cannot be moved back
 */
async function apart<T>(
  servers: Pair<Asked>,
  moved: Which,
  { pinning }: Bench,
  work: (server: Asked) => Promise<T>,
): Promise<Pair<T>> {
  const { pid, name } = servers[moved];
  if (pid === 0 || !moveTree(pid, pinning, "generators")) {
    return inOrder(moved === "new", servers, work);
  }
  // If the work fails, both servers are stopped wherever they are.
  const done = await atOnce(servers, work);
  if (!moveTree(pid, pinning, "server") && isThere(pid)) {
    throw new VoidRound(`${name} could not be moved back to the servers' CPU`);
  }
  return done;
}

/** Runs `work` for both of a pair at the same time. Settles when both have ended. */
async function atOnce<T, U>(pair: Pair<T>, work: (item: T) => Promise<U>): Promise<Pair<U>> {
  const works = [work(pair.base), work(pair.new)] as const;
  await Promise.allSettled(works);
  const [base, next] = await Promise.all(works);
  return { base, new: next };
}

/** Returns a value for each server. */
export function both<T>(of: (which: Which) => T): Pair<T> {
  return { new: of("new"), base: of("base") };
}

/** Returns true if metrics that oha calls void may be used. */
type Forgive = (result: LoadResult) => boolean;

/** Runs two generators at once, one per server, started in the given order. */
export async function drive(
  { servers, bench }: WarmPair,
  paces: Pair<Pace>,
  baseFirst: boolean,
  forgive?: Forgive,
): Promise<Pair<LoadResult>> {
  const either = new AbortController();
  const shared = { ...bench, signal: AbortSignal.any([bench.signal, either.signal]) };
  const failures: unknown[] = [];
  const run = (which: Which) => {
    const load = loadOne(servers[which], paces[which], shared, forgive);
    // The first failure ends the other generator. It is passed on when both are gone.
    load.catch((failure: unknown) => {
      failures.push(failure);
      either.abort();
    });
    return load;
  };
  const [first, second] = turns(baseFirst);
  const loads = { [first]: run(first), [second]: run(second) } as Pair<Promise<LoadResult>>;
  await Promise.allSettled([loads.new, loads.base]);
  if (failures.length > 0) throw blamed(failures[0], [servers.new, servers.base]);
  return { new: await loads.new, base: await loads.base };
}

/**
 * Loads both at once, so that the window is not their first end of a load (docs/findings.md, "The end of a load").
 * @param parts the seconds of each load; by default those of the warm-up
 */
export async function loadTogether(
  pair: WarmPair,
  baseFirst: boolean,
  parts: readonly number[] = togetherLoads(pair.bench.load.warmup),
): Promise<void> {
  const { bench, servers, loaded } = pair;
  for (const [i, part] of parts.entries()) {
    const from = performance.now();
    const paces = both((which) => closed(servers[which], bench, part));
    await drive(pair, paces, i % 2 === 0 ? baseFirst : !baseFirst);
    loaded.seconds += (performance.now() - from) / 1000;
  }
}

/** The result of a load and the CPU time that the server used for it. */
interface Used {
  readonly result: LoadResult;
  readonly cpu: CpuUse;
}

/** The use of a window, and of the short load before it; null if there was none. */
export interface Window {
  readonly ends: Used | null;
  readonly whole: Used;
}

/** Loads both servers at once. */
type LoadBoth = (paces: Pair<Pace>, baseFirst: boolean) => Promise<Pair<LoadResult>>;

/**
 * Loads both servers at once, first for the short load and then for the window, and reads each server's CPU clock
 * before and after.
 */
export async function measureWindow(
  pair: WarmPair,
  paces: { readonly ends: Pair<Pace> | null; readonly whole: Pair<Pace> },
  baseFirst: boolean,
  loadBoth: LoadBoth,
) {
  const { pinning } = pair.bench;
  const load = async (pace: Pair<Pace>, first: boolean): Promise<Pair<Used>> => {
    const used = await measurePair(pair.servers, pinning, () => loadBoth(pace, first));
    pair.loaded.seconds += Math.max(used.new.result.seconds, used.base.result.seconds);
    return used;
  };
  requirePlaces(pair.servers, pinning);
  const ends = paces.ends && (await load(paces.ends, !baseFirst));
  const before = readMachine();
  const whole = await load(paces.whole, baseFirst);
  const after = readMachine();
  requirePlaces(pair.servers, pinning);
  const machine = machineUse(before, after, whole.new.cpu.run + whole.base.cpu.run, pinning);
  requireCpus(pinning);
  const windows = both((which): Window => ({ ends: ends && ends[which], whole: whole[which] }));
  return { windows, machine };
}

/** Runs `load` on both and reads each server's CPU clock before and after. */
export async function measurePair(
  servers: Pair<Asked>,
  pinning: Bench["pinning"],
  load: () => Promise<Pair<LoadResult>>,
): Promise<Pair<Used>> {
  const before = await inOrder(false, servers, clockOf);
  const results = await fairly(servers, pinning, load);
  const after = await inOrder(false, servers, clockOf);
  return both((which) => {
    const result = results[which];
    return { result, cpu: usedBy(servers[which], before[which], after[which], result.seconds) };
  });
}

/** The time between two looks at the state of both servers. */
const LOOK_MILLISECONDS = 50;
/** The share of looks, drawn at random, that are as thorough as those before and after a window: one a second or so. */
const THOROUGH_SHARE = 1 / 20;

/**
 * Runs `load` and looks at both servers meanwhile.
 * @throws VoidRound if one gets another share of the CPU than the other one, or if its CPU clocks are not its own
 */
async function fairly<T>(
  servers: Pair<Asked>,
  pinning: Bench["pinning"],
  load: () => Promise<T>,
): Promise<T> {
  const all = [servers.base, servers.new].filter(({ pid }) => pid !== 0);
  const members = all.map(({ name, pid }) => ({
    name,
    pids: processTree(pid),
    isOurs: familyOf(pid) !== undefined,
  }));
  let unfair: string | null = null;
  const look = setInterval(() => {
    for (const { name, pids, isOurs } of members) {
      const state = isOurs ? (pid: number) => favored(pid, pinning) : stopped;
      const reason = pids.map(state).find((one) => one !== null);
      if (reason) unfair ??= `${name} ${reason}`;
    }
    if (Math.random() < THOROUGH_SHARE) unfair ??= outOfPlace(servers, pinning);
  }, LOOK_MILLISECONDS);
  try {
    const result = await load();
    if (unfair === null) return result;
  } finally {
    clearInterval(look);
  }
  throw new VoidRound(unfair as string);
}

/** @throws VoidRound if the CPU clocks of a server are not those of what is loaded */
function requirePlaces(servers: Pair<Asked>, pinning: Bench["pinning"]): void {
  const reason = outOfPlace(servers, pinning);
  if (reason !== null) throw new VoidRound(reason);
}

/** Returns why the CPU clocks of a server are not those of what is loaded, or null. */
function outOfPlace({ base, new: next }: Pair<Asked>, pinning: Bench["pinning"]): string | null {
  for (const [one, other] of [
    [base, next],
    [next, base],
  ] as const) {
    const reason = misplaced(one.pid, one.port, pinning);
    if (reason !== null) return `${one.name}: ${reason}`;
    if (one.port === other.port || !reaches(one.pid, other.port, other.pid)) continue;
    return `${one.name} has a connection to ${other.name}, whose CPU time it could raise with its own requests`;
  }
  return null;
}

/** Returns true if the window says no more than the short load before it. */
export function isTooShort({ ends, whole }: Window): boolean {
  return whole.result.good <= (ends?.result.good ?? 0) || whole.cpu.run <= (ends?.cpu.run ?? 0);
}

/** Returns the work of a window, with that of the short load before it, which is nothing if there was none. */
export function workIn({ ends, whole }: Window): CostSide {
  const of = ({ result, cpu }: Used) => ({ good: result.good, cpuSeconds: cpu.run });
  return {
    ...of(whole),
    loadSeconds: whole.result.seconds,
    ends: ends ? of(ends) : { good: 0, cpuSeconds: 0 },
    lostThreads: whole.cpu.lostThreads + (ends?.cpu.lostThreads ?? 0),
  };
}

function memoryNow({ pid }: Server) {
  return pid === 0 ? null : readMemory(pid);
}

/** Returns the two servers in the order of their turns. */
export function turns(baseFirst: boolean): readonly [keyof Pair<unknown>, keyof Pair<unknown>] {
  return baseFirst ? ["base", "new"] : ["new", "base"];
}
