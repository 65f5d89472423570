import * as v from "valibot";
import { instanceSchema, machineUseSchema } from "./machine.ts";
import { warmedPairSchema } from "./warm-up.ts";

const seconds = v.number();

/** Of the two servers of a pair. */
const pairOf = <T extends v.GenericSchema>(one: T) => v.object({ target: one, reference: one });

/** What one server of a pair did at a rate. */
const costSideSchema = v.object({
  good: v.number(),
  /** Of the process tree, as in a duet. */
  cpuSeconds: seconds,
  /** By the generator's clock. */
  loadSeconds: seconds,
  /** The same of a short load at the same rate before it: what the connections cost is in both, and subtracted. */
  ends: v.object({ good: v.number(), cpuSeconds: seconds }),
  lostThreads: v.number(),
});
export type CostSide = v.InferOutput<typeof costSideSchema>;

/** Both servers of a pair at one rate. */
const costRateSchema = v.object({
  /** Of the capacity; null: one of the fixed rates. */
  fraction: v.nullable(v.number()),
  /** Requests per second that were due; the same for both, but a bridge's two floors each have a share of their own capacity. */
  rate: pairOf(v.number()),
  /** So many in all. */
  offered: pairOf(v.number()),
  /** Why nothing is said of this rate: it was not delivered; null: it was. */
  void: v.nullable(v.string()),
  sides: v.nullable(pairOf(costSideSchema)),
  machine: v.nullable(machineUseSchema),
});
export type CostRate = v.InferOutput<typeof costRateSchema>;

/** One pair of fresh processes: idle, then loaded at each rate at the same moment. */
export const costRecordSchema = v.object({
  type: v.literal("cost"),
  role: v.picklist(["cell", "bridge", "aa"]),
  target: v.string(),
  reference: v.string(),
  scenario: v.string(),
  n: v.number(),
  startedAt: v.string(),
  /** Whose it is, of several runs that were put together; only results have it. */
  run: v.optional(v.string()),
  /** Who measured it, where several instances did; only results have it. */
  instance: v.optional(instanceSchema),
  warmup: v.optional(warmedPairSchema),
  /** Wall time of the whole block, and of its part under load, warm-up included. */
  seconds: v.object({ total: seconds, load: seconds }),
  /** What was wrong with a server or its answers; null when nothing was. */
  void: v.nullable(v.string()),
  /** CPU time of either server, warm, with no request and no connection. */
  idle: v.nullable(v.object({ seconds, target: seconds, reference: seconds })),
  /** Requests per second in a closed loop, alone; of the target where it is a floor as well, else null. */
  capacity: v.nullable(v.object({ target: v.nullable(v.number()), reference: v.number() })),
  /** In the order in which they were offered. */
  rates: v.array(costRateSchema),
  /** Of the target's process, as in a block. */
  startup: v.nullable(v.object({ ready: seconds, firstByte: seconds })),
  memory: v.nullable(v.object({ idle: v.number(), peak: v.number() })),
});
export type CostRecord = v.InferOutput<typeof costRecordSchema>;
