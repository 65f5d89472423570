import * as v from "valibot";
import { amount } from "./amounts.ts";
import { byRuntime } from "../runtimes/by-runtime.ts";
import { eachRuntime, runtimeFacts, runtimes, type Runtime } from "../runtimes/list.ts";

/**
 * The warm-up of a server before it is measured, in responses instead of seconds. A JIT compiler counts calls. On a
 * core at a quarter of its speed, the same seconds leave a server a quarter as warm. The ratio of two different servers
 * would then depend on the machine (docs/method.md, "Warm-up").
 */
export const warmupSchema = v.object({
  /** The responses by runtime that a server gives alone on its CPU. The two servers of a duet each give the larger number. */
  responses: byRuntime(amount),
  /** The seconds in which both servers of a duet are loaded at once, before the window. */
  togetherSeconds: amount,
  /** The time limit. A server that is slower is measured cold. */
  capSeconds: amount,
});

export type Warmup = v.InferOutput<typeof warmupSchema>;

/** The usual warm-up. */
export const defaultWarmup: Warmup = {
  responses: eachRuntime((runtime) => runtimeFacts[runtime].warmupResponses),
  togetherSeconds: 2,
  capSeconds: 60,
};

/** Returns a warm-up of so many responses on every runtime. A shorter one also has less time together. */
export function warmupOf(responses: number): Warmup {
  return {
    responses: eachRuntime(() => responses),
    togetherSeconds: Math.min(defaultWarmup.togetherSeconds, responses / 20_000),
    capSeconds: defaultWarmup.capSeconds,
  };
}

/** Returns the runtimes whose number of responses is below the known sufficient number. */
export function tooShort({ responses }: Warmup): Runtime[] {
  return runtimes.filter((name) => responses[name] < runtimeFacts[name].warmupResponses);
}

/** Returns how many responses warm each server of a group that is compared. */
export function responsesFor({ responses }: Warmup, on: readonly Runtime[]): number {
  return Math.max(...on.map((runtime) => responses[runtime]));
}

/** The responses of one server when its warm-up alone ended, and the seconds under load. */
const warmedSchema = v.object({
  responses: amount,
  seconds: amount,
  /** The CPU seconds of the server; missing unless the load was fitted to its requests. */
  cpuSeconds: v.optional(amount),
});
export type Warmed = v.InferOutput<typeof warmedSchema>;

export const warmedPairSchema = v.object({
  /** The number of responses that each server was to give. */
  responses: amount,
  /** The CPU seconds that warm a server too, however many responses it has given; missing unless the load was fitted. */
  cpuSeconds: v.optional(amount),
  /**
   * The responses of the target alone. Fewer than required mean that the time limit was reached, and the round is cold.
   */
  new: warmedSchema,
  base: warmedSchema,
});
