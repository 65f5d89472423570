import type { CpuProfile, HeapProfile } from "@deadheat/journal";
import {
  attribute,
  attributeHeap,
  attributeStart,
  type Attributed,
  type ExplainedMetric,
  type PlaceOf,
  type SideSample,
} from "@deadheat/judge";
import {
  profileGrowth,
  profileMemory,
  profileStart,
  GROWTH_INTERVAL,
  HEAP_INTERVAL,
  START_INTERVAL,
  runProfiledDuet,
  type Bench,
  type Entrant,
  type Exchange,
  type Profiled,
  type Pair,
  type PlannedRound,
  type ProfiledGrowth,
  type ProfiledMemory,
  type ProfiledSide,
  type ProfiledStart,
  type ThreadProfile,
} from "@deadheat/measure";

/** The profiles of a server in a round: of its time, or of its memory. */
export type Profiles = readonly CpuProfile[] | readonly HeapProfile[];

/** One server of a profiled round, and the profiles of its threads. */
export interface Sampled {
  readonly sample: SideSample;
  readonly profiles: Profiles;
}

type SampledBy<T> = (side: T, placeOf: PlaceOf) => Sampled;

/** Measures a round of two servers with a profiler, and returns what it found about each. */
type Profile = (
  round: PlannedRound,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
) => Promise<Profiled<(placeOf: PlaceOf) => Sampled>>;

export const profilers: Readonly<Record<ExplainedMetric, Profile>> = {
  cpu: profiledBy(runProfiledDuet, ofRequests),
  startup: profiledBy(profileStart, ofStart),
  memory: profiledBy(profileMemory, ofMemory),
  "memory-growth": profiledBy(profileGrowth, ofGrowth),
};

function profiledBy<T>(
  measure: (...given: Parameters<Profile>) => Promise<Profiled<T>>,
  sampledBy: SampledBy<T>,
): Profile {
  return async (...given) => {
    const { void: reason, sides } = await measure(...given);
    const of = (side: T) => (placeOf: PlaceOf) => sampledBy(side, placeOf);
    return { void: reason, sides: sides && { new: of(sides.new), base: of(sides.base) } };
  };
}

export function ofRequests({ threads, ...side }: ProfiledSide, placeOf: PlaceOf): Sampled {
  const profiles = threads.map(({ profile }) => profile);
  return { sample: { ...side, attributed: attribute(profiles, placeOf) }, profiles };
}

function ofStart({ seconds, plainSeconds, threads }: ProfiledStart, placeOf: PlaceOf): Sampled {
  // Threads and processes that start at the same moment would count the same time twice.
  const { profile, began } = threads.reduce((a, b) => (busyIn(b) > busyIn(a) ? b : a));
  const attributed = attributeStart(profile, began.boot, placeOf);
  const grain = START_INTERVAL / 1e6;
  const sample = { ...whole(seconds - began.own, plainSeconds, attributed), grain };
  return { sample, profiles: [profile] };
}

function busyIn({ profile: { nodes, samples } }: ThreadProfile): number {
  const idle = nodes.find(({ callFrame }) => callFrame.functionName === "(idle)")?.id;
  return samples.filter((sample) => sample !== idle).length;
}

function ofMemory({ resident, collected, heap }: ProfiledMemory, placeOf: PlaceOf): Sampled {
  const garbageBytes = resident - collected;
  const attributed = attributeHeap(heap.profiles, placeOf, { garbageBytes });
  const sample = { ...whole(resident, resident, attributed), grain: HEAP_INTERVAL, bytes: true };
  return { sample, profiles: heap.profiles };
}

function ofGrowth({ before, after, good }: ProfiledGrowth, placeOf: PlaceOf): Sampled {
  const attributed = attributeHeap(after.profiles, placeOf, { earlier: before.profiles });
  const bytes = after.live - before.live;
  const sample = { ...whole(bytes, bytes, attributed), good, grain: GROWTH_INTERVAL, bytes: true };
  return { sample: { ...sample, plain: { good, cpuSeconds: bytes } }, profiles: after.profiles };
}

/** Returns a sample of an amount that is not a cost of requests. @param plain the amount without the profiler */
function whole(amount: number, plain: number, attributed: Attributed): SideSample {
  return {
    good: 1,
    cpuSeconds: amount,
    helperSeconds: 0,
    plain: { good: 1, cpuSeconds: plain },
    attributed,
  };
}
