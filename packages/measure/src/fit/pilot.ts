import { openFileLimit } from "../machine/preflight.ts";
import {
  clockOf,
  closed,
  loadWithClock,
  usedBy,
  VoidRound,
  type Asked,
  type Bench,
} from "../server/asked.ts";
import { send } from "../server/exchange.ts";

/** The behavior of one server under load, from its start until its CPU time per response stays the same. */
export interface Pilot {
  /** True if the usual load fits. The server is then not warm yet, and its numbers are those of a cold server. */
  readonly cheap: boolean;
  readonly perResponse: number;
  /** The responses per second of the warm server, alone on its CPU. */
  readonly perSecond: number;
  /** The responses and the CPU seconds until the server was warm. */
  readonly responses: number;
  readonly cpuSeconds: number;
  /** False if the server was still getting cheaper at the limit of the pilot. */
  readonly flat: boolean;
  readonly connections: number;
  /** The share of the time in which the server used its CPU or waited for it. */
  readonly busy: number;
  /** The typical rise of the cost from one slice to the next, which no warm-up explains; at most 0.12. */
  readonly noise: number;
  /** The standard deviation of ln(CPU time per response) between windows of one CPU second. */
  readonly spread: number;
  readonly readySeconds: number;
}

/** One load of a pilot. */
export interface Slice {
  readonly good: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The seconds in which the serving thread ran or waited for a CPU that others used. */
  readonly busySeconds: number;
}

/** The CPU time per response below which the usual warm-up applies. */
const CHEAP_SECONDS = 0.0001;
/** The responses per second at which the usual warm-up takes seconds, even if the server waits. */
const QUICK_PER_SECOND = 10_000;
const CHEAP_SLICE_SECONDS = 0.1;
const CHEAP_SLICES = 6;

/** The share of the time at which a server counts as busy. */
const BUSY = 0.7;
const MOST_CONNECTIONS = 1000;
/**
 * The time in which a busy server must have accepted all connections of a load. Node accepts one connection in each turn of
 * its event loop, and a turn serves every connection that it has accepted. So 50 connections to a server of 6 ms are
 * accepted after 50 * 50 / 2 * 6 ms = 8 s, and the last of them time out.
 */
const ACCEPTED_WITHIN_SECONDS = 0.25;
const FEWEST_CONNECTIONS = 2;
/** The gain in responses per second below which more connections are of no use. */
const USEFUL_GAIN = 1.2;

/**
 * The CPU seconds that a pilot takes beyond the warm-up, at least: about as long as a round loads a server after its warm-up. A
 * compiler may optimize a function only after so many calls, so the cost can stay the same for a while and then fall. Deno
 * 2.9 took 240 µs for each of the first 16,384 responses of a server with one loop, and 75 µs after them.
 */
const SEEN_CPU_SECONDS = 4;

/** The limits of a pilot. A server that needs more counts as still warming up. */
const MOST_CPU_SECONDS = 25;
const MOST_SECONDS = 40;
/**
 * The limit of a server that was warmed with other requests. The code that they share is warm. The rest of the trend is so
 * small that a longer pilot would mostly see noise.
 */
const MOST_FURTHER_CPU_SECONDS = 2;
/** The limit of a server that waits. Its few CPU seconds show no trend, and it gives thousands of responses in this time. */
const MOST_WAITING_SECONDS = 3;

/**
 * Loads a server that has just started in slices, until its CPU time per response no longer falls. The pilot of a cheap
 * server ends after a fraction of a second.
 * @param hint the connections that another server needed for the same request, or 0
 * @param isUsed true if the server has been warmed with other requests
 * @param heavy receives the CPU seconds per response after each slice of a server that is not cheap
 * @throws VoidRound, OhaError if the server fails under load
 */
export async function pilot(
  server: Asked,
  bench: Bench,
  hint = 0,
  isUsed = false,
  heavy: (perResponse: number) => void = () => {},
): Promise<Pilot> {
  const usual = closed(server, bench, 0).connections;
  const first = await oneRequest(server, bench.signal);
  const slices: Slice[] = [];
  const slice = async (connections: number, seconds: number): Promise<Slice> => {
    const pace = { mode: "closed", connections, seconds } as const;
    const { result, cpu } = await loadWithClock(server, pace, bench);
    if (result.good === 0) throw new VoidRound(`${server.name}: no response under load`);
    const { good } = result;
    const cpuSeconds = Math.max(cpu.run, 1e-6);
    const busySeconds = cpu.serving ?? cpuSeconds;
    const one = { good, seconds: result.seconds, cpuSeconds, busySeconds };
    slices.push(one);
    return one;
  };
  let connections = fittingConnections(first, usual);
  for (let n = 0; n < CHEAP_SLICES; n++) {
    const one = await slice(connections, CHEAP_SLICE_SECONDS);
    if (isCheap(one)) return pilotOf([one], 0, { cheap: true, connections }, server);
    if (busyOf(one) < BUSY || costOf(one) > 10 * CHEAP_SECONDS) break;
  }
  const few = connections;
  connections = await enoughConnections(connections, slices.at(-1) as Slice, hint, slice);
  const raised = slices.at(-1) as Slice;
  if (isCheap(raised)) return pilotOf([raised], 0, { cheap: true, connections }, server);
  const isRaised = connections > few;
  // The short slices so far are one: a trend shows in work done, not in the number of slices.
  slices.splice(0, slices.length, sumOf(slices));
  const end = (until: number): Pilot => {
    const found = pilotOf(slices, until, { cheap: false, connections }, server);
    return isUsed ? { ...found, noise: 0 } : found;
  };
  const startedAt = performance.now();
  for (;;) {
    const last = slices.at(-1) as Slice;
    if (!isRaised) connections = fittingConnections(costOf(last), usual);
    const one = await slice(connections, sliceSeconds(last, connections));
    heavy(costOf(one));
    if (isCheap(one)) return pilotOf([one], 0, { cheap: true, connections }, server);
    const at = warmAt(slices);
    const used = sumOf(slices).cpuSeconds;
    const waits = busyOf(one) < BUSY;
    const warmUp = sumOf(slices.slice(0, at ?? 0)).cpuSeconds;
    const hasSeenAll = waits || isUsed || used >= warmUp + SEEN_CPU_SECONDS;
    if (at !== null && hasSeenAll) return end(at);
    const elapsed = (performance.now() - startedAt) / 1000;
    const most = isUsed ? MOST_FURTHER_CPU_SECONDS : MOST_CPU_SECONDS;
    if (used > most || elapsed > (waits ? MOST_WAITING_SECONDS : MOST_SECONDS)) {
      const until = slices.length - Number(waits || isUsed);
      return end(until);
    }
  }
}

/**
 * Returns the connections at which a server is busy, or is no faster than with fewer of them. A server that waits
 * for something needs more of them than one that computes.
 */
async function enoughConnections(
  connections: number,
  at: Slice,
  hint: number,
  slice: (connections: number, seconds: number) => Promise<Slice>,
): Promise<number> {
  const most = Math.min(MOST_CONNECTIONS, Math.floor(openFileLimit() / 2));
  let [enough, last] = [connections, at];
  while (busyOf(last) < BUSY && rateOf(last) < QUICK_PER_SECOND && enough < most) {
    // As many times as the server could do more, if it did nothing but wait.
    const times = Math.max(2, BUSY / Math.max(busyOf(last), 1e-3));
    const more = Math.min(most, hint > enough ? hint : Math.ceil(times * enough));
    const one = await slice(more, secondsFor(last, enough));
    if (rateOf(one) < USEFUL_GAIN * rateOf(last)) return enough;
    [enough, last] = [more, one];
  }
  return enough;
}

/** @param at the number of slices after which the server was warm */
function pilotOf(
  slices: readonly Slice[],
  at: number,
  known: Pick<Pilot, "cheap" | "connections">,
  { readySeconds }: Asked,
): Pilot {
  const until = sumOf(slices.slice(0, at));
  const flat = slices.slice(Math.max(0, Math.min(at, slices.length - STEADY)));
  const warm = sumOf(flat);
  return {
    ...known,
    perResponse: costOf(warm),
    perSecond: rateOf(warm),
    busy: Math.min(1, busyOf(warm)),
    responses: until.good,
    cpuSeconds: until.cpuSeconds,
    flat: at < slices.length,
    noise: noiseOf(slices.map(costOf)),
    spread: spreadOf(flat),
    readySeconds,
  };
}

function sumOf(slices: readonly Slice[]): Slice {
  const sum = (of: (one: Slice) => number) => slices.reduce((all, one) => all + of(one), 0);
  return {
    good: sum((one) => one.good),
    seconds: sum((one) => one.seconds),
    cpuSeconds: sum((one) => one.cpuSeconds),
    busySeconds: sum((one) => one.busySeconds),
  };
}

/** Returns the CPU time of a single request, which keeps the first load of a heavy server short. */
async function oneRequest(server: Asked, signal: AbortSignal): Promise<number> {
  const before = await clockOf(server);
  const { seconds } = await send(server.port, server.exchange, false, signal);
  return usedBy(server, before, await clockOf(server), seconds).run;
}

/** Returns as many connections as a busy server accepts in time; in a duet, everything takes twice as long. */
function fittingConnections(cpuSeconds: number, most: number): number {
  const accepted = Math.sqrt((2 * ACCEPTED_WITHIN_SECONDS) / Math.max(cpuSeconds, 1e-9));
  return Math.max(Math.min(most, FEWEST_CONNECTIONS), Math.min(most, Math.floor(accepted)));
}

function isCheap(one: Slice): boolean {
  const quick = busyOf(one) >= BUSY || rateOf(one) >= QUICK_PER_SECOND;
  return costOf(one) < CHEAP_SECONDS && quick;
}

const costOf = ({ cpuSeconds, good }: Slice) => cpuSeconds / good;
const rateOf = ({ good, seconds }: Slice) => good / seconds;
const busyOf = ({ busySeconds, seconds }: Slice) => busySeconds / seconds;

/** Returns a time in which each connection gets about three responses, if they take as long as before. */
function secondsFor(last: Slice, connections: number): number {
  return Math.min(4, Math.max(0.25, (3 * connections) / rateOf(last)));
}

/** Returns half a second, or longer if a server gives fewer than 10 responses or one per connection in that time. */
function sliceSeconds(last: Slice, connections: number): number {
  const responses = Math.max(10, busyOf(last) < BUSY ? 2 * connections : 0);
  return Math.min(4, Math.max(0.5, responses / rateOf(last)));
}

/**
 * The number of slices that must not be cheaper than those before them. On a restless machine a slow trend hides in the
 * noise of three slices: a Next.js page that fell from 20 to 7 ms counted as warm at 13 ms.
 */
const STEADY = 3;
const MOST_STEADY = 9;
const NOISE_OF_STEADY = 0.04;
/** The gain that counts as cheaper, and the distance from a cheap slice within which a server is warm, at least. */
const GAIN = 0.02;
const NEAR = 0.05;
/** The noise up to which both distances grow with it. */
const MOST_NOISE = 0.12;

/**
 * Returns the number of slices after which a server was warm, or null if it may still get cheaper. The cheapest slice so
 * far is compared, because a busy machine can only make slices more expensive. If the last three slices were not more than
 * 2 % cheaper than all before, the server was warm at the first slice within 5 % of the second cheapest one (the cheapest
 * one of many is cheap by chance). Slices of a restless machine differ by more: then up to nine slices are compared, and
 * both distances are at least half of its noise.
 */
export function warmAt(slices: readonly Slice[]): number | null {
  const costs = slices.map(costOf);
  const noise = noiseOf(costs);
  const steady = Math.min(MOST_STEADY, Math.ceil(STEADY * Math.max(1, noise / NOISE_OF_STEADY)));
  if (costs.length <= steady) return null;
  const earlier = Math.min(...costs.slice(0, -steady));
  const gain = Math.max(GAIN, noise / 2);
  if (Math.min(...costs.slice(-steady)) < (1 - gain) * earlier) return null;
  const [cheapest = 0, second = cheapest] = costs.toSorted((a, b) => a - b);
  const near = (1 + Math.max(NEAR, noise / 2)) * second;
  return costs.findIndex((cost) => cost <= near) + 1;
}

/** Returns the typical rise from one slice to the next: a warm-up only lowers costs, so every rise is noise. */
function noiseOf(costs: readonly number[]): number {
  const rises = costs.slice(1).flatMap((cost, i) => {
    const rise = Math.log(cost / (costs[i] ?? cost));
    return rise > 0 ? [rise] : [];
  });
  const typical = rises.toSorted((a, b) => a - b)[Math.floor(rises.length / 2)] ?? 0;
  return Math.min(MOST_NOISE, typical);
}

/**
 * The limits of a spread. Few slices can look calmer than the server is. And a server alone shows the changes of the
 * machine's speed, which cancel in a duet: two servers of one loop spread by 0.8 % within a window of a second.
 */
const [LEAST_SPREAD, MOST_SPREAD] = [0.003, 0.012];

/** Returns the spread of slices by the differences of neighbors, so that a drift of the machine's speed counts little. */
function spreadOf(slices: readonly Slice[]): number {
  const costs = slices.map((one) => Math.log(costOf(one)));
  const steps = costs.slice(1).map((cost, i) => (cost - (costs[i] ?? cost)) ** 2);
  if (steps.length === 0) return 2 * LEAST_SPREAD;
  const variance = steps.reduce((sum, one) => sum + one, 0) / steps.length / 2;
  const each = slices.reduce((sum, one) => sum + one.cpuSeconds, 0) / slices.length;
  return Math.min(MOST_SPREAD, Math.max(LEAST_SPREAD, Math.sqrt(variance * each)));
}
