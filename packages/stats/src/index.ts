export { benjaminiHochberg } from "./benjamini-hochberg.ts";
export { roundsToDecide } from "./rounds-to-decide.ts";
export { equivalencePValue, verdictFor, type Verdict } from "./equivalence.ts";
export { cochranQ } from "./between/cochran-q.ts";
export { inOnePlace, measuredOn, pooledOverInstances, type Between } from "./between/elsewhere.ts";
export { difference, estimate, exact, sum, widened, type LogEstimate } from "./estimate.ts";
export { holm } from "./holm.ts";
export { holmNamed, NAMED_SHARE } from "./holm-named.ts";
export { moderated } from "./moderated.ts";
export {
  halfWidth,
  interval,
  meanInterval,
  type MeanInterval,
  pValue,
  smallestDetectable,
  type Ratio,
  type RatioInterval,
} from "./interval.ts";
export { twoKinds, unseenShare } from "./kinds.ts";
export {
  isInModes,
  priorAfter,
  priorOf,
  usualVariance,
  withPrior,
  withUsualVariance,
  type Prior,
  type PriorSample,
} from "./prior.ts";
export { pauleMandel } from "./between/paule-mandel.ts";
export { pooledOverRuns } from "./between/pooled-over-runs.ts";
export { levelAt, nextLook } from "./sequential.ts";
export { studentCdf, studentQuantile } from "./student.ts";
export { geometricMean, median } from "./summary.ts";
export { isShareProven, moreTime, shareBeside, shareOf, shareWithin, type Share } from "./share.ts";
export { tieGroups } from "./tie-groups.ts";
export { roundsForHalfWidth, twoStageEstimate } from "./two-stage.ts";
