import type { LogEstimate } from "../estimate.ts";

/** The estimates of one duet from several instances of a class of machines, one each. */
export type SameDuet = readonly LogEstimate[];

/** The means of a duet on its instances, and how far they are known. */
export interface Compared {
  readonly means: readonly number[];
  /** The variance of each mean, from the spread of the rounds of all instances together. */
  readonly variances: readonly number[];
  /** The degrees of freedom of that spread. */
  readonly df: number;
}

/**
 * Returns the means of a duet with variances from the rounds of all instances together, as in an analysis of variance.
 * Variances of single instances would give the most weight to few rounds that look calm by luck.
 * @returns null if fewer than two instances measured the duet, or its rounds do not spread
 */
export function compared(duet: SameDuet): Compared | null {
  let squares = 0;
  let df = 0;
  for (const { variance, n, df: own } of duet) {
    if (variance < Infinity) squares += variance * n * own;
    df += own;
  }
  if (duet.length < 2 || squares === 0) return null;
  const variances = duet.map(({ n }) => squares / df / n);
  return { means: duet.map(({ mean }) => mean), variances, df };
}

/** Returns the sum of squares of the means about their own mean, each weighted by the inverse of its variance. */
export function weighedSquares(means: readonly number[], variances: readonly number[]): number {
  let weights = 0;
  let weighed = 0;
  for (const [i, mean] of means.entries()) {
    weights += 1 / variances[i]!;
    weighed += mean / variances[i]!;
  }
  const center = weighed / weights;
  return means.reduce((sum, mean, i) => sum + (mean - center) ** 2 / variances[i]!, 0);
}
