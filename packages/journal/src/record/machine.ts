import * as v from "valibot";

const seconds = v.number();

/** Of a class of machines one, since it booted: a hash, of a label where `override:` says so (@deadheat/measure). */
export const instanceSchema = v.pipe(v.string(), v.regex(/^(override:)?[0-9a-f]{16}$/));

/** What else went on while something was measured. Shares are of one CPU's time. */
export const machineUseSchema = v.object({
  /** The busiest generator CPU. */
  generatorBusy: v.nullable(v.number()),
  /** CPU time of the generators, to 10 ms; null where nothing told; journals of before 2026-11-23 lack it. */
  generatorSeconds: v.optional(v.nullable(seconds)),
  /** On the server CPU, by processes that are none of the measured servers. */
  foreign: v.nullable(v.number()),
  steal: v.nullable(v.number()),
  pressure: v.nullable(v.number()),
});
export type MachineUse = v.InferOutput<typeof machineUseSchema>;
