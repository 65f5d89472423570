import { costRecordSchema } from "@deadheat/journal";
import * as v from "valibot";

const ratio = { ratio: v.number(), lo: v.number(), hi: v.number() };

/** A target at one rate, beside its reference at the same. */
const costStepSchema = v.object({
  /** Of the floor's capacity; null: one of the rates that every target gets. */
  fraction: v.nullable(v.number()),
  /** Requests per second, the median over the blocks in which it was delivered; null: in none. */
  rate: v.nullable(v.number()),
  /** Seconds of the server's CPU, its standing cost included: the median over blocks. */
  cpuPerRequest: v.nullable(v.number()),
  /** Of efficiencies, with its 95 % interval; null below two blocks. */
  toReference: v.nullable(v.object({ ...ratio, n: v.number() })),
  /** Through the bridge at the same rate; null where there is none, and of node-http/node itself. */
  toNodeHttp: v.nullable(v.object(ratio)),
  /** Why some blocks say nothing of this rate; null when all do. */
  reason: v.nullable(v.string()),
});
export type CostStep = v.InferOutput<typeof costStepSchema>;

/** What a request costs in a service that is not overloaded. */
export const costSchema = v.object({
  /** Its floor; of a floor node-http/node, of that one itself: the A/A row. */
  reference: v.string(),
  /** CPU seconds per second with no request, the median over blocks. */
  idle: v.nullable(v.number()),
  /** By rate, the shares of the capacity last. */
  rates: v.array(costStepSchema),
  blocks: v.array(costRecordSchema),
});
export type CellCost = v.InferOutput<typeof costSchema>;
