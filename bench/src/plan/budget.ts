import { UsageError, type Blocks, type Load, type Modes } from "@deadheat/journal";
import type { Target } from "../targets/manifest.ts";
import { MINIMUM_ROUNDS } from "./modes.ts";
import { buildPlan } from "./build.ts";
import { deal, longestShard } from "./deal.ts";
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

/** What a run is to measure. */
export interface Matrix {
  readonly targets: readonly Target[];
  readonly scenarios: readonly string[];
}

/** What a run of that size takes, about, in seconds: as its plan says, or the longest of its shards. */
export function secondsFor(
  { targets, scenarios }: Matrix,
  { blocks, modes }: Omit<RunSize, "withinSeconds">,
  load: Load,
  shards = 1,
): number {
  const plan = buildPlan(targets, scenarios, blocks, load, 0, modes);
  return shards === 1 ? plan.seconds : longestShard(deal(plan, shards));
}

/**
 * The blocks and rounds that fit into `budgetSeconds`, as far as can be said before this machine has shown its pace.
 * All measures grow together, in the proportions of the profile, so that none of them is paid for by the others; at
 * least 3 blocks and 2 rounds. What is measured alone is as planned; the duets then have the rest of the time, and as many
 * blocks in it as this machine gives.
 * @param shards each on a machine of its own, which has the whole budget
 * @throws UsageError when not even the least fits, with the time that would.
 */
export function fitToBudget(
  profile: RunSize,
  matrix: Matrix,
  load: Load,
  budgetSeconds: number,
  shards = 1,
): RunSize {
  const sized = (cell: number): RunSize => {
    const rounds = (of: number) =>
      Math.max(MINIMUM_ROUNDS, Math.round((cell * of) / profile.blocks.cell));
    const { measure, sweep, latency } = profile.modes;
    return {
      blocks: scaleBlocks(profile.blocks, cell),
      modes: {
        measure,
        sweep: sweep && { ...sweep, rounds: rounds(sweep.rounds) },
        latency: latency && { ...latency, rounds: rounds(latency.rounds) },
      },
      withinSeconds: null,
    };
  };
  const seconds = (cell: number) => secondsFor(matrix, sized(cell), load, shards);
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
  const aloneSeconds = secondsFor(matrix, { blocks: profile.blocks, modes: alone }, load, shards);
  return {
    blocks: scaleBlocks(profile.blocks, FASTER * cell),
    modes,
    withinSeconds: budgetSeconds - aloneSeconds,
  };
}
