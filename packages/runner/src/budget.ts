import { UsageError, type Rounds, type Modes } from "@deadheat/journal";
import { MINIMUM_SAMPLES } from "./modes.ts";
import { MINIMUM_ROUNDS } from "@deadheat/judge";

export interface RunSize {
  readonly rounds: Rounds;
  readonly modes: Modes;
  /** The time after which no further pass of duets begins; null if there is no limit. */
  readonly withinSeconds: number | null;
}

/** The most by which a machine may be faster than the estimates suppose. */
export const FASTER = 3;

/** Returns a profile's rounds for another number of rounds of a cell, in proportion; at least 3 of each. */
export function scaleRounds(profile: Rounds, cell: number): Rounds {
  const scaled = (of: number) => Math.max(MINIMUM_SAMPLES, Math.round((cell * of) / profile.cell));
  return { cell, bridge: scaled(profile.bridge), aa: scaled(profile.aa) };
}

/**
 * Returns the size that fits into `budgetSeconds`, as far as estimates can say before this machine's speed is known. All
 * measures keep the proportions of the profile, with at least 3 rounds of a cell and 2 of a sweep. The other measures take their
 * estimated time. The duets get the rest, and as many rounds as this machine manages in it.
 * @param secondsOf returns the approximate seconds that a run of a size takes
 * @throws UsageError if not even the smallest size fits; the message names a budget that is enough
 */
export function fit(
  profile: RunSize,
  secondsOf: (size: Omit<RunSize, "withinSeconds">) => number,
  budgetSeconds: number,
): RunSize {
  const sized = (cell: number) => {
    const rounds = (of: number) =>
      Math.max(MINIMUM_SAMPLES, Math.round((cell * of) / profile.rounds.cell));
    const { measure, sweep, latency, cost } = profile.modes;
    return {
      rounds: scaleRounds(profile.rounds, cell),
      modes: {
        measure,
        sweep: sweep && { ...sweep, rounds: rounds(sweep.rounds) },
        latency: latency && { ...latency, rounds: rounds(latency.rounds) },
        cost: cost && { ...cost, rounds: scaleRounds(cost.rounds, cell) },
      },
    };
  };
  const seconds = (cell: number) => secondsOf(sized(cell));
  const least = seconds(MINIMUM_ROUNDS);
  if (least > budgetSeconds) {
    const needed = Math.ceil(least / 60);
    throw new UsageError(
      `The run takes at least about ${needed} min, which is more than the budget. Give ` +
        `--budget ${needed}m, or fewer --targets, --scenarios, --connections or measures`,
    );
  }
  let cell = MINIMUM_ROUNDS;
  while (cell < 1000 && seconds(cell + 1) <= budgetSeconds) cell++;
  const { modes } = sized(cell);
  const alone = { ...modes, measure: modes.measure.filter((name) => name !== "duets") };
  const aloneSeconds = secondsOf({ rounds: profile.rounds, modes: alone });
  return {
    rounds: scaleRounds(profile.rounds, FASTER * cell),
    modes,
    withinSeconds: budgetSeconds - aloneSeconds,
  };
}
