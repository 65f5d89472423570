// Two servers: the verdict on their rounds, the stopping rules and the gate.
export { COMPARISON_MARGIN, judgeComparison } from "./comparison.ts";
export { type Judged, judgeTogether } from "./together.ts";
export * from "./rules/stopping.ts";
export { MIX, mixedRound, sharedRule } from "./mix.ts";
export {
  boundedInterval,
  detectable,
  isTooLittle,
  isUnbounded,
  roundsFor,
} from "./rules/precision.ts";
export {
  exitCodeOfGate,
  gatesOf,
  isGrowthOff,
  isOff,
  onUndecided,
  slowdownAt,
  worstOutcome,
} from "./rules/gate.ts";

// Estimates from rounds.
export { type PageCost, pageCosts } from "./page-costs.ts";
export { roundEstimate, efficiency, logRatios, workOf } from "./rounds.ts";
export { cellEstimate, warningsOf } from "./cell/estimate.ts";
export { publishedPriors, type Priors } from "./metrics/priors.ts";
export { priorsUnder, varianceFactor } from "./metrics/short-load.ts";
export { priorsAfter } from "./verdict/machine-priors.ts";
export { GENERATOR_BOUND, bottleneckOf } from "./cell/bottleneck.ts";

// The reasons of a difference: from profiles to functions, and the document about them.
export {
  type Attributed,
  type Code,
  type Place,
  type PlaceOf,
  attribute,
} from "./explain/attribute.ts";
export { attributeStart } from "./explain/attribute-start.ts";
export { attributeHeap } from "./explain/attribute-heap.ts";
export { type RoundSample, type SideSample } from "./explain/samples.ts";
export { type Explanation, explainRounds } from "./explain/explain.ts";
export { dearerIn, ROUNDS_FOR_FUNCTIONS } from "./explain/dearer.ts";
export type { DearerIn } from "./documents/dearer.ts";
export { isProven } from "./explain/costs.ts";
export { explanationOf } from "./explain/stopping.ts";
export { mergeProfiles } from "./explain/merge-profiles.ts";
export * from "./documents/explained.ts";

// A search over a line of candidates: the next action.
export { levelOf, levelsOf } from "./bisect/levels.ts";
export { type Line, pairOf, pointsOf, ratiosOf } from "./bisect/line.ts";
export * from "./bisect/search.ts";

// Many servers: journals are pooled, ranked and merged into a result.
export { type Gathered, gather } from "./gather.ts";
export { type InstallSize, type MergeInput, type MissingCell } from "./result/input.ts";
export { merge } from "./result/result.ts";
export {
  anotherHour,
  calmSlowdownIn,
  fastestSeconds,
  slowdownIn,
  speedOf,
} from "./result/another-hour.ts";
export { bridgeEstimate } from "./result/bridges.ts";
export { varianceOf } from "./instances.ts";
export { type Ranking, rank } from "./rank.ts";
export { type ComparedServer, rankServers } from "./rank-servers.ts";
export type { RankedServers } from "./documents/ranking.ts";
export { addonWarnings, isWide } from "./cell/cell.ts";
export { badLineWarnings, settingsWarnings } from "./result/run-warnings.ts";
export { alongsideWarnings } from "./result/alongside.ts";

// The promised precision of a metric, and the number of further rounds that it takes.
export * from "./rules/further.ts";

// The metrics of a comparison.
export * from "./metrics/list.ts";
export type { MetricKind, Unit } from "./metrics/metric.ts";
export { memoryGrowth } from "./metrics/growth.ts";
export { hasRatio, type ExactMetrics } from "./verdict/exact.ts";
export { type MetricSamples, logChanges, samplesOf } from "./verdict/metric.ts";
export * from "./documents/metric.ts";
export { type Growth, type GrowthSide } from "./documents/growth.ts";
export { growthMargin } from "./growth/judge.ts";
export { growthGains, growthSamplesOf } from "./growth/samples.ts";

// Documents: a comparison or gate, a search, a result, and the changes between two results.
export * from "./documents/comparison.ts";
export * from "./documents/bisected.ts";
export * from "./documents/descended.ts";
export * from "./documents/compared.ts";
export { type CellCost, type CostStep } from "./documents/cost.ts";
export * from "./documents/result.ts";
export { type Order } from "./documents/order.ts";
export * from "./documents/history.ts";

// Histories of several runs.
export { appended } from "./history/append.ts";
export { type Change, type Changes, changesBetween } from "./changes.ts";
