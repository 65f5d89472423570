import * as v from "valibot";
import { amount } from "./amounts.ts";

/**
 * The ways to measure a cell. Duets give efficiencies. A sweep gives the throughput of a server alone, and its latency
 * under saturation. An open loop gives the latency at a given rate. Cost gives the CPU time of a request, with both
 * servers of a pair under the same rate, far from saturation. Their metrics are never mixed. Memory growth is measured at the
 * end of the rounds of duets.
 */
export const measures = ["duets", "sweep", "latency", "cost", "memory-growth"] as const;
export type Measure = (typeof measures)[number];

/** The numbers of rounds for pairs of a target with its floor, of two floors, and of node-http/node with itself. */
export const roundsSchema = v.object({ cell: amount, bridge: amount, aa: amount });
export type Rounds = v.InferOutput<typeof roundsSchema>;

/** The settings of a sweep: closed loops against one server alone, at several numbers of connections. */
const sweepSettingsSchema = v.object({
  connections: v.array(amount),
  /** The number of fresh processes of the target, each beside a fresh one of its floor: the unit of sampling. */
  rounds: amount,
  /** The seconds at each number of connections. */
  stepSeconds: amount,
});
export type SweepSettings = v.InferOutput<typeof sweepSettingsSchema>;

/** The settings of open loops against one server alone, at shares of its own capacity and at a common rate. */
const latencySettingsSchema = v.object({
  connections: amount,
  /** The shares of the capacity that the same process has just shown in a closed loop. */
  fractions: v.array(amount),
  /** The requests per second that are the same for every target. */
  commonRate: amount,
  /** The number of fresh processes. */
  rounds: amount,
  /** The seconds of the closed loop that finds the capacity. */
  capacitySeconds: amount,
  stepSeconds: amount,
});
export type LatencySettings = v.InferOutput<typeof latencySettingsSchema>;

/** The settings of open loops against both servers of a pair at the same moment, at the same rates. */
const costSettingsSchema = v.object({
  /** The number of pairs of fresh processes: the unit of sampling. */
  rounds: roundsSchema,
  /** The requests per second for each of the two servers. */
  rates: v.array(amount),
  /** The shares of the capacity that the floor has just shown alone in a closed loop. */
  fractions: v.array(amount),
  /** The seconds without a request. */
  idleSeconds: amount,
  /** The seconds of the closed loop that finds the capacity. */
  capacitySeconds: amount,
  stepSeconds: amount,
});
export type CostSettings = v.InferOutput<typeof costSettingsSchema>;

export const modesEntries = {
  measure: v.array(v.picklist(measures)),
  /** The settings of the sweep; null if the run has none. So for the other two. */
  sweep: v.nullable(sweepSettingsSchema),
  latency: v.nullable(latencySettingsSchema),
  cost: v.nullable(costSettingsSchema),
};
const modesSchema = v.object(modesEntries);
export type Modes = Readonly<v.InferOutput<typeof modesSchema>>;

/** Duets alone, without another measure. */
export const duetsOnly: Modes = { measure: ["duets"], sweep: null, latency: null, cost: null };
