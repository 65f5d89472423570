import type { Server } from "./server/launch.ts";
import { defaultWarmup, type RoundRecord, type Fit, type Load, type Side } from "@deadheat/journal";
import type { Channel } from "./channel/channel.ts";
import { withChannels } from "./channel/with-channels.ts";
import { decoyFor, loadDecoy } from "./decoy.ts";
import type { PlannedRound } from "./draw/order.ts";
import { measureFurther, type FurtherWanted } from "./further.ts";
import { measureGrowth } from "./growth/growth.ts";
import { isHeavy } from "./fit/fit.ts";
import { endsSeconds } from "./load/warm-up.ts";
import type { Pace } from "./load/exchange-load.ts";
import { both, type Pair } from "./both.ts";
import { recordOf, type RoundPart, type RoundSetup, type WarmPair } from "./pair.ts";
import { profiled, profileWindow, type ProfiledSide, type Work } from "./profile/profiled-duet.ts";
import { check, closed, VoidRound, type Bench } from "./server/asked.ts";
import type { Entrant } from "./server/entrant.ts";
import type { Exchange } from "./server/exchange-type.ts";
import { comparingBodies } from "./server/sampling.ts";
import { drive, isTooShort, loadTogether, measureWindow, workIn, type Window } from "./window.ts";

export function defaultLoad(generatorCpus: number, windowSeconds: number): Load {
  return {
    warmup: defaultWarmup,
    windowSeconds,
    connections: 50,
    workerThreads: generatorCpus >= 4 ? 2 : 1,
  };
}

const NOTHING_FURTHER: FurtherWanted = { loads: [] };

type Metrics = Pick<RoundRecord, "warmup" | "sides" | "machine" | "further">;

/**
 * Measures one round. Both servers start afresh on the same CPU, are checked, and are warmed alone and then together.
 * Then two generators on other CPUs load both at the same time. A failure of a server or a generator gives a void
 * round, never a number.
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export function runRound(
  round: PlannedRound,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
  wanted: FurtherWanted = NOTHING_FURTHER,
): Promise<RoundRecord> {
  const setup = { round, entrants, exchange, bench };
  if (!wanted.loads.includes("memory-growth")) return recordRound(setup, wanted);
  return withChannels(entrants, bench.signal, null, (connected, channels) =>
    recordRound({ ...setup, entrants: connected }, wanted, channels),
  );
}

/**
 * Measures one round of several exchanges of the same two servers, as `runRound` does, but in the same two processes: they
 * are warmed with each exchange in the given order, and then each has its window, another one first in each round.
 * @returns a record for each exchange; all are void if one is
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export async function runSharedRound(
  parts: readonly [RoundPart, ...RoundPart[]],
  bench: Bench,
): Promise<RoundRecord[]> {
  const [first, ...others] = parts;
  const nothing: { all: readonly Metrics[] } = {
    all: parts.map(() => ({ sides: null, machine: null })),
  };
  const work = async (pair: WarmPair, more: readonly WarmPair[]) => {
    const warm = [pair, ...more];
    const all: Metrics[] = [];
    for (const step of parts.keys()) {
      const i = (first.round.n + step) % parts.length;
      const { loadBaseFirst } = (parts[i] as RoundPart).round;
      const own = warm[i] as WarmPair;
      all[i] = await play(own, loadBaseFirst, NOTHING_FURTHER, null, () => Promise.resolve());
    }
    return { all };
  };
  const { all, seconds, ...record } = await recordOf({ ...first, bench }, nothing, work, others);
  const share = (of: number) => of / parts.length;
  return parts.map(({ round: { stage, duet } }, i) => ({
    type: "round",
    stage,
    ...record,
    scenario: duet.scenario,
    seconds: { total: share(seconds.total), load: share(seconds.load) },
    ...(all[i] as Metrics),
  }));
}

/** Work with the warm servers of a round after CPU, latency and cost have been measured. */
type AfterRound = (pair: WarmPair, sides: Pair<Side>) => Promise<void>;

/** @param channels the channels to both servers, which growth needs */
async function recordRound(
  setup: RoundSetup,
  wanted: FurtherWanted,
  channels: Pair<Channel> | null = null,
  last: AfterRound = () => Promise.resolve(),
): Promise<RoundRecord> {
  const nothing: Metrics = { sides: null, machine: null };
  const { stage, loadBaseFirst } = setup.round;
  const record = await recordOf(setup, nothing, (pair) =>
    play(pair, loadBaseFirst, wanted, channels, last),
  );
  return { type: "round", stage, ...record };
}

interface ProfiledRound {
  readonly record: RoundRecord;
  /** The profiles; null with the reason if a server could not be profiled. The record is valid either way. */
  readonly profiled: Pair<ProfiledSide> | null;
  readonly reason: string | null;
}

/** The length of the profiled window of cheap servers. */
const PROFILED_SECONDS = 1.5;
/**
 * The length of the profiled window, as a share of a server's warm-up, if small changes are looked for. Between rounds they
 * vary mostly by their few samples, so a longer window says more than another round would.
 */
const SEARCHING_SHARE = 0.6;
/** The time to start and stop the profilers and to read their profiles. */
const PROFILERS_SECONDS = 0.5;

/**
 * Returns the approximate seconds by which profiling makes a round longer.
 * @param warmSeconds the time of a server's warm-up if small changes are looked for, else 0
 */
export function profiledSeconds(fit: Fit | null, warmSeconds: number): number {
  return profiledWindow(fit, warmSeconds) + PROFILERS_SECONDS;
}

function profiledWindow(fit: Fit | null, warmSeconds: number): number {
  return Math.max(PROFILED_SECONDS, fit?.windowSeconds ?? 0, SEARCHING_SHARE * warmSeconds);
}

/**
 * Measures a round as `runRound` does, and then profiles both servers in another window of the same processes.
 * @param spareSeconds the time that a longer profiled window may take if small changes are looked for; otherwise null
 */
export async function runProfiledRound(
  round: PlannedRound,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
  wanted: FurtherWanted = NOTHING_FURTHER,
  spareSeconds: number | null = null,
): Promise<ProfiledRound> {
  let sides: Pair<ProfiledSide> | null = null;
  let reason: string | null = null;
  const profiling = profiled(entrants);
  const record = await withChannels(profiling, bench.signal, null, (connected, channels) => {
    const setup = { round, entrants: connected, exchange, bench };
    return recordRound(setup, wanted, channels, async (pair, measured) => {
      [sides, reason] = [null, null];
      const plain = both((which) => workOf(measured[which]));
      const { base, new: next } = pair.warmup;
      const warmSeconds = spareSeconds === null ? 0 : Math.max(base.seconds, next.seconds);
      const seconds = profiledWindow(pair.fit, warmSeconds) + (spareSeconds ?? 0);
      try {
        sides = await profileWindow(pair, channels, round, seconds, plain);
      } catch (error) {
        if (!(error instanceof VoidRound)) throw error;
        reason = error.message;
      }
    });
  });
  return { record, profiled: sides, reason };
}

/** Returns the work of a window without the cost of opening its connections. */
function workOf({ good, cpuSeconds, ends }: Side): Work {
  return { good: good - ends.good, cpuSeconds: cpuSeconds - ends.cpuSeconds };
}

/** The length of the window of a service's other exchange, as a share of the window. */
const BESIDE_WINDOW = 0.25;

async function play(
  pair: WarmPair,
  baseFirst: boolean,
  wanted: FurtherWanted,
  channels: Pair<Channel> | null,
  last: AfterRound,
): Promise<Metrics> {
  const { servers, bench, warmup } = pair;
  const { windowSeconds } = bench.load;
  const { main, beside } = partsOf(pair);
  const together = await comparingBodies(servers, bench, "warm-up", () =>
    loadTogether(pair, baseFirst),
  );
  const decoy = decoyFor(servers.base);
  const before = decoy === "before" ? await loadDecoy(main, baseFirst) : { new: 0, base: 0 };
  const most = await windowOf(main, windowSeconds, baseFirst);
  const least = beside && (await windowOf(beside, BESIDE_WINDOW * windowSeconds, baseFirst));
  const result = { ...most, beside: least?.windows ?? null };
  const counts = both(
    (which) =>
      together.counts[which] + before[which] + most.sampled[which] + (least?.sampled[which] ?? 0),
  );
  // A server whose response is wrong now may have given a million wrong responses before.
  await Promise.all([servers.base, servers.new].map((server) => check(server, bench.signal)));
  const sides = both((which): Side => {
    const window = result.windows[which];
    const other = result.beside?.[which];
    for (const one of other ? [window, other] : [window]) requireWork(servers[which], one);
    return {
      ...workIn(window),
      ...(other && besideOf(window, other, servers[which])),
      servingSeconds: window.whole.cpu.serving,
      ...pair.processOf(which),
      sampled: counts[which],
    };
  });
  if (decoy === "after") await loadDecoy(main, baseFirst);
  const metrics = { warmup, sides, machine: result.machine };
  const capacity = both((which) => {
    const { good, cpuSeconds } = workOf(sides[which]);
    return good / cpuSeconds;
  });
  const further = await measureFurther(pair, wanted, capacity, baseFirst);
  await last(pair, sides);
  // At the very end, since it changes the memory of both.
  const rates = both((which) => sides[which].good / sides[which].loadSeconds);
  const growth =
    wanted.loads.includes("memory-growth") && channels
      ? await measureGrowth(pair, channels, rates, baseFirst)
      : undefined;
  const isAsked = wanted.loads.length > 0;
  return { ...metrics, ...(isAsked && { further: { ...further, ...(growth && { growth }) } }) };
}

/**
 * Returns the pair with the exchange that most requests have, and with the other one if there is one. Both at once, in
 * a closed loop, would not keep their shares: a server that is slow in one gets fewer of it.
 */
function partsOf(pair: WarmPair): { main: WarmPair; beside: WarmPair | null } {
  const { traffic } = pair.servers.base.exchange;
  if (!traffic?.beside) return { main: pair, beside: null };
  const asking = (exchangeOf: (server: Server) => Exchange): WarmPair => {
    const one = (which: keyof Pair<unknown>): Server => {
      const server = pair.servers[which];
      return { ...server, exchange: exchangeOf(server) };
    };
    return { ...pair, servers: both(one) };
  };
  return {
    main: asking(({ exchange }) => {
      return { ...exchange, traffic: { ...exchange.traffic, beside: undefined } };
    }),
    beside: asking(({ exchange }) => exchange.traffic?.beside?.exchange ?? exchange),
  };
}

/**
 * Measures a window. Some responses are read whole and compared meanwhile. They count as work, because of an expensive
 * request a server gives few.
 */
async function windowOf(pair: WarmPair, windowSeconds: number, baseFirst: boolean) {
  const { servers, bench, fit } = pair;
  const paces = (seconds: number) => both((which) => closed(servers[which], bench, seconds));
  // The cost of opening the connections does not matter beside heavy requests.
  const ends = isHeavy(fit) ? null : paces(endsSeconds(windowSeconds));
  let sampled = { new: 0, base: 0 };
  const load = async (paced: Pair<Pace>, first: boolean) => {
    const { result, counts } = await comparingBodies(servers, bench, "window", () =>
      drive(pair, paced, first),
    );
    sampled = both((which) => sampled[which] + counts[which]);
    return both((which) => ({ ...result[which], good: result[which].good + counts[which] }));
  };
  const planned = { ends, whole: paces(windowSeconds) };
  const measured = await measureWindow(pair, planned, baseFirst, load);
  return { ...measured, sampled };
}

function requireWork({ name }: Server, window: Window): void {
  if (!isTooShort(window)) return;
  const { ends, whole } = window;
  throw new VoidRound(
    `${name}: ${whole.result.good} responses in the window and ${ends?.result.good ?? 0} in the much ` +
      "shorter load before it: the server is too slow for this window. Use a longer --window",
  );
}

function besideOf(
  window: Window,
  other: Window,
  { exchange }: Server,
): Pick<Side, "beside" | "lostThreads"> {
  const { lostThreads, loadSeconds: _, ...work } = workIn(other);
  const share = exchange.traffic?.beside?.share ?? 0;
  return {
    beside: { share, ...work },
    lostThreads: workIn(window).lostThreads + lostThreads,
  };
}
