import type { Server } from "./server/launch.ts";
import type { LoadResult } from "@deadheat/oha";
import type { CostSide, Counts } from "@deadheat/journal";
import type { Pace } from "./load/exchange-load.ts";
import { togetherLoads } from "./load/warm-up.ts";
import { startCounting, type Counting } from "./machine/counting.ts";
import type { CpuUse } from "./machine/cpu-use.ts";
import { readMemory } from "./machine/cpu-time.ts";
import { familyOf } from "./machine/known-families.ts";
import { openSockets } from "./machine/listeners.ts";
import { machineUse, readMachine } from "./machine/machine-use.ts";
import { processTree } from "./machine/members.ts";
import { requireCpus } from "./machine/pinning.ts";
import { favored, misplaced, reaches, stopped } from "./machine/placement.ts";
import { both, inOrder, turns, type Pair, type Which } from "./both.ts";
import { type WarmPair } from "./pair.ts";
import { blamed, clockOf, closed, loadOne, usedBy, VoidRound, type Bench } from "./server/asked.ts";

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

interface Used {
  readonly result: LoadResult;
  readonly cpu: CpuUse;
  readonly counts?: Counts;
}

/** The use of a window, and of the short load before it; null if there was none. */
export interface Window {
  readonly ends: Used | null;
  readonly whole: Used;
}

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
    const used = await measurePair(pair.servers, pair.bench, () => loadBoth(pace, first));
    pair.loaded.seconds += Math.max(used.new.result.seconds, used.base.result.seconds);
    return used;
  };
  requirePlaces(pair.servers, pinning);
  const ends = paces.ends && (await load(paces.ends, !baseFirst));
  const before = readMachine();
  const whole = await load(paces.whole, baseFirst);
  const after = readMachine();
  requirePlaces(pair.servers, pinning);
  const machine = machineUse(before, after, whole.new.cpu.run + whole.base.cpu.run, pair.bench);
  requireCpus(pinning);
  const windows = both((which): Window => ({ ends: ends && ends[which], whole: whole[which] }));
  return { windows, machine };
}

/** Runs `load` on both and reads each server's CPU clock, and its counters, before and after. */
export async function measurePair(
  servers: Pair<Server>,
  { pinning, counters }: Pick<Bench, "pinning" | "counters">,
  load: () => Promise<Pair<LoadResult>>,
): Promise<Pair<Used>> {
  const counting = counters && both((which) => startCounting(servers[which].pid, counters));
  const before = await inOrder(false, servers, clockOf);
  const results = await fairly(servers, pinning, load, counting);
  const after = await inOrder(false, servers, clockOf);
  return both((which) => {
    const result = results[which];
    const cpu = usedBy(servers[which], before[which], after[which], result.seconds);
    return { result, cpu, ...(counting && { counts: counting[which].end(cpu.lostThreads) }) };
  });
}

/** The time between two looks at the state of both servers. */
const LOOK_MILLISECONDS = 50;
/** The share of looks, drawn at random, that are as thorough as those before and after a window: one a second or so. */
const THOROUGH_SHARE = 1 / 20;

/** Memory is read at every fourth look. */
const LOOKS_PER_MEMORY = 4;

/** Notes the memory of a server whose processes are found without a search through all of the machine's. */
function readIsolatedMemory(pid: number): void {
  if (familyOf(pid)?.first != null) readMemory(pid);
}

/**
 * Runs `load` and looks at both servers meanwhile.
 * @throws VoidRound if one gets another share of the CPU than the other one, or if its CPU clocks are not its own
 */
async function fairly<T>(
  servers: Pair<Server>,
  pinning: Bench["pinning"],
  load: () => Promise<T>,
  counting: Pair<Counting> | undefined,
): Promise<T> {
  const all = [servers.base, servers.new].filter(({ pid }) => pid !== 0);
  const members = all.map(({ name, pid }) => ({
    name,
    pids: processTree(pid),
    isOurs: familyOf(pid) !== undefined,
  }));
  let unfair: string | null = null;
  let looks = 0;
  const look = setInterval(() => {
    counting?.base.look();
    counting?.new.look();
    for (const { name, pids, isOurs } of members) {
      const state = isOurs ? (pid: number) => favored(pid, pinning) : stopped;
      const reason = pids.map(state).find((one) => one !== null);
      if (reason) unfair ??= `${name} ${reason}`;
    }
    if (Math.random() < THOROUGH_SHARE) unfair ??= outOfPlace(servers, pinning);
    // The peak of a short process is seen only while it runs.
    if (looks++ % LOOKS_PER_MEMORY === 0) for (const { pid } of all) readIsolatedMemory(pid);
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
function requirePlaces(servers: Pair<Server>, pinning: Bench["pinning"]): void {
  const reason = outOfPlace(servers, pinning);
  if (reason !== null) throw new VoidRound(reason);
}

/** Returns why the CPU clocks of a server are not those of what is loaded, or null. */
function outOfPlace({ base, new: next }: Pair<Server>, pinning: Bench["pinning"]): string | null {
  const sockets = openSockets();
  for (const [one, other] of [
    [base, next],
    [next, base],
  ] as const) {
    const reason = misplaced(one.pid, one.port, pinning, sockets);
    if (reason !== null) return `${one.name}: ${reason}`;
    if (one.port === other.port || !reaches(one.pid, other.port, other.pid, sockets)) continue;
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
  const of = ({ result, cpu, counts }: Used) => {
    return { good: result.good, cpuSeconds: cpu.run, ...(counts && { counts }) };
  };
  return {
    ...of(whole),
    loadSeconds: whole.result.seconds,
    ends: ends ? of(ends) : { good: 0, cpuSeconds: 0 },
    lostThreads: whole.cpu.lostThreads + (ends?.cpu.lostThreads ?? 0),
  };
}
