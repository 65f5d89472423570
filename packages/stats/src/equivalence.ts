import { checkOpenUnit } from "./check.ts";
import type { LogEstimate } from "./estimate.ts";
import { pValue } from "./interval.ts";
import { studentCdf } from "./student.ts";

/**
 * p value of the claim that the ratio lies within the margin: the larger one of the two one-sided tests
 * against the margin's ends. It is below alpha exactly where the interval of confidence
 * 1 - 2 alpha lies inside the margin, so a wide interval proves no tie. With no degrees of
 * freedom it is 1; with no variance it is 0 inside of the margin and 1 elsewhere.
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
  const beyond = Math.abs(est.mean) - Math.log1p(margin);
  if (est.df === 0 || est.variance === Infinity) return 1;
  if (est.variance === 0) return beyond < 0 ? 0 : 1;
  return studentCdf(beyond / Math.sqrt(est.variance), est.df);
}

/** What is known of a ratio: that it is above 1, below 1, close to 1, or none of these. */
export type Word = "faster" | "slower" | "dead-heat" | "undecided";

/**
 * The word for a ratio: `faster` or `slower` where it differs from 1, else `dead-heat` where it is
 * proven to lie within the margin, else `undecided`. A difference that is both proven and within the
 * margin is called by its direction.
 *
 * @param margin relative, as in `equivalencePValue`
 * @param p of the test that the ratio is 1; of a family of pairs, as `holm` adjusted it
 * @param alpha level of either test: the chance of a false direction, and that of a false dead heat
 * @throws RangeError if margin is not a positive finite number, or alpha not between 0 and 1
 */
export function wordFor(est: LogEstimate, margin: number, p = pValue(est), alpha = 0.05): Word {
  checkOpenUnit(alpha, "alpha");
  const tied = equivalencePValue(est, margin) < alpha;
  if (p < alpha) return est.mean > 0 ? "faster" : "slower";
  return tied ? "dead-heat" : "undecided";
}
