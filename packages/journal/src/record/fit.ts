import * as v from "valibot";
import { positive } from "./amounts.ts";

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
  /** The share of the whole warm-up that the rounds of a search for a large difference take; missing elsewhere. */
  warmupShare: v.optional(positive),
  /** The expected standard deviation of the log ratio of one round. */
  spread: positive,
  /** The expected duration of a round. */
  roundSeconds: positive,
});
export type Fit = v.InferOutput<typeof fitSchema>;

/** The time for which both servers of a fitted round are loaded at once before the window. */
export const FITTED_TOGETHER_SECONDS = 1;
