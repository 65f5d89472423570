import { checkOpenUnit } from "./check.ts";
import type { LogEstimate } from "./estimate.ts";
import { interval, type RatioInterval } from "./interval.ts";

/**
 * The interval of one of many comparisons, wide enough that all of them hold their truth together
 * with the given confidence. So it also holds for one that was picked after looking, such
 * as the best of k against the worst, which is one of k (k - 1) / 2: of eight equals with 8 blocks each its
 * plain interval excludes 1 in 42 % of the runs, this one in 2 %.
 *
 * Bonferroni's: it supposes nothing of how the comparisons depend on each other, nor that they are
 * equally precise, and for eight equals is 3 % wider than the studentized range with a known variance.
 *
 * Source: Dunn, Journal of the American Statistical Association 56 (1961).
 *
 * @param comparisons how many there are to pick from, a whole number, at least 1
 * @param confidence of all together, between 0 and 1; 0.95 unless given
 * @throws RangeError if one of them is not that
 */
export function simultaneousInterval(
  est: LogEstimate,
  comparisons: number,
  confidence = 0.95,
): RatioInterval {
  if (!Number.isSafeInteger(comparisons) || comparisons < 1) {
    throw new RangeError(`comparisons is ${comparisons}: a whole number of at least 1 is needed`);
  }
  checkOpenUnit(confidence, "confidence");
  return interval(est, 1 - (1 - confidence) / comparisons);
}
