import { estimate, type LogEstimate } from "@deadheat/stats";
import { verdictOf } from "../analyse.ts";
import type { BlockRecord } from "../record.ts";

/**
 * The parts of the measure that are under test. The experiments use these and nothing beside them, so
 * a test can put a broken one in its place and see the matching experiment fail.
 */
export interface Instrument {
  /** Of ln(ratio), one per block. */
  readonly estimate: (logRatios: readonly number[]) => LogEstimate;
  readonly verdict: (blocks: readonly BlockRecord[]) => ReturnType<typeof verdictOf>;
  /** Open loop: latencies count from when a request was due. */
  readonly latencyCorrection: boolean;
}

export const instrument: Instrument = { estimate, verdict: verdictOf, latencyCorrection: true };
