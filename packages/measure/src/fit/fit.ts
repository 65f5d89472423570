import {
  responsesFor,
  FITTED_TOGETHER_SECONDS,
  type Fit,
  type Load,
  type Runtime,
} from "@deadheat/journal";
import type { Pair } from "../both.ts";
import type { Pilot } from "./pilot.ts";
import { endsSeconds } from "../load/warm-up.ts";

/** The share of responses by which a warm-up is longer than the pilot saw it to be. */
const SAFE = 1.25;
/** The CPU seconds after which a server is warm, as a multiple of what its responses took in the pilot. */
const ENOUGH_CPU = 1.5;
/**
 * The fewest CPU seconds of a warm-up of a busy server on an ordinary machine, and by how much noise in its pilot raises
 * them.
 */
export const LEAST_CPU_SECONDS = 1.5;
const CPU_SECONDS_BY_NOISE = 30;
/** The fewest responses per connection in the warm-up of a server that waits, and its longest time. */
const LEAST_TURNS = 3;
const LONGEST_WAITING_SECONDS = 4;
/** A server that leaves the CPU idle for more than a quarter of the time does not need it alone to warm up. */
const IDLE = 0.75;

/**
 * The standard deviation of the log ratio between pairs of processes, as node:http against itself showed it (160 rounds;
 * docs/method.md).
 */
const BETWEEN = 0.017;
/** The responses in a window of the server that gives fewer. */
export const LEAST_RESPONSES = 30;
const LEAST_WINDOW_CPU_SECONDS = 0.3;
export const SHORTEST_WINDOW = 1;
const LONGEST_WINDOW = 8;

/** The time to spawn and stop a server, and to spawn a generator and to read its output. */
const START_SECONDS = 0.3;
const LOADS_SECONDS = 0.6;

/** The parts of a fit that the user decided. */
export interface GivenFit {
  readonly responses: number | null;
  readonly windowSeconds: number | null;
  readonly connections?: number | null;
  /** The seconds of a round of which a budget has enough; null without a budget. */
  readonly roundSeconds?: number | null;
}

/**
 * Returns the load that fits two servers; null if both are cheap. The warm-up is that of the server that needs more. It
 * ends by responses, or by CPU seconds if one of the two needs far fewer responses. The window is as long as Kalibera and
 * Jones (Rigorous benchmarking in reasonable time, ISMM 2013) advise: sqrt(cost of a start / cost of a second of the
 * window x variance within / variance between). Nothing here depends on a ratio of the two.
 */
export function fitOf(
  pilots: Pair<Pilot>,
  load: Pick<Load, "warmup">,
  runtimes: readonly Runtime[],
  given: GivenFit = { responses: null, windowSeconds: null },
): Fit | null {
  const both = [pilots.base, pilots.new];
  if (
    both.every(
      ({ cheap, connections: many }) =>
        cheap && (many <= NEARLY_USUAL || given.connections != null),
    )
  )
    return null;
  // A busy server needs no more of them than the slower one accepts in time. One that waits has as many as keep it busy.
  const least = both.every(({ busy }) => busy >= IDLE) ? Math.min : Math.max;
  const connections = least(...both.map((one) => one.connections));
  const waits = both.every(({ busy }) => busy < IDLE);
  const usual = responsesFor(load.warmup, runtimes);
  const needs = both.map((one) => warmthOf(one, usual, connections));
  const warmup = given.responses ?? Math.ceil(Math.max(...needs.map((need) => need.responses)));
  const cpuSeconds =
    given.responses === null ? Math.max(...needs.map((need) => need.cpuSeconds)) : Infinity;
  const responses = both.map(({ perResponse }) => Math.min(warmup, cpuSeconds / perResponse));
  const warm = both.map(({ perSecond }, i) => (responses[i] ?? 0) / perSecond);
  const used = both.map(({ perResponse }, i) => (responses[i] ?? 0) * perResponse);
  const perResponse = { base: pilots.base.perResponse, new: pilots.new.perResponse };
  const { slowness } = pilots.base;
  const slow = slowness === 1 ? {} : { slowness };
  const warmSeconds = waits
    ? Math.max(...warm, sum(used))
    : isHeavy({ perResponse, ...slow })
      ? SLOWED * Math.max(...warm)
      : sum(warm);
  // The end of a load waits for a response on each connection.
  const queue = Math.max(...both.map(({ perSecond }) => connections / perSecond));
  const drain = waits ? queue : 2 * queue;
  const fixed =
    sum(both.map(({ readySeconds }) => readySeconds + START_SECONDS)) +
    warmSeconds +
    LOADS_SECONDS +
    FITTED_TOGETHER_SECONDS +
    endsSeconds(1) +
    4 * drain;
  const variance = sum(both.map((one) => one.spread ** 2 / cpuPerSecond(one, waits)));
  const most = given.roundSeconds == null ? LONGEST_WINDOW : given.roundSeconds - fixed;
  const windowSeconds = given.windowSeconds ?? windowOf(both, waits, fixed, variance, most);
  return {
    responses: warmup,
    cpuSeconds: Math.min(cpuSeconds, Number.MAX_SAFE_INTEGER),
    capSeconds: 10 + 4 * Math.max(...warm),
    connections,
    windowSeconds,
    waits,
    perResponse,
    ...slow,
    spread: Math.sqrt(BETWEEN ** 2 + variance / windowSeconds),
    roundSeconds: fixed + windowSeconds,
  };
}

/** The CPU time per response from which a generator leaves its CPU idle for most of the time, on an ordinary machine. */
const HEAVY_SECONDS = 0.001;
/** The factor by which two heavy servers warm up more slowly at the same time. */
export const SLOWED = 1.15;

/** Returns true if both servers take so long that one of them can be warmed on the generators' CPU. */
export function isHeavy(fit: Pick<Fit, "perResponse" | "slowness"> | null): boolean {
  if (fit === null) return false;
  const { perResponse, slowness = 1 } = fit;
  return Math.min(perResponse.base, perResponse.new) >= slowness * HEAVY_SECONDS;
}

/** The connections up to which the usual 50 serve as well. */
const NEARLY_USUAL = 100;

function warmthOf(
  { cheap, perResponse, perSecond, responses, cpuSeconds, busy, noise, slowness }: Pilot,
  usual: number,
  connections: number,
): { responses: number; cpuSeconds: number } {
  if (cheap) return { responses: usual, cpuSeconds: ENOUGH_CPU * usual * perResponse };
  const waits = busy < IDLE;
  // Noise hides the end of a trend, so a warm-up that looks short may only be hard to see.
  const leastCpu = slowness * Math.max(LEAST_CPU_SECONDS, CPU_SECONDS_BY_NOISE * noise);
  const least = waits ? LEAST_TURNS * connections : leastCpu / perResponse;
  const most = waits ? Math.max(least, LONGEST_WAITING_SECONDS * perSecond) : usual;
  const safe = Math.min(usual, most, Math.max(SAFE * responses, least));
  return {
    responses: safe,
    cpuSeconds: ENOUGH_CPU * Math.max(SAFE * cpuSeconds, safe * perResponse),
  };
}

function cpuPerSecond({ perSecond, perResponse }: Pilot, waits: boolean): number {
  return waits ? Math.min(0.5, perSecond * perResponse) : 0.5;
}

/** @param most the seconds that a budget allows, unless a window needs more to have enough responses */
function windowOf(
  both: readonly Pilot[],
  waits: boolean,
  fixed: number,
  variance: number,
  most: number,
): number {
  const advised = Math.sqrt(fixed * variance) / BETWEEN;
  const needed = both.map((one) => {
    const cpu = cpuPerSecond(one, waits);
    return Math.max((LEAST_RESPONSES * one.perResponse) / cpu, LEAST_WINDOW_CPU_SECONDS / cpu);
  });
  const seconds = Math.min(
    LONGEST_WINDOW,
    Math.max(SHORTEST_WINDOW, Math.min(advised, most), ...needed),
  );
  return Math.round(10 * seconds) / 10;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
