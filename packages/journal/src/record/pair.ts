import * as v from "valibot";
import { amount, positive } from "./amounts.ts";
import { instanceSchema } from "./machine.ts";
import { warmedPairSchema } from "./warm-up.ts";

/**
 * The seconds from spawn until the server was ready (its readiness line, or until it listened), and to its first right
 * response. The rest between the two, which keeps the first request out of the start, is not counted.
 */
export const startupSchema = v.object({ ready: amount, firstByte: amount });

/** The bytes of a process tree: after its first response, and at most. */
export const memorySchema = v.object({ idle: amount, peak: amount });

/** The fields of every record of a pair: two fresh processes, from spawn to exit. */
export const pairEntries = {
  role: v.picklist(["cell", "bridge", "aa"]),
  new: v.string(),
  base: v.string(),
  scenario: v.string(),
  n: amount,
  startedAt: v.string(),
  /** The run that the record belongs to, if several runs were merged; only in results. */
  run: v.optional(v.string()),
  /** The instance that measured the record, if there are several; only in results. */
  instance: v.optional(instanceSchema),
  /** The warm-up before the load; missing if the record was void before its end. */
  warmup: v.optional(warmedPairSchema),
  /** The wall time of the whole round, and of its part under load, warm-up included. */
  seconds: v.object({ total: amount, load: amount }),
  /** The number of other duets that were measured meanwhile, on other CPUs; missing if there was none. */
  alongside: v.optional(positive),
  /** The reason why this record may not be used, such as a fault of a server; null if it may. */
  void: v.nullable(v.string()),
};
