export { difference, drift, estimate, exact, sum, type LogEstimate } from "./estimate.ts";
export { holm } from "./holm.ts";
export { interval, pValue, smallestDetectable, type RatioInterval } from "./interval.ts";
export { LOOKS, confidenceAt, decideAt, type Decision, type Look } from "./sequential.ts";
export { signFlipTest } from "./sign-flip.ts";
export { studentCdf, studentQuantile } from "./student.ts";
export { geometricMean, median } from "./summary.ts";
export { tieGroups } from "./tie-groups.ts";
export { blocksForHalfWidth, twoStageEstimate } from "./two-stage.ts";
