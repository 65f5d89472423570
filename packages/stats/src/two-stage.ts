import { checkFinite } from "./check.ts";
import { estimate, type LogEstimate } from "./estimate.ts";
import { studentQuantile } from "./student.ts";

/**
 * How many blocks, the first ones included, make a 95 % interval of at most `halfWidth` on either
 * side, judged by the spread of the first ones alone: Stein's two-stage procedure. It is allowed to
 * look once, since the spread of normal values tells nothing of their mean; `twoStageEstimate` is
 * the estimate that belongs to it.
 *
 * Source: Stein, A two-sample test for a linear hypothesis whose power is independent of the
 * variance, Annals of Mathematical Statistics 16 (1945).
 *
 * @param first log ratios of the first stage, at least two
 * @param halfWidth on the log scale, above 0: Math.log(1.04) for 4 %
 * @returns at least `first.length`
 * @throws RangeError for fewer than two values, one that is not finite, or a half-width of 0 or less
 */
export function blocksForHalfWidth(
  first: readonly number[],
  halfWidth: number,
  confidence = 0.95,
): number {
  if (!(halfWidth > 0)) throw new RangeError(`halfWidth ${halfWidth}: must be above 0`);
  const { variance, df, n } = estimate(first);
  if (n < 2) throw new RangeError("one block says nothing of the spread: at least two are needed");
  const t = studentQuantile(0.5 + confidence / 2, df);
  return Math.max(n, Math.ceil((variance * n * t * t) / (halfWidth * halfWidth)));
}

/**
 * The estimate of a two-stage sample: the mean of all blocks, with the spread and the degrees of
 * freedom of the first stage only. That is what keeps the promise of 95 %: the second stage's size was
 * chosen by the first one's spread. It holds for any number of further blocks, also fewer than
 * `blocksForHalfWidth` asked for. Without a second stage it is `estimate(first)`; with one it is marked
 * as `twoStage`, which makes sums and differences more careful (see `sum`).
 *
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
