import * as v from "valibot";
import { amount, positive, worked, workEntries } from "./amounts.ts";
import { machineUseSchema } from "./machine.ts";
import { memorySchema, pairEntries, startupSchema } from "./pair.ts";

const pairOf = <T extends v.GenericSchema>(one: T) => v.object({ new: one, base: one });

/** The work of one server of a pair at a rate. */
const costSideSchema = v.pipe(
  v.object({
    ...workEntries,
    /** The seconds by the generator's clock. */
    loadSeconds: positive,
    lostThreads: amount,
  }),
  worked(),
);
export type CostSide = v.InferOutput<typeof costSideSchema>;

/** Both servers of a pair at one rate. */
export const costRateSchema = v.object({
  /** The share of the capacity; null for a fixed rate. */
  fraction: v.nullable(amount),
  /**
   * The requests per second that were due, equal for both, except the two floors of a bridge: shares of own capacity.
   */
  rate: pairOf(amount),
  /** The total number of requests that were due. */
  offered: pairOf(amount),
  /** The reason why this rate has no metrics: it was not delivered; null if it was. */
  void: v.nullable(v.string()),
  sides: v.nullable(pairOf(costSideSchema)),
  machine: v.nullable(machineUseSchema),
});
export type CostRate = v.InferOutput<typeof costRateSchema>;

/** One pair of fresh processes: idle, then loaded at each rate at the same moment. */
export const costRecordSchema = v.object({
  type: v.literal("cost"),
  ...pairEntries,
  /** The CPU time of each server, warm, without a request or a connection. */
  idle: v.nullable(v.object({ seconds: positive, new: amount, base: amount })),
  /**
   * The requests per second of a server alone in a closed loop. That of the target is null unless it is a floor too.
   */
  capacity: v.nullable(v.object({ new: v.nullable(amount), base: amount })),
  /** The rates in the order in which they were offered. */
  rates: v.array(costRateSchema),
  /** The start of the target's process, as in a round. */
  startup: v.nullable(startupSchema),
  memory: v.nullable(memorySchema),
});
export type CostRecord = v.InferOutput<typeof costRecordSchema>;
