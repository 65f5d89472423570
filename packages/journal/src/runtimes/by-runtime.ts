import * as v from "valibot";
import type { Runtime } from "./list.ts";

/**
 * Returns the schema of values by runtime. A document has a value for each runtime that it is about. It may lack those that
 * deadheat has learned since.
 */
export function byRuntime<T>(value: v.GenericSchema<T>) {
  return v.record(v.string(), value) as unknown as v.GenericSchema<Record<Runtime, T>>;
}
