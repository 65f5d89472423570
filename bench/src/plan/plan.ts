import type { Arranged } from "@deadheat/runner";
import type { Target } from "../targets/manifest.ts";

/** Everything that a run of the matrix is about to measure. */
export interface Plan extends Arranged {
  readonly seed: number;
  /** The targets that become cells: those asked for, and the floors that they need. */
  readonly targets: readonly Target[];
}
