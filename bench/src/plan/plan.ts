import type { Duet, Load } from "@deadheat/journal";
import type { SoloCell } from "@deadheat/measure";
import type { Target } from "../targets/manifest.ts";

/** A pair of servers, with the time that one block of it takes, about. */
export interface PlannedPair extends Duet {
  readonly secondsEach: number;
}

/** What a run is about to measure. */
export interface Plan {
  readonly seed: number;
  readonly load: Load;
  /** The targets that become cells: those asked for, and the floors that they need. */
  readonly targets: readonly Target[];
  /** Everything that is measured, by whichever measure. */
  readonly cells: readonly { target: string; scenario: string }[];
  readonly duets: readonly Duet[];
  readonly sweeps: readonly SoloCell[];
  readonly openLoops: readonly SoloCell[];
  /** Pairs that are measured at fixed rates; their blocks are those of this measure. */
  readonly costs: readonly PlannedPair[];
  /** Wanted, but not possible. */
  readonly unsupported: readonly { target: string; scenario: string; reason: string }[];
  /** In how many rounds the duets are measured, all targets taking turns in each. */
  readonly rounds: number;
  /** About, for everything. */
  readonly seconds: number;
}
