import * as v from "valibot";
import { amount } from "./amounts.ts";

/** A server's memory after a forced collection, between two loads. */
const checkpointSchema = v.object({
  /** The responses of the load before it; 0 at the first. */
  responses: amount,
  /** The bytes in use in the heaps of all its processes and threads, buffers included. */
  live: amount,
  /** The resident bytes of the process tree; null outside Linux. */
  resident: v.nullable(amount),
});
export type Checkpoint = v.InferOutput<typeof checkpointSchema>;

const checkpointsSchema = v.pipe(v.array(checkpointSchema), v.minLength(5), v.maxLength(101));

/** The memory that responses leave behind, from loads after everything else in the round. */
export const growthRecordSchema = v.object({
  /** The reason why there are no metrics; null if there are. */
  void: v.nullable(v.string()),
  sides: v.nullable(v.object({ new: checkpointsSchema, base: checkpointsSchema })),
});
export type GrowthRecord = v.InferOutput<typeof growthRecordSchema>;
