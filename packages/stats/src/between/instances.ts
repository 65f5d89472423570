import type { LogEstimate } from "../estimate.ts";

/** What several instances of a class of machines say of one and the same duet: an estimate each. */
export type SameDuet = readonly LogEstimate[];

/** A duet as far as its instances can be told apart by it. */
export interface Compared {
  readonly means: readonly number[];
  /** Of each mean, from the spread of the blocks of all instances together. */
  readonly variances: readonly number[];
  /** Of that spread. */
  readonly df: number;
}

/**
 * How far blocks spread is taken from all instances of a duet together, as in an analysis of variance: each one's own few
 * blocks would give those the most weight that look calm by luck.
 *
 * @returns null where fewer than two instances measured it, or its blocks do not spread
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

/** Sum of squares of the means about their own mean, each weighed by the inverse of its variance. */
export function weighedSquares(means: readonly number[], variances: readonly number[]): number {
  let weights = 0;
  let weighed = 0;
  for (const [i, mean] of means.entries()) {
    weights += 1 / variances[i]!;
    weighed += mean / variances[i]!;
  }
  const centre = weighed / weights;
  return means.reduce((sum, mean, i) => sum + (mean - centre) ** 2 / variances[i]!, 0);
}
