import { checkOpenUnit } from "./check.ts";
import { equivalencePValue } from "./equivalence.ts";
import type { LogEstimate } from "./estimate.ts";
import { pValue } from "./interval.ts";

const MOST = 10_000;
/** One or two rounds may have met one mode of a server alone (`withPrior`). */
const ROUNDS_WITHOUT_SLACK = 3;

function withoutSlack({ slack, ...est }: LogEstimate, n: number): LogEstimate {
  return slack === undefined || n >= ROUNDS_WITHOUT_SLACK ? est : { ...est, slack };
}

/**
 * Returns about how many more rounds would turn `undecided` into another verdict. After them either the 95 % interval
 * excludes 1, or the interval of the two one-sided tests (90 %) lies within the margin.
 *
 * The estimate assumes that the true ratio is the estimated one and that the spread stays. Neither is known, so up to
 * half of all cases need more rounds. The variance falls as 1 / n, except for its constant part. Each
 * round adds a degree of freedom, except to a two-stage estimate, which keeps those of its first stage. In a combination all samples grow in proportion, and the
 * answer counts rounds of the smallest one.
 *
 * @param margin relative, as in `equivalencePValue`
 * @param alpha level of the test for a difference. Where `holm` adjusts the p value for k pairs, pass about 0.05 / k.
 * @returns at least 1; null without degrees of freedom, for an exact estimate, for a pooled estimate (which needs more
 *   runs, not more rounds), and if more than 10,000 rounds are needed or the constant part alone leaves it open
 * @throws RangeError if margin is not a positive finite number, or alpha is not between 0 and 1
 */
export function roundsToDecide(est: LogEstimate, margin: number, alpha = 0.05): number | null {
  checkOpenUnit(alpha, "alpha");
  const { variance, df, n, twoStage, runs } = est;
  const decided = (more: number): boolean => {
    const then = {
      ...withoutSlack(est, n + more),
      variance: (variance * n) / (n + more),
      df: twoStage ? df : df + more,
    };
    return equivalencePValue(then, margin) < 0.05 || pValue(then) < alpha;
  };
  if (!decided(MOST) || n === 0 || df === 0 || runs !== undefined) return null;
  // Further rounds only narrow the interval, so bisection finds the smallest number that suffices.
  let tooFew = 0;
  let enough = MOST;
  while (enough - tooFew > 1) {
    const between = (tooFew + enough) >> 1;
    if (decided(between)) enough = between;
    else tooFew = between;
  }
  return enough;
}
