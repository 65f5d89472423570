import type { Server } from "../server/launch.ts";
import { openFileLimit } from "../machine/preflight.ts";
import { clockOf, closed, loadWithClock, usedBy, VoidRound, type Bench } from "../server/asked.ts";
import { send } from "../server/exchange.ts";
import {
  busyOf,
  costOf,
  noiseOf,
  rateOf,
  spreadOf,
  STEADY,
  sumOf,
  warmAt,
  type Slice,
} from "./slices.ts";

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
  /** How many times slower than usual the machine was (machine/speed.ts). */
  readonly slowness: number;
}

// The limits of CPU time, the pace and the slices below are those of an ordinary machine. A slower one does less work in a
// second, so a pilot multiplies them by its slowness. Limits of wall time are what a user waits for, and stay. So do the CPU
// seconds that a pilot takes beyond the warm-up: a round loads a server for so many seconds on any machine.

/** The CPU time per response below which the usual warm-up applies. */
const CHEAP_SECONDS = 0.0001;
/** The responses per second at which the usual warm-up takes seconds, even if the server waits. */
const QUICK_PER_SECOND = 10_000;
const CHEAP_SLICE_SECONDS = 0.1;
const CHEAP_SLICES = 6;
const SLICE_SECONDS = 0.5;
const LONGEST_SLICE_SECONDS = 4;

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
 * @param slowness how many times slower than usual the machine is: one number for all servers of a command
 * @param hint the connections that another server needed for the same request, or 0; `given` if the user decides them
 * @param isUsed true if the server has been warmed with other requests
 * @param heavy receives the CPU seconds per response after each slice of a server that is not cheap
 * @throws VoidRound, OhaError if the server fails under load
 */
export async function pilot(
  server: Server,
  bench: Bench,
  slowness: number,
  hint: number | "given" = 0,
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
  const fitting = (cpuSeconds: number) =>
    hint === "given" ? usual : fittingConnections(cpuSeconds, usual);
  let connections = fitting(first);
  const ended = (seen: readonly Slice[], at: number, cheap: boolean) =>
    pilotOf(seen, at, { cheap, connections, slowness }, server);
  for (let n = 0; n < CHEAP_SLICES; n++) {
    const one = await slice(connections, slowness * CHEAP_SLICE_SECONDS);
    if (isCheap(one, slowness)) return ended([one], 0, true);
    if (busyOf(one) < BUSY || costOf(one) > 10 * slowness * CHEAP_SECONDS) break;
  }
  const few = connections;
  const quick = QUICK_PER_SECOND / slowness;
  if (hint !== "given") {
    const before = slices.at(-1) as Slice;
    connections = await enoughConnections(connections, before, { hint, quick }, slice);
  }
  const raised = slices.at(-1) as Slice;
  if (isCheap(raised, slowness)) return ended([raised], 0, true);
  const isRaised = connections > few;
  // The short slices so far are one: a trend shows in work done, not in the number of slices.
  slices.splice(0, slices.length, sumOf(slices));
  const end = (until: number): Pilot => {
    const found = ended(slices, until, false);
    return isUsed ? { ...found, noise: 0 } : found;
  };
  const startedAt = performance.now();
  for (;;) {
    const last = slices.at(-1) as Slice;
    if (!isRaised) connections = fitting(costOf(last));
    const one = await slice(connections, sliceSeconds(last, connections, slowness));
    heavy(costOf(one));
    if (isCheap(one, slowness)) return ended([one], 0, true);
    const at = warmAt(slices);
    const used = sumOf(slices).cpuSeconds;
    const waits = busyOf(one) < BUSY;
    const warmUp = sumOf(slices.slice(0, at ?? 0)).cpuSeconds;
    const hasSeenAll = waits || isUsed || used >= warmUp + SEEN_CPU_SECONDS;
    if (at !== null && hasSeenAll) return end(at);
    const elapsed = (performance.now() - startedAt) / 1000;
    const most = isUsed ? MOST_FURTHER_CPU_SECONDS : MOST_CPU_SECONDS;
    if (used > slowness * most || elapsed > (waits ? MOST_WAITING_SECONDS : MOST_SECONDS)) {
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
  { hint, quick }: { readonly hint: number; readonly quick: number },
  slice: (connections: number, seconds: number) => Promise<Slice>,
): Promise<number> {
  const most = Math.min(MOST_CONNECTIONS, Math.floor(openFileLimit() / 2));
  let [enough, last] = [connections, at];
  while (busyOf(last) < BUSY && rateOf(last) < quick && enough < most) {
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
  known: Pick<Pilot, "cheap" | "connections" | "slowness">,
  { readySeconds }: Server,
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

/** Returns the CPU time of a single request, which keeps the first load of a heavy server short. */
async function oneRequest(server: Server, signal: AbortSignal): Promise<number> {
  const before = await clockOf(server);
  const { seconds } = await send(server.port, server.exchange, false, signal);
  return usedBy(server, before, await clockOf(server), seconds).run;
}

/** Returns as many connections as a busy server accepts in time; in a duet, everything takes twice as long. */
function fittingConnections(cpuSeconds: number, most: number): number {
  const accepted = Math.sqrt((2 * ACCEPTED_WITHIN_SECONDS) / Math.max(cpuSeconds, 1e-9));
  return Math.max(Math.min(most, FEWEST_CONNECTIONS), Math.min(most, Math.floor(accepted)));
}

function isCheap(one: Slice, slowness: number): boolean {
  const quick = busyOf(one) >= BUSY || rateOf(one) >= QUICK_PER_SECOND / slowness;
  return costOf(one) < slowness * CHEAP_SECONDS && quick;
}

/** Returns a time in which each connection gets about three responses, if they take as long as before. */
function secondsFor(last: Slice, connections: number): number {
  return Math.min(LONGEST_SLICE_SECONDS, Math.max(0.25, (3 * connections) / rateOf(last)));
}

/** Returns the usual time of a slice, or longer if a server gives fewer than 10 responses or one per connection in it. */
function sliceSeconds(last: Slice, connections: number, slowness: number): number {
  const responses = Math.max(10, busyOf(last) < BUSY ? 2 * connections : 0);
  const usual = slowness * SLICE_SECONDS;
  return Math.min(LONGEST_SLICE_SECONDS, Math.max(usual, responses / rateOf(last)));
}
