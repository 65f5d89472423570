import type { Oha } from "@deadheat/oha";
import { estimate, type LogEstimate } from "@deadheat/stats";
import {
  type Runtime,
  responsesFor,
  defaultWarmup,
  warmupOf,
  type Warmup,
  type RoundRecord,
  type Load,
  type Duet,
} from "@deadheat/journal";
import {
  type Entrant,
  type Exchange,
  type Pair,
  type Pinning,
  roundSeconds,
  COMPARISON_WINDOW_SECONDS,
} from "@deadheat/measure";

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

export const instrument: Instrument = { estimate, warmup: defaultWarmup };

export interface Observation {
  /** A sentence with the numbers that decide. */
  readonly observed: string;
  readonly pass: boolean;
  /** The reason if nothing was measured here. The experiment then counts as passed. */
  readonly skipped?: string;
  /** All numbers behind the sentence, in base units. */
  readonly metrics: Readonly<Record<string, unknown>>;
}

export interface Experiment {
  readonly name: string;
  /** The outcome with a sound measure. */
  readonly expected: string;
  /** The limit beyond which the experiment fails, in words. */
  readonly threshold: (size: Size) => string;
  /** The consequence of a failure for a user's results. */
  readonly otherwise: string;
  /** The duration, estimated before this machine is known. */
  readonly seconds: (size: Size, part?: string | null) => number;
  /** Returns the names of its parts here, some of which can be run alone. */
  readonly parts?: () => Promise<readonly string[]>;
  readonly run: (lab: Lab) => Promise<Observation>;
}

/** The size of a calibration: `quick` takes five minutes on two CPUs, `full` half an hour. */
export type Size = "quick" | "full";

/** The measured window of a round: in `quick` that of a comparison, in `full` that of a longer run. */
export const WINDOW_SECONDS: Readonly<Record<Size, number>> = {
  quick: COMPARISON_WINDOW_SECONDS,
  full: 2,
};

/**
 * Estimates the duration of a round of servers on these runtimes.
 * @param slower the factor by which the servers are slower than alone on their CPU
 */
export function roundSecondsOf(
  size: Size,
  runtimes: readonly Runtime[] = ["node"],
  slower = 1,
): number {
  const warmup = warmupOf(slower * responsesFor(defaultWarmup, runtimes));
  return roundSeconds({ warmup, windowSeconds: WINDOW_SECONDS[size] }, runtimes);
}

export interface Lab {
  readonly size: Size;
  /** The words in the names of the parts of the experiment to run; null for all. */
  readonly part: string | null;
  readonly oha: Pick<Oha, "path" | "version">;
  readonly pinning: Pinning;
  /** The load of every round, with the instrument's warm-up. */
  readonly load: Load;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly instrument: Instrument;
  readonly note: (line: string) => void;
  readonly entrant: (name: string) => Entrant;
  /** Measures one duet of any two servers, and returns it whatever it is. */
  readonly trial: (
    duet: Duet,
    n: number,
    entrants: Pair<Entrant>,
    exchange: Exchange,
    warmup: Warmup,
  ) => Promise<RoundRecord>;
  /**
   * Measures one duet of a pair and writes it to the journal.
   * @param progress says which of how many rounds this is
   * @throws CalibrationFailed if the round is void or cold
   */
  readonly round: (of: RoundRequest, progress: string) => Promise<RoundRecord>;
  /**
   * Runs work that pins its own processes. It needs all CPUs, and the calibration itself may use only those of the
   * generators.
   */
  readonly onAllCpus: <T>(work: () => Promise<T>) => Promise<T>;
  /** Measures `n` rounds. @throws CalibrationFailed */
  readonly duets: (of: RoundRequest & { readonly n: number }) => Promise<RoundRecord[]>;
}

export interface RoundRequest {
  readonly name: string;
  readonly new: string;
  readonly base: string;
  /** The warm-up, for experiments that are not about warmth. The default is the instrument's. */
  readonly warmup?: Warmup;
}

/** Thrown when something could not be measured. This says nothing about the measure itself. */
export class CalibrationFailed extends Error {
  override readonly name = "CalibrationFailed";
}
