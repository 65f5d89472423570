import type { Oha } from "@deadheat/oha";
import type { Instrument } from "./instrument.ts";
import type { Serving } from "../../targets/serving/serving.ts";
import type { Addresses } from "../../targets/serving/store-address.ts";
import type { Target } from "../../targets/manifest.ts";
import {
  type Runtime,
  answersFor,
  defaultWarmup,
  warmupOf,
  type Warmup,
  type BlockRecord,
  type ServicesDescription,
  type Load,
} from "@deadheat/journal";
import {
  type Entrant,
  type Pinning,
  blockSeconds,
  COMPARISON_WINDOW_SECONDS,
} from "@deadheat/measure";

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
  /** About. */
  readonly seconds: (size: Size, asked?: Asked) => number;
  readonly run: (lab: Lab) => Promise<Observation>;
}

/** What the user named; null: each experiment has its own. */
export interface Asked {
  readonly targets: readonly string[] | null;
  readonly scenarios: readonly string[] | null;
}

/** `quick` fits ten minutes on two CPUs, `full` an hour. */
export type Size = "quick" | "full";

/** The measured window: that of a comparison, and of a longer run. */
export const WINDOW_SECONDS: Readonly<Record<Size, number>> = {
  quick: COMPARISON_WINDOW_SECONDS,
  full: 2,
};

/**
 * What a block of servers on these runtimes takes, about, before this machine has told.
 * @param slower how many times as long as alone on its CPU a server takes to give its answers
 */
export function blockSecondsOf(
  size: Size,
  runtimes: readonly Runtime[] = ["node"],
  slower = 1,
): number {
  const warmup = warmupOf(slower * answersFor(defaultWarmup, runtimes));
  return blockSeconds({ warmup, windowSeconds: WINDOW_SECONDS[size] }, runtimes);
}

/** What experiments work with. */
export interface Lab extends Asked {
  readonly size: Size;
  readonly oha: Pick<Oha, "path" | "version">;
  readonly pinning: Pinning;
  /** Of every block, with the warm-up of the instrument. */
  readonly load: Load;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly instrument: Instrument;
  readonly note: (line: string) => void;
  readonly target: (name: string) => Target;
  /** How a target's server is started: for the routes that every app serves, unless told otherwise. */
  readonly entrant: (name: string, serving?: Serving) => Entrant;
  /** The services that the user's scenarios need, and where they are. */
  readonly services: ServicesDescription | undefined;
  readonly addresses: Addresses | undefined;
  /**
   * One block of these two in a duet, journalled.
   * @param progress which one it is, for people
   * @throws CalibrationFailed when it is void or cold.
   */
  readonly block: (of: BlockRequest, progress: string) => Promise<BlockRecord>;
  /** `n` of them, or as many as are missing: @throws CalibrationFailed. */
  readonly duets: (of: DuetsRequest) => Promise<BlockRecord[]>;
}

export interface BlockRequest {
  /** Of the experiment. */
  readonly name: string;
  readonly target: string;
  readonly reference: string;
  /** Instead of the instrument's, where a server's warmth is not what the experiment is about. */
  readonly warmup?: Warmup;
}

export interface DuetsRequest extends BlockRequest {
  readonly n: number;
  /** The blocks that this earlier experiment had of the pair count. */
  readonly reuse?: string;
}

/** A measurement that an experiment needs could not be taken: no verdict on the measure. */
export class CalibrationFailed extends Error {
  override readonly name = "CalibrationFailed";
}
