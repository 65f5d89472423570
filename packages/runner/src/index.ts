// A plan: the cells, their references, and their numbers of blocks.
export { type Arranged, arrange } from "./cell/arrange.ts";
export type { Finished, Ground, JournalStore, Participant, Plan, RunFolder } from "./plan.ts";
export { type Conditions, settingsOf } from "./settings.ts";

// Plans that fit into a budget, and plans that are split into shards.
export { type RunSize, fit, scaleBlocks } from "./budget.ts";
export {
  type Deal,
  type DealtCell,
  deal,
  dealtSeconds,
  longestShard,
  partOf,
  planOfShard,
} from "./shards/deal.ts";
export { type OwnPart, type Shard, parseShard, settingsFor, shardName } from "./shards/shard.ts";

// The measures of a plan, from the user's options.
export {
  type ModesRequest,
  defaultCost,
  defaultLatency,
  defaultSweep,
  modesFor,
  modesRequestSchema,
} from "./modes.ts";

// The runner, and the result of a plan.
export { type Outcome, run } from "./run.ts";
export { type About, resultOf } from "./result.ts";
export { headerOf } from "./notebook.ts";
export { type Measured } from "./cell/measure.ts";
export { amountOf, cellName, isMeasured, measuredIn, nameOf, recordsIn } from "./measured.ts";

// The progress of a run.
export {
  type Progress,
  type RunEvent,
  doneOf,
  progressAfter,
  progressOf,
  secondsLeft,
  totalOf,
} from "./progress.ts";

// Interrupted runs.
export { type BegunRun, type Decided, SHARD_FILE, filled, findBegun, savePlan } from "./begun.ts";
export { refuseOther } from "./resume.ts";
