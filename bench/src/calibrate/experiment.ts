import type { Oha } from "@deadheat/oha";
import type { Instrument } from "./instrument.ts";
import type { Target } from "../manifest.ts";
import type { Pinning } from "../measure/pinning.ts";
import type { BlockRecord } from "../record.ts";
import type { Load } from "../settings.ts";

/** What an experiment has seen. */
export interface Observation {
  /** In words, with the figures that decide. */
  readonly observed: string;
  readonly pass: boolean;
  /** Not measured here, and why; it then counts as passed. */
  readonly skipped?: string;
  /** Every figure behind it, in base units. */
  readonly figures: Readonly<Record<string, unknown>>;
}

/** One check of the measure itself. */
export interface Experiment {
  readonly name: string;
  /** What a sound measure shows. */
  readonly expected: string;
  /** Where it fails. */
  readonly threshold: (size: Size) => string;
  /** What a failure would mean for a user's figures. */
  readonly otherwise: string;
  /** About, in seconds; with so many targets that the user named. */
  readonly seconds: (size: Size, targets?: number) => number;
  readonly run: (lab: Lab) => Promise<Observation>;
}

/** `quick` fits ten minutes on two CPUs, `full` an hour. */
export type Size = "quick" | "full";

/** The measured window; the warm-up is that of every run. */
export const WINDOW_SECONDS: Readonly<Record<Size, number>> = { quick: 1.5, full: 2 };

/** What a block takes, about. */
export function blockSecondsOf(size: Size): number {
  return WINDOW_SECONDS[size] + 4 + 0.8;
}

/** What experiments work with. */
export interface Lab {
  readonly size: Size;
  readonly oha: Pick<Oha, "path" | "version">;
  readonly pinning: Pinning;
  readonly load: Load;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly instrument: Instrument;
  readonly note: (line: string) => void;
  readonly target: (name: string) => Target;
  /** Those that the user named; null: each experiment has its own. */
  readonly targets: readonly string[] | null;
  /**
   * Blocks of these two in duets, `n` of them, each journalled.
   * @throws CalibrationFailed when one is void.
   */
  readonly duets: (of: DuetsRequest) => Promise<BlockRecord[]>;
}

export interface DuetsRequest {
  /** Of the experiment, for the journal and the progress. */
  readonly name: string;
  readonly target: string;
  readonly reference: string;
  readonly n: number;
  /** Blocks that an earlier experiment had of this pair count. */
  readonly reuse?: boolean;
}

/** A measurement that an experiment needs could not be taken: no verdict on the measure. */
export class CalibrationFailed extends Error {
  override readonly name = "CalibrationFailed";
}
