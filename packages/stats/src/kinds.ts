import { checkFinite } from "./check.ts";
import type { LogEstimate } from "./estimate.ts";
import { studentQuantile } from "./student.ts";

/** One of the two modes in which the processes of a server start, as a group of log ratios. */
export interface Kind {
  /** The mean of the group's log ratios. */
  readonly mean: number;
  readonly n: number;
}

/** The gap that two modes have at least. A smaller one matters less than the width of a usual interval. */
const LEAST_GAP = Math.log(1.04);

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

/**
 * Returns the mean square of the gap between the modes of a server, over servers with one mode and with two. One more server
 * than was seen counts, because a few rounds miss some. 0 if no sample shows two modes.
 * @param samples the log ratios of each server of a run
 */
export function squaredGapOf(samples: readonly (readonly number[])[]): number {
  const squares = samples.flatMap((sample) => {
    const kinds = twoKinds(sample);
    return kinds ? [(kinds[1].mean - kinds[0].mean) ** 2] : [];
  });
  if (squares.length === 0) return 0;
  const mean = squares.reduce((all, square) => all + square, 0) / squares.length;
  return mean * Math.min(1, (squares.length + 1) / samples.length);
}

/**
 * Returns the estimate of a server that showed one mode, in a run in which others showed two. Its variance grows by that
 * of a mode that its rounds may have missed. If all shares of that mode are as likely as each other, their mean square
 * after n rounds is 2 / ((n + 2) (n + 3)).
 * @param squaredGap as `squaredGapOf` returns it; 0 changes nothing
 */
export function besideKinds(est: LogEstimate, squaredGap: number): LogEstimate {
  const { n, variance } = est;
  return { ...est, variance: variance + (2 * squaredGap) / ((n + 2) * (n + 3)) };
}
