import * as v from "valibot";
import { amount } from "./amounts.ts";
import { fitSchema, FITTED_TOGETHER_SECONDS, type Fit } from "./fit.ts";
import { warmupOf, warmupSchema } from "./warm-up.ts";

/** The load that is the same for every scenario, and what replaces it in some. */
export const loadSchema = v.object({
  warmup: warmupSchema,
  windowSeconds: amount,
  connections: amount,
  /** The number of threads per generator. */
  workerThreads: amount,
  /** The fits of scenarios whose requests are expensive or wait; missing if there are none. */
  fits: v.optional(v.record(v.string(), fitSchema)),
});
export type Load = v.InferOutput<typeof loadSchema>;

/** Returns the fit of a scenario; null if its requests are cheap. */
export function fitFor({ fits }: Pick<Load, "fits">, scenario: string): Fit | null {
  return fits?.[scenario] ?? null;
}

/** Returns the load of one scenario: the usual one with what its fit replaces. */
export function loadFor<Own extends Load>(load: Own, scenario: string): Own {
  const fit = fitFor(load, scenario);
  if (fit === null) return load;
  const { responses, capSeconds, connections, windowSeconds } = fit;
  const togetherSeconds = FITTED_TOGETHER_SECONDS;
  const warmup = { ...warmupOf(responses), togetherSeconds, capSeconds };
  return { ...load, warmup, connections, windowSeconds };
}
