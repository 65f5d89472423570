import { checkFinite } from "./check.ts";
import { studentQuantile } from "./student.ts";

/** One of the two modes in which the processes of a server start, as a group of log ratios. */
export interface Kind {
  /** The mean of the group's log ratios. */
  readonly mean: number;
  readonly n: number;
}

/** The gap that two modes have at least. A smaller one matters less than the width of a usual interval. */
export const LEAST_GAP = Math.log(1.04);

/** The root mean square gap between the two modes of a server in the published runs, on the log scale. */
export const GAP_OF_MODES = 0.18;

/**
 * Returns the two modes that the log ratios of fresh processes show, the lower one first; null if they show one. There are two if
 * the largest gap between neighbors is at least 4 %, and many times the spread within the groups: 20 times for 4
 * rounds, 12 for 5, 7 for 8, towards 5 for many. Normal rounds look like two modes in at most 2.5 % of the samples of 4,
 * and 1.5 % of 5. Fewer than 4 rounds never show two modes.
 *
 * @throws RangeError if there is no value, or one is not finite
 */
export function twoKinds(logRatios: readonly number[]): readonly [Kind, Kind] | null {
  checkFinite(logRatios, "logRatios");
  const n = logRatios.length;
  if (n < 4) return null;
  const sorted = logRatios.toSorted((a, b) => a - b);
  const gaps = sorted.slice(1).map((value, i) => value - sorted[i]!);
  const gap = Math.max(...gaps);
  const at = gaps.indexOf(gap) + 1;
  const [low, high] = [groupOf(sorted.slice(0, at)), groupOf(sorted.slice(at))];
  const within = Math.sqrt((low.squares + high.squares) / (n - 2));
  const many = 2 * studentQuantile(0.995, n - 2);
  if (gap < LEAST_GAP || gap < many * within) return null;
  return [low.kind, high.kind];
}

function groupOf(values: readonly number[]): { kind: Kind; squares: number } {
  const n = values.length;
  const mean = values.reduce((all, value) => all + value, 0) / n;
  const squares = values.reduce((all, value) => all + (value - mean) ** 2, 0);
  return { kind: { mean, n }, squares };
}

/**
 * Returns the share of processes below which a mode may have been missed: a mode of this share stays unseen in `n`
 * rounds with a chance of 5 %. No interval can include a mode that was not seen.
 */
export function unseenShare(n: number): number {
  return 1 - 0.05 ** (1 / n);
}

/** Returns the largest gap between neighbors in a sample of two values or more. */
export function largestGap(logRatios: readonly number[]): number {
  const sorted = logRatios.toSorted((a, b) => a - b);
  return Math.max(...sorted.slice(1).map((value, i) => value - (sorted[i] as number)));
}
