import * as v from "valibot";

/**
 * What a cell can be measured by. Duets give efficiencies; a sweep the throughput of a server alone,
 * and its latency under saturation; an open loop the latency at a given rate. Their figures are
 * never mixed.
 */
export const measures = ["duets", "sweep", "latency"] as const;
export type Measure = (typeof measures)[number];

/** Closed loops against one server alone, at several numbers of connections. */
export const sweepSettingsSchema = v.object({
  connections: v.array(v.number()),
  /** Fresh processes of the target, each beside a fresh one of its floor: the unit of sampling. */
  rounds: v.number(),
  /** Of each number of connections. */
  stepSeconds: v.number(),
});
export type SweepSettings = v.InferOutput<typeof sweepSettingsSchema>;

/** Open loops against one server alone, at shares of its own capacity and at a common rate. */
export const latencySettingsSchema = v.object({
  connections: v.number(),
  /** Of the capacity that the same process has just shown in a closed loop. */
  fractions: v.array(v.number()),
  /** Requests per second, the same for every target. */
  commonRate: v.number(),
  /** Fresh processes. */
  rounds: v.number(),
  /** Of the closed loop that finds the capacity. */
  capacitySeconds: v.number(),
  /** Of each rate. */
  stepSeconds: v.number(),
});
export type LatencySettings = v.InferOutput<typeof latencySettingsSchema>;

/** Which measures a run takes, and how. */
export interface Modes {
  readonly measure: readonly Measure[];
  /** Null where it is not measured. */
  readonly sweep: SweepSettings | null;
  readonly latency: LatencySettings | null;
}

/** Runs from before there were other measures took duets. */
export const duetsOnly: Modes = { measure: ["duets"], sweep: null, latency: null };

/** How often and how long, by profile. */
export const soloProfiles: Readonly<
  Record<string, { sweepRounds: number; latencyRounds: number; latencyStepSeconds: number }>
> = {
  quick: { sweepRounds: 4, latencyRounds: 2, latencyStepSeconds: 5 },
  standard: { sweepRounds: 4, latencyRounds: 2, latencyStepSeconds: 10 },
  full: { sweepRounds: 8, latencyRounds: 4, latencyStepSeconds: 30 },
};

export const DEFAULT_CONNECTIONS: readonly number[] = [50, 100, 250, 500];

/**
 * The rate that all targets of a scenario get. Fixed beforehand: each target is a task of its own,
 * which turbo may replay, so that the slowest one's capacity is not known when another is measured.
 * Low enough to be a light load for the slowest targets that are known (express on Deno: about
 * 20,000/s on one CPU; a query to Postgres: some thousands).
 */
export const DEFAULT_COMMON_RATE = 2000;

export function defaultSweep(profile: string): SweepSettings {
  return {
    connections: [...DEFAULT_CONNECTIONS],
    rounds: (soloProfiles[profile] ?? soloProfiles.quick)?.sweepRounds ?? 4,
    stepSeconds: 2,
  };
}

export function defaultLatency(profile: string): LatencySettings {
  const { latencyRounds = 2, latencyStepSeconds = 5 } =
    soloProfiles[profile] ?? soloProfiles.quick ?? {};
  return {
    connections: 50,
    fractions: [0.2, 0.5, 0.8],
    commonRate: DEFAULT_COMMON_RATE,
    rounds: latencyRounds,
    capacitySeconds: 2,
    stepSeconds: latencyStepSeconds,
  };
}

/** Spawning, checking and stopping a server, and starting a generator: measured, and generous. */
const PROCESS_OVERHEAD_SECONDS = 0.6;
const STEP_OVERHEAD_SECONDS = 0.4;

/** What one process of a sweep takes, about, when it is warm. */
export function sweepProcessSeconds(sweep: SweepSettings): number {
  const step = sweep.stepSeconds + STEP_OVERHEAD_SECONDS;
  return PROCESS_OVERHEAD_SECONDS + sweep.connections.length * step;
}

/** What one process of the open loops takes, about, when it is warm. */
export function latencyProcessSeconds(latency: LatencySettings): number {
  const step = latency.stepSeconds + STEP_OVERHEAD_SECONDS;
  const { capacitySeconds, fractions } = latency;
  return PROCESS_OVERHEAD_SECONDS + capacitySeconds + (fractions.length + 1) * step;
}
