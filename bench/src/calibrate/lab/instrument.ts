import { estimate, type LogEstimate } from "@deadheat/stats";
import { defaultWarmup, type Warmup } from "@deadheat/journal";

/**
 * The parts of the measure that are under test. Experiments use these parts only, so a test can replace one with a
 * broken part and see the matching experiment fail.
 */
export interface Instrument {
  /** Estimates the mean of ln(ratio) from one value a round. */
  readonly estimate: (logRatios: readonly number[]) => LogEstimate;
  /** The work after which a server counts as warm. */
  readonly warmup: Warmup;
}

export const instrument: Instrument = {
  estimate,
  warmup: defaultWarmup,
};
