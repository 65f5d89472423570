import * as v from "valibot";
import { amount } from "./amounts.ts";

/**
 * The hash of one instance of a class of machines since it booted. With `override:` it is the hash of a label
 * (@deadheat/measure).
 */
export const instanceSchema = v.pipe(v.string(), v.regex(/^(override:)?[0-9a-f]{16}$/));

/** The other activity of the machine during a measurement. Shares are of one CPU's time. */
export const machineUseSchema = v.object({
  generatorBusy: v.nullable(amount),
  /** The CPU time of the generators, to 10 ms; null if it could not be read. */
  generatorSeconds: v.nullable(amount),
  /** The share of the server CPU that processes other than the measured servers used. */
  foreign: v.nullable(amount),
  steal: v.nullable(amount),
  pressure: v.nullable(amount),
});
export type MachineUse = v.InferOutput<typeof machineUseSchema>;
