export { addonWarnings } from "./addon-warnings.ts";
export {
  blockEstimate,
  cellEstimate,
  efficiency,
  logRatios,
  warningsOf,
  workOf,
} from "./blocks.ts";
export { isWide } from "./cell.ts";
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
export { type InstallSize, type MissingCell } from "./input.ts";
export { MINIMUM_BLOCKS, PROMISED_HALF_WIDTH } from "./limits.ts";
export { merge } from "./result.ts";
export { hasTimeFor, secondsEach, shareSpare, spareBlocks } from "./rules/further.ts";
export { exitCodeOfGate, onUndecided, slowdownAt } from "./rules/gate.ts";
export {
  LEAST_BLOCKS,
  type Stopping,
  blocksWanted,
  budgetWords,
  stoppingFor,
} from "./rules/stopping.ts";
export { settingsWarnings } from "./run-warnings.ts";
export { spreadsWithStores } from "./spread.ts";
export { GENERATOR_BOUND, type Verdict, type Which, verdictOf } from "./verdict.ts";
