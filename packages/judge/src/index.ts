// Two servers: what their blocks say, when that is enough, and whether a gate lets it pass.
export { COMPARISON_MARGIN, judgeComparison } from "./comparison.ts";
export { type Judged, judgeTogether } from "./rules/together.ts";
export {
  LEAST_BLOCKS,
  type Stopping,
  type StoppingOptions,
  blocksWanted,
  budgetWords,
  stoppingFor,
} from "./rules/stopping.ts";
export {
  type GateOutcome,
  type OnUndecided,
  exitCodeOfGate,
  judgeGate,
  onUndecided,
  slowdownAt,
} from "./rules/gate.ts";

// From blocks to numbers.
export {
  blockEstimate,
  cellEstimate,
  efficiency,
  logRatios,
  warningsOf,
  workOf,
} from "./blocks.ts";
export { GENERATOR_BOUND, type Verdict, type Which, verdictOf } from "./cell/verdict.ts";

// Many servers: journals put together, ranked, and merged into a result.
export { type Gathered, type PooledTarget, gather } from "./gather.ts";
export { type InstallSize, type MergeInput, type MissingCell } from "./result/input.ts";
export { badLineWarnings } from "./result/bad-lines.ts";
export { merge } from "./result/result.ts";
export { varianceOf } from "./instances.ts";
export { type Ranked, type Ranking, rank } from "./rank.ts";
export { isWide } from "./cell/cell.ts";
export { addonWarnings } from "./cell/addon-warnings.ts";
export { settingsWarnings } from "./result/run-warnings.ts";
export { spreadsWithStores } from "./result/spread.ts";

// What is asked of a figure, and how many further blocks that takes.
export { MINIMUM_BLOCKS, PROMISED_HALF_WIDTH } from "./limits.ts";
export { hasTimeFor, secondsEach, shareSpare, spareBlocks } from "./rules/further.ts";

// A comparison, a gate and a result as documents, and two results side by side.
export {
  type Comparison,
  type Judgement,
  type Versions,
  comparisonSchema,
} from "./documents/comparison.ts";
export {
  GATED_SCHEMA,
  type Gated,
  type MeasuredComparison,
  gatedSchema,
} from "./documents/gated.ts";
export { readGated } from "./documents/read-gated.ts";
export { isOff } from "./rules/control.ts";
export { type CellCost, type CostStep } from "./documents/cost.ts";
export {
  type Cell,
  type OpenLoopStep,
  RESULT_SCHEMA,
  RUN_MARGIN,
  type Result,
  type SweepStep,
  resultSchema,
} from "./documents/result.ts";
export { type Order } from "./documents/order.ts";
export {
  comparisonJsonSchema,
  gatedJsonSchema,
  resultJsonSchema,
} from "./documents/json-schema.ts";
export { type Change, type Changes, changesBetween } from "./changes.ts";
