export { addonWarnings } from "./cell/addon-warnings.ts";
export {
  blockEstimate,
  cellEstimate,
  efficiency,
  logRatios,
  warningsOf,
  workOf,
} from "./blocks.ts";
export { isWide } from "./cell/cell.ts";
export { type Change, type Changes, changesBetween } from "./changes.ts";
export {
  COMPARISON_MARGIN,
  type Comparison,
  type Judgement,
  type Versions,
  judgeComparison,
} from "./comparison.ts";
export { resultJsonSchema } from "./documents/json-schema.ts";
export {
  type Cell,
  type OpenLoopStep,
  RESULT_SCHEMA,
  RUN_MARGIN,
  type Result,
  type SweepStep,
  resultSchema,
} from "./documents/result.ts";
export { gather } from "./gather.ts";
export { type InstallSize, type MissingCell } from "./result/input.ts";
export { MINIMUM_BLOCKS, PROMISED_HALF_WIDTH } from "./limits.ts";
export { merge } from "./result/result.ts";
export { hasTimeFor, secondsEach, shareSpare, spareBlocks } from "./rules/further.ts";
export { exitCodeOfGate, onUndecided, slowdownAt } from "./rules/gate.ts";
export {
  LEAST_BLOCKS,
  type Stopping,
  blocksWanted,
  budgetWords,
  stoppingFor,
} from "./rules/stopping.ts";
export { settingsWarnings } from "./result/run-warnings.ts";
export { spreadsWithStores } from "./result/spread.ts";
export { GENERATOR_BOUND, type Verdict, type Which, verdictOf } from "./cell/verdict.ts";
