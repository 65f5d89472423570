/** The progress of a measurement. A terminal shows it in one line that the next step rewrites. */
export interface Step {
  /** The work in progress, before the number: `GET /: round`. */
  readonly phase: string;
  readonly done: number;
  /** The expected number in all; null if it is unknown. */
  readonly of: number | null;
  /** The estimate after the steps so far: `CPU +6.6 % ± 1.2 %`. Empty before the first. */
  readonly estimate: string;
  readonly secondsLeft: number | null;
  /** Lines that a terminal shows above that of the step and rewrites with it: one for each machine. */
  readonly lines?: readonly string[];
}

/** Receives a line for people. `step` is given if the line only matters until the next one. */
export type Note = (line: string, step?: Step) => void;
