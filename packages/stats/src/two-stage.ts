import { checkFinite } from "./check.ts";
import { estimate, type LogEstimate } from "./estimate.ts";
import { studentQuantile } from "./student.ts";

/**
 * Returns how many rounds, the first ones included, make a 95 % interval of at most `halfWidth` on either side. Only
 * the spread of the first ones decides (Stein's two-stage procedure). Looking once is allowed, because the spread of
 * normal values says nothing about their mean. `twoStageEstimate` is the matching estimate.
 *
 * Source: Stein, A two-sample test for a linear hypothesis whose power is independent of the variance, Annals of
 * Mathematical Statistics 16 (1945).
 *
 * @param first log ratios of the first stage, at least two
 * @param halfWidth half the width on the log scale, above 0: Math.log(1.04) for 4 %
 * @param stage how many rounds the first stage will have, if these are not all of them. Its later rounds count for the
 *   spread too, and the number of further rounds may rest on any spread of the first stage.
 * @returns at least `first.length`, and at least `stage`
 * @throws RangeError for fewer than two values, a value that is not finite, or a half-width of 0 or less
 */
export function roundsForHalfWidth(
  first: readonly number[],
  halfWidth: number,
  stage = first.length,
): number {
  if (!(halfWidth > 0)) throw new RangeError(`halfWidth ${halfWidth}: must be above 0`);
  const { variance, n } = estimate(first);
  if (n < 2) throw new RangeError("one round says nothing of the spread: at least two are needed");
  const t = studentQuantile(0.975, Math.max(n, stage) - 1);
  return Math.max(n, stage, Math.ceil((variance * n * t * t) / (halfWidth * halfWidth)));
}

/**
 * Returns the estimate of a two-stage sample: the mean of all rounds, with the spread and the degrees of freedom of the
 * first stage only. This keeps the interval at 95 %, because the spread of the first stage chose the size of the
 * second. Any number of further rounds is valid, also fewer than `roundsForHalfWidth` returned. Without a second stage
 * the result is `estimate(first)`. With one it is marked as `twoStage`, which makes sums and differences more careful
 * (see `sum`).
 * @throws RangeError if `first` is empty or a value is not finite
 */
export function twoStageEstimate(first: readonly number[], second: readonly number[]): LogEstimate {
  const opening = estimate(first);
  if (second.length === 0) return opening;
  checkFinite(second, "second");
  const all = estimate([...first, ...second]);
  const variance = (opening.variance * opening.n) / all.n;
  return { ...all, variance, df: opening.df, twoStage: true };
}
