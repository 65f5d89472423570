import type { Server } from "../server/launch.ts";
import { ChannelError, type Channel, type ThreadProfile } from "../channel/channel.ts";
import { withChannels } from "../channel/with-channels.ts";
import type { PlannedRound } from "../draw/order.ts";
import { CpuClockError, type CpuReading } from "../machine/cpu-time.ts";
import { requireCpus } from "../machine/pinning.ts";
import { both, inOrder, turns, type Pair } from "../both.ts";
import { recordOf, type WarmPair } from "../pair.ts";
import { check, clockOf, closed, usedBy, VoidRound, type Bench } from "../server/asked.ts";
import type { Entrant } from "../server/entrant.ts";
import type { Exchange } from "../server/exchange-type.ts";
import { letSamplersInterrupt, threadIds } from "./sampler-turns.ts";
import { drive, loadTogether, measurePair } from "../window.ts";

export interface Work {
  readonly good: number;
  /** The CPU seconds of all processes of the server. */
  readonly cpuSeconds: number;
}

/** One server of a profiled round. */
export interface ProfiledSide extends Work {
  /** The CPU seconds of the profilers' own threads, which `cpuSeconds` does not contain. */
  readonly samplerSeconds: number;
  /** The CPU seconds of the other threads that run no JavaScript of the server: compilers and garbage collectors. */
  readonly helperSeconds: number;
  /** The work in a shorter window without the profiler, in the same processes. */
  readonly plain: Work;
  readonly threads: readonly ThreadProfile[];
}

/** A duet whose window was profiled. It is no round of a comparison. */
export interface ProfiledDuet {
  /** The reason that the round may not be used; null if it may. */
  readonly void: string | null;
  readonly seconds: number;
  readonly sides: Pair<ProfiledSide> | null;
}

/** The length of the window without the profiler, as a share of the profiled one. */
const PLAIN_SHARE = 0.4;

/**
 * Returns the time between two samples of the server that is profiled first, and of the other one, in microseconds. V8
 * samples at even times, and the two servers of a duet take turns at the same pace. One interval for all rounds therefore
 * meets requests of one length at the same few places each time: up to 10 % of the time of one function went over to a
 * system call, in one server and not in the other, in every round. A round has its own interval (in the order of
 * the golden ratio, which spreads any number of them evenly), so that this becomes a difference between rounds, which
 * intervals contain. The two servers differ by 1 %, so that their samplers do not keep their distance in time either.
 */
export function intervalsOf(n: number): readonly [number, number] {
  const share = (n * GOLDEN_SHARE) % 1;
  const first = Math.round(SHORTEST + share * (LONGEST - SHORTEST));
  return [first, Math.round(first * 1.01)];
}

const GOLDEN_SHARE = (Math.sqrt(5) - 1) / 2;
const [SHORTEST, LONGEST] = [425, 575];

/**
 * Measures a duet as a round is measured, then profiles both servers in another window of the same processes. A failure of a
 * server, a generator or a profiler gives a void round.
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export async function runProfiledDuet(
  round: PlannedRound,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
): Promise<ProfiledDuet> {
  const nothing: Pick<ProfiledDuet, "sides"> = { sides: null };
  return withChannels(profiled(entrants), bench.signal, null, async (connected, channels) => {
    const setup = { round, entrants: connected, exchange, bench };
    const record = await recordOf(setup, nothing, async (pair) => ({
      sides: await profileBoth(pair, channels, round),
    }));
    return { void: record.void, seconds: record.seconds.total, sides: record.sides };
  });
}

/** Returns the servers with the settings that make their profiles complete. */
export function profiled(entrants: Pair<Entrant>): Pair<Entrant> {
  return both((which) => {
    const { env, ...entrant } = entrants[which];
    return {
      ...entrant,
      env: {
        ...env,
        // Inlined functions keep their names in profiles. Node sets this by itself.
        DENO_V8_FLAGS: `${env.DENO_V8_FLAGS ?? ""} --detailed-line-info`.trim(),
        // Without this JavaScriptCore counts an inlined function as its caller (OptionsList.h; Bun reads BUN_JSC_*).
        BUN_JSC_alwaysGeneratePCToCodeOriginMap: "1",
      },
    };
  });
}

async function profileBoth(
  pair: WarmPair,
  channels: Pair<Channel>,
  { n, loadBaseFirst: first }: PlannedRound,
): Promise<Pair<ProfiledSide>> {
  const { windowSeconds } = pair.bench.load;
  await loadTogether(pair, first);
  const plain = await measurePair(pair.servers, { pinning: pair.bench.pinning }, () =>
    loadFor(pair, PLAIN_SHARE * windowSeconds, !first),
  );
  const plainWork = both((which) => {
    const { result, cpu } = plain[which];
    return { good: result.good, cpuSeconds: cpu.run };
  });
  return profileWindow(pair, channels, { n, loadBaseFirst: first }, windowSeconds, plainWork);
}

function loadFor(pair: WarmPair, seconds: number, baseFirst: boolean) {
  const { servers, bench } = pair;
  const paces = both((which) => closed(servers[which], bench, seconds));
  return drive(pair, paces, baseFirst);
}

/**
 * Profiles both servers of a warm pair in a window.
 * @param plain the work of a window without the profiler, in the same processes
 * @throws VoidRound if a server, a generator or a profiler fails
 */
export async function profileWindow(
  pair: WarmPair,
  channels: Pair<Channel>,
  { n, loadBaseFirst: first }: Pick<PlannedRound, "n" | "loadBaseFirst">,
  windowSeconds: number,
  plain: Pair<Work>,
): Promise<Pair<ProfiledSide>> {
  const { servers, bench } = pair;
  const intervals = intervalsOf(n);
  const [earlier, later] = turns(first);
  const started = async (which: keyof Pair<unknown>, interval: number) =>
    startProfiler(servers[which], channels[which], interval, bench);
  const samplers = { new: [] as number[], base: [] as number[] };
  samplers[earlier] = await started(earlier, intervals[0]);
  samplers[later] = await started(later, intervals[1]);
  const clocks = () => inOrder(false, servers, (server) => named(server, clockOf(server)));
  const before = await clocks();
  const results = await loadFor(pair, windowSeconds, first);
  const after = await clocks();
  requireCpus(bench.pinning);
  await inOrder(false, servers, (server) => check(server, bench.signal));
  const side = async (which: keyof Pair<unknown>): Promise<ProfiledSide> => {
    const { good, seconds } = results[which];
    const { run } = usedBy(servers[which], before[which], after[which], seconds);
    const threads = await named(servers[which], channels[which].stop());
    const readings = { before: before[which], after: after[which] };
    const samplerSeconds = secondsOf(readings, (tid) => samplers[which].includes(tid));
    // A process with several profiled threads has no main thread that represents all of them.
    const alone = (pid: number) => threads.filter((one) => one.pid === pid).length === 1;
    const helperSeconds = secondsOf(
      readings,
      (tid, pid) => alone(pid) && tid !== pid && !samplers[which].includes(tid),
    );
    return {
      good,
      cpuSeconds: run - samplerSeconds,
      samplerSeconds,
      helperSeconds,
      plain: plain[which],
      threads,
    };
  };
  return { new: await side("new"), base: await side("base") };
}

/** Starts the profilers of a server, and returns the ids of their threads. */
function startProfiler(
  server: Server,
  channel: Channel,
  interval: number,
  { pinning }: Bench,
): Promise<number[]> {
  const start = async () => {
    const before = threadIds(server.pid);
    await channel.start(interval);
    const samplers = [...threadIds(server.pid)].filter((tid) => !before.has(tid));
    await letSamplersInterrupt(server.pid, samplers, pinning);
    return samplers;
  };
  return named(server, start());
}

/** @throws VoidRound with the server's name and its last words, if the profiler failed */
function named<T>(server: Server, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof ChannelError || error instanceof CpuClockError)) throw error;
    throw new VoidRound(`${server.name}: ${server.died() ?? error.message}`);
  });
}

/** Returns the seconds that the chosen threads ran between two readings. */
function secondsOf(
  { before, after }: { before: CpuReading | null; after: CpuReading | null },
  chosen: (tid: number, pid: number) => boolean,
): number {
  let seconds = 0;
  for (const [pid, { threads }] of after?.processes ?? []) {
    const earlier = before?.processes?.get(pid)?.threads;
    for (const [tid, { run }] of threads) {
      if (chosen(tid, pid)) seconds += run - (earlier?.get(tid)?.run ?? 0);
    }
  }
  return seconds;
}
