import * as v from "valibot";
import { amount, positive } from "./amounts.ts";
import { costRateSchema } from "./cost.ts";
import { growthRecordSchema } from "./growth.ts";

const latencyOfSchema = v.object({ responses: positive, p50: amount, p99: amount });

/** An open loop on each server of a round, one after the other. Seconds count from when a request was due. */
const latencyPairSchema = v.object({
  /** The share of the slower server's capacity; null for the rate that is common to all comparisons. */
  fraction: v.nullable(amount),
  /** The requests per second, equal for both. */
  rate: positive,
  /** The reason why this rate has no metrics; null if it has. */
  void: v.nullable(v.string()),
  sides: v.nullable(v.object({ new: latencyOfSchema, base: latencyOfSchema })),
});
export type LatencyPair = v.InferOutput<typeof latencyPairSchema>;

/** The metrics that a round measures on request, with the warm processes of its duet. */
export const furtherSchema = v.object({
  latency: v.array(latencyPairSchema),
  cost: v.array(costRateSchema),
  /** Missing unless it was asked for. */
  growth: v.optional(growthRecordSchema),
});
export type Further = v.InferOutput<typeof furtherSchema>;
