import * as v from "valibot";
import { positive } from "./amounts.ts";
import type { Load, Settings } from "./settings.ts";
import { warmupOf } from "./warm-up.ts";

/**
 * The load that fits servers whose requests are expensive or wait. It is found by a pilot before the first round, is the
 * same for both servers and all rounds, and never depends on their ratio. Cheap requests have none: they get the usual
 * load.
 */
export const fitSchema = v.object({
  /** The responses after which a server is warm: those of the server that needs more. */
  responses: positive,
  /** The CPU seconds after which a server is warm, even if it has given fewer responses. */
  cpuSeconds: positive,
  /** The time limit of the warm-up of one server. */
  capSeconds: positive,
  connections: positive,
  windowSeconds: positive,
  /** True if both servers leave the CPU idle, so that they can be warmed at the same time. */
  waits: v.boolean(),
  /** The CPU seconds per response in the pilot, at the end of the warm-up. */
  perResponse: v.object({ base: positive, new: positive }),
  /** How many times slower than an ordinary machine this one was in the pilot; missing if it was as fast. */
  slowness: v.optional(positive),
  /** The expected standard deviation of the log ratio of one round. */
  spread: positive,
  /** The expected duration of a round. */
  roundSeconds: positive,
});
export type Fit = v.InferOutput<typeof fitSchema>;

/** Returns the fit of a scenario; null if its requests are cheap. */
export function fitFor({ fits }: Pick<Load, "fits">, scenario: string): Fit | null {
  return fits?.[scenario] ?? null;
}

/** The time for which both servers of a fitted round are loaded at once before the window. */
export const FITTED_TOGETHER_SECONDS = 1;

/** Returns the load of one scenario: the usual one with what its fit replaces. */
export function loadFor<Own extends Settings["load"]>(load: Own, scenario: string): Own {
  const fit = fitFor(load, scenario);
  if (fit === null) return load;
  const { responses, capSeconds, connections, windowSeconds } = fit;
  const togetherSeconds = FITTED_TOGETHER_SECONDS;
  const warmup = { ...warmupOf(responses), togetherSeconds, capSeconds };
  return { ...load, warmup, connections, windowSeconds };
}
