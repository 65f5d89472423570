import { amount, costRecordSchema, ratio } from "@deadheat/journal";
import * as v from "valibot";

const interval = { ratio, lo: ratio, hi: ratio };

/** A target at one rate, beside its reference at the same rate. */
const costStepSchema = v.object({
  /** The fraction of the floor's capacity; null for a rate that every target gets. */
  fraction: v.nullable(amount),
  /** Requests per second: the median over the rounds that delivered the rate. null if none did. */
  rate: v.nullable(amount),
  /** Seconds of the server's CPU per request, including the standing cost: the median over rounds. */
  cpuPerRequest: v.nullable(amount),
  /** The ratio of efficiencies with its 95 % interval; null with fewer than two rounds. */
  toReference: v.nullable(v.object({ ...interval, n: amount })),
  /** The ratio through the bridge at the same rate; null without a bridge and for node-http/node. */
  toNodeHttp: v.nullable(v.object(interval)),
  /** The reason that some rounds lack this rate; null if none does. */
  reason: v.nullable(v.string()),
});
export type CostStep = v.InferOutput<typeof costStepSchema>;

/** The cost of a request in a service that is not overloaded. */
export const costSchema = v.object({
  /** The floor of the target. The reference of a floor is node-http/node, also for itself (the A/A row). */
  reference: v.string(),
  /** CPU seconds per second without requests: the median over rounds. */
  idle: v.nullable(amount),
  /** The steps by rate, with fractions of the capacity last. */
  rates: v.array(costStepSchema),
  rounds: v.array(costRecordSchema),
});
export type CellCost = v.InferOutput<typeof costSchema>;
