import { checkOpenUnit } from "./check.ts";
import { spreadsOf, type LogEstimate } from "./estimate.ts";
import { pValue } from "./interval.ts";
import { studentCdf } from "./student.ts";

/**
 * Returns the p value of the claim that the ratio lies within the margin: the larger one of two one-sided tests against
 * the ends of the margin.
 *
 * The p value is below alpha exactly if the interval of confidence 1 - 2 alpha lies inside the margin. So a wide
 * interval proves no tie. Without degrees of freedom the p value is 1. Without variance it is 0 inside the margin and 1
 * elsewhere.
 *
 * Source: Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15 (1987).
 *
 * @param margin relative, above 0: 0.02 means a ratio between 1 / 1.02 and 1.02
 * @throws RangeError if margin is not a positive finite number
 */
export function equivalencePValue(est: LogEstimate, margin: number): number {
  if (!(margin > 0 && margin < Infinity)) {
    throw new RangeError(`margin is ${margin}: a positive number is needed, 0.02 for 2 %`);
  }
  const beyond = Math.abs(est.mean) + (est.slack ?? 0) - Math.log1p(margin);
  const each = spreadsOf(est).map(({ variance, df }) => {
    if (df === 0 || variance === Infinity) return 1;
    if (variance === 0) return beyond < 0 ? 0 : 1;
    return studentCdf(beyond / Math.sqrt(variance), df);
  });
  return Math.max(...each);
}

/** The verdict about a ratio: above 1, below 1, proven to be close to 1, or none of these. */
export type Verdict = "faster" | "slower" | "same" | "undecided";

/**
 * Returns the verdict on a ratio: `faster` or `slower` if it differs from 1, else `same` if it is proven to lie
 * within the margin, else `undecided`. A difference that is both proven and within the margin gets the verdict of its
 * direction.
 * @param margin relative, as in `equivalencePValue`
 * @param p p value of the test that the ratio is 1; in a family of pairs, the value adjusted by `holm`
 * @param alpha level of each test: the chance of a false direction, and the chance of a false tie
 * @throws RangeError if margin is not a positive finite number, or alpha is not between 0 and 1
 */
export function verdictFor(
  est: LogEstimate,
  margin: number,
  p = pValue(est),
  alpha = 0.05,
): Verdict {
  checkOpenUnit(alpha, "alpha");
  const tied = equivalencePValue(est, margin) < alpha;
  if (p < alpha) return est.mean > 0 ? "faster" : "slower";
  return tied ? "same" : "undecided";
}
