import { checkOpenUnit } from "./check.ts";
import { equivalencePValue } from "./equivalence.ts";
import type { LogEstimate } from "./estimate.ts";
import { pValue } from "./interval.ts";

const MOST = 10_000;

/**
 * About how many more blocks would turn `undecided` into one of the other words: the fewest
 * after which either the 95 % interval excludes 1 or the interval of the two one-sided tests (90 %) lies
 * within the margin.
 *
 * It supposes that the true ratio is the estimated one and the spread stays what it is, neither of which is
 * known: in up to half of all cases more are needed. The variance falls as 1 / n, and each block adds
 * a degree of freedom, unless the estimate is two-stage: its degrees of freedom stay those of the first
 * stage. Of a combination, all samples grow in proportion, and the answer is that of the smallest one.
 *
 * @param margin relative, as in `equivalencePValue`
 * @param alpha level of the test for a difference: 0.05 unless given; where `holm` adjusts the p value for k
 *   pairs, about 0.05 / k
 * @returns at least 1; null without degrees of freedom, for an exact or a pooled estimate (which needs
 *   more runs, not more blocks), and where it takes more than 10,000
 * @throws RangeError if margin is not a positive finite number, or alpha not between 0 and 1
 */
export function blocksToDecide(est: LogEstimate, margin: number, alpha = 0.05): number | null {
  checkOpenUnit(alpha, "alpha");
  const { variance, df, n, twoStage, runs } = est;
  const decided = (more: number): boolean => {
    const then = {
      ...est,
      variance: (variance * n) / (n + more),
      df: twoStage ? df : df + more,
    };
    return equivalencePValue(then, margin) < 0.05 || pValue(then) < alpha;
  };
  if (!decided(MOST) || n === 0 || df === 0 || runs !== undefined) return null;
  // Further blocks only narrow, so that the fewest that suffice can be halved in on.
  let tooFew = 0;
  let enough = MOST;
  while (enough - tooFew > 1) {
    const between = (tooFew + enough) >> 1;
    if (decided(between)) enough = between;
    else tooFew = between;
  }
  return enough;
}
