// A plan: which servers meet their references, in which scenarios, how often.
export { type Arranged, arrange } from "./cell/arrange.ts";
export type { Finished, Ground, JournalStore, Participant, Plan, RunFolder } from "./plan.ts";
export { type Conditions, settingsOf } from "./settings.ts";

// A plan that fits into a budget, and one that is dealt to several machines.
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

// The measures of a plan, from what the user asked.
export {
  type ModesRequest,
  defaultCost,
  defaultLatency,
  defaultSweep,
  modesFor,
  modesRequestSchema,
} from "./modes.ts";

// The runner, and what it makes of a plan.
export { type Outcome, run } from "./run.ts";
export { type About, resultOf } from "./result.ts";
export { headerOf } from "./header.ts";
export { type Measured } from "./cell/measure.ts";
export { amountOf, cellName, isMeasured, measuredIn, nameOf, recordsIn } from "./measured.ts";

// How far a run has come.
export {
  type Progress,
  type RunEvent,
  doneOf,
  progressAfter,
  progressOf,
  secondsLeft,
  totalOf,
} from "./progress.ts";

// A run that was interrupted.
export { type BegunRun, type Decided, SHARD_FILE, filled, findBegun, savePlan } from "./begun.ts";
export { refuseOther } from "./resume.ts";
