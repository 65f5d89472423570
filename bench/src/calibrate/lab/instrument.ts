import { estimate, type LogEstimate } from "@deadheat/stats";
import { defaultWarmup, type Warmup, type BlockRecord } from "@deadheat/journal";
import { verdictOf, type Verdict, type Which } from "@deadheat/judge";

/**
 * The parts of the measure that are under test. The experiments use these and nothing beside them, so
 * a test can put a broken one in its place and see the matching experiment fail.
 */
export interface Instrument {
  /** Of ln(ratio), one per block. */
  readonly estimate: (logRatios: readonly number[]) => LogEstimate;
  readonly verdict: (blocks: readonly BlockRecord[], which?: Which) => Verdict;
  /** Open loop: latencies count from when a request was due. */
  readonly latencyCorrection: boolean;
  /** What makes a server warm. */
  readonly warmup: Warmup;
}

export const instrument: Instrument = {
  estimate,
  verdict: verdictOf,
  latencyCorrection: true,
  warmup: defaultWarmup,
};
