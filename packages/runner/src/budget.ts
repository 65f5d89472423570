import { UsageError, type Blocks, type Modes } from "@deadheat/journal";
import { MINIMUM_ROUNDS } from "./modes.ts";
import { MINIMUM_BLOCKS } from "@deadheat/judge";

/** The size of a run: the most blocks of its duets, its time, and the rounds of the other measures. */
export interface RunSize {
  readonly blocks: Blocks;
  readonly modes: Modes;
  /** The time after which no further pass of duets begins; null if there is no limit. */
  readonly withinSeconds: number | null;
}

/** The most by which a machine may be faster than the estimates suppose. */
const FASTER = 3;

/** Returns a profile's blocks for another number of blocks of a cell, in proportion; at least 3 of each. */
export function scaleBlocks(profile: Blocks, cell: number): Blocks {
  const scaled = (of: number) => Math.max(MINIMUM_BLOCKS, Math.round((cell * of) / profile.cell));
  return { cell, bridge: scaled(profile.bridge), aa: scaled(profile.aa) };
}

/**
 * Returns the size that fits into `budgetSeconds`, as far as estimates can say before this machine's speed is known. All
 * measures keep the proportions of the profile, with at least 3 blocks and 2 rounds. The other measures take their
 * estimated time. The duets get the rest, and as many blocks as this machine manages in it.
 * @param secondsOf returns the approximate seconds that a run of a size takes
 * @throws UsageError if not even the smallest size fits; the message names a budget that is enough
 */
export function fit(
  profile: RunSize,
  secondsOf: (size: Omit<RunSize, "withinSeconds">) => number,
  budgetSeconds: number,
): RunSize {
  const sized = (cell: number): RunSize => {
    const rounds = (of: number) =>
      Math.max(MINIMUM_ROUNDS, Math.round((cell * of) / profile.blocks.cell));
    const { measure, sweep, latency, cost } = profile.modes;
    return {
      blocks: scaleBlocks(profile.blocks, cell),
      modes: {
        measure,
        sweep: sweep && { ...sweep, rounds: rounds(sweep.rounds) },
        latency: latency && { ...latency, rounds: rounds(latency.rounds) },
        cost: cost && { ...cost, blocks: scaleBlocks(cost.blocks, cell) },
      },
      withinSeconds: null,
    };
  };
  const seconds = (cell: number) => secondsOf(sized(cell));
  const least = seconds(MINIMUM_BLOCKS);
  if (least > budgetSeconds) {
    const needed = Math.ceil(least / 60);
    throw new UsageError(
      `the run takes at least about ${needed} min, which is more than the budget. Give ` +
        `--budget ${needed}m, or fewer --targets, --scenarios, --connections or measures`,
    );
  }
  let cell = MINIMUM_BLOCKS;
  while (cell < 1000 && seconds(cell + 1) <= budgetSeconds) cell++;
  const { modes } = sized(cell);
  const alone = { ...modes, measure: modes.measure.filter((name) => name !== "duets") };
  const aloneSeconds = secondsOf({ blocks: profile.blocks, modes: alone });
  return {
    blocks: scaleBlocks(profile.blocks, FASTER * cell),
    modes,
    withinSeconds: budgetSeconds - aloneSeconds,
  };
}
