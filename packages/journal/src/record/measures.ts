import * as v from "valibot";

/**
 * What a cell can be measured by. Duets give efficiencies; a sweep the throughput of a server alone,
 * and its latency under saturation; an open loop the latency at a given rate; cost the CPU time of a
 * request where both servers of a pair are asked at the same rate, far from saturation. Their figures
 * are never mixed.
 */
export const measures = ["duets", "sweep", "latency", "cost"] as const;
export type Measure = (typeof measures)[number];

/** Pairs of a target with its floor, of two floors, of node-http/node with itself. */
export const blocksSchema = v.object({ cell: v.number(), bridge: v.number(), aa: v.number() });
export type Blocks = v.InferOutput<typeof blocksSchema>;

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

/** Open loops against both servers of a pair at the same moment, at the same rates. */
export const costSettingsSchema = v.object({
  /** Pairs of fresh processes: the unit of sampling. */
  blocks: blocksSchema,
  /** Requests per second, of each of the two. */
  rates: v.array(v.number()),
  /** Of the capacity that the floor has just shown in a closed loop, alone. */
  fractions: v.array(v.number()),
  /** Without a request. */
  idleSeconds: v.number(),
  /** Of the closed loop that finds the capacity. */
  capacitySeconds: v.number(),
  /** Of each rate. */
  stepSeconds: v.number(),
});
export type CostSettings = v.InferOutput<typeof costSettingsSchema>;

/** Which measures a run takes, and how. */
export interface Modes {
  readonly measure: readonly Measure[];
  /** Null where it is not measured. */
  readonly sweep: SweepSettings | null;
  readonly latency: LatencySettings | null;
  readonly cost: CostSettings | null;
}

/** Runs from before there were other measures took duets. */
export const duetsOnly: Modes = { measure: ["duets"], sweep: null, latency: null, cost: null };
