import { UsageError, type Blocks, type Modes } from "@deadheat/journal";
import { MINIMUM_ROUNDS } from "@deadheat/runner";
import { MINIMUM_BLOCKS } from "@deadheat/judge";
import { scaleBlocks } from "./profiles.ts";

/** A run's size: how many blocks at most, for how long, and how many rounds of what else is measured. */
export interface RunSize {
  readonly blocks: Blocks;
  readonly modes: Modes;
  /** Duets are measured for no longer; null: as long as they take. */
  readonly withinSeconds: number | null;
}

/** A machine may be so many times faster than the estimates suppose. */
const FASTER = 3;

/**
 * The blocks and rounds that fit into `budgetSeconds`, as far as can be said before this machine has shown its pace.
 * All measures grow together, in the proportions of the profile, so that none of them is paid for by the others; at
 * least 3 blocks and 2 rounds. What is measured alone is as planned; the duets then have the rest of the time, and as many
 * blocks in it as this machine gives.
 * @param secondsOf what a run of a size takes, about
 * @throws UsageError when not even the least fits, with the time that would.
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
      `what was asked for takes about ${needed} min at least, more than the budget: give ` +
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
