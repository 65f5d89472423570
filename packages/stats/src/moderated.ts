import type { LogEstimate } from "./estimate.ts";

/** The fewest estimates that say something about each other's variances. */
const FEWEST = 10;
/** The most degrees of freedom that the other estimates give to one, so that its own rounds always count. */
const MOST_PRIOR = 12;

/**
 * Returns the estimates with variances in which all of them have a part: those of a few rounds are small or large by chance,
 * and many estimates of the same rounds show how large they usually are. The usual variance grows with the size of what was
 * measured, as a power of it. How much it counts (degrees of freedom) follows from how much the variances differ beyond
 * chance: if by nothing, they are one variance.
 *
 * Source: Smyth, Linear models and empirical Bayes methods, Statistical Applications in Genetics and Molecular Biology 3
 * (2004), with a trend as in Sartor et al., BMC Bioinformatics 7:538 (2006).
 *
 * @param estimates means of as many rounds each
 * @param sizes a positive size of each
 */
export function moderated(
  estimates: readonly LogEstimate[],
  sizes: readonly number[],
): LogEstimate[] {
  const df = estimates[0]?.df ?? 0;
  const points = estimates.flatMap(({ variance }, i) => {
    const size = sizes[i] ?? 0;
    const isUsable = variance > 0 && variance < Infinity && size > 0;
    return isUsable ? [{ x: Math.log(size), y: Math.log(variance) - logBias(df) }] : [];
  });
  if (df === 0 || points.length < FEWEST) return [...estimates];
  const { at, spread } = lineThrough(points);
  const prior = priorOf(spread - trigamma(df / 2));
  return estimates.map((est, i) => {
    const size = sizes[i] ?? 0;
    if (size <= 0 || est.variance === Infinity) return est;
    const usual = Math.exp(at(Math.log(size)) + logBias(prior));
    const variance = (prior * usual + df * est.variance) / (prior + df);
    return { ...est, variance, df: df + prior };
  });
}

/** Returns the least-squares line, and the variance of the points around it. */
function lineThrough(points: readonly { readonly x: number; readonly y: number }[]) {
  const mean = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [middle, height] = [mean(({ x }) => x), mean(({ y }) => y)];
  const squares = mean(({ x }) => (x - middle) ** 2);
  const slope = squares === 0 ? 0 : mean(({ x, y }) => (x - middle) * (y - height)) / squares;
  const at = (x: number) => height + slope * (x - middle);
  const spread = (mean(({ x, y }) => (y - at(x)) ** 2) * points.length) / (points.length - 2);
  return { at, spread };
}

/** Returns the degrees of freedom of the usual variance, whose logarithms spread by this variance beyond chance. */
function priorOf(beyondChance: number): number {
  let [low, high] = [0.01, MOST_PRIOR];
  if (beyondChance <= trigamma(high / 2)) return high;
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (trigamma(middle / 2) > beyondChance) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the mean of ln(s^2 / sigma^2) for a variance s^2 of so many degrees of freedom. */
function logBias(df: number): number {
  return digamma(df / 2) - Math.log(df / 2);
}

// Both by recurrence to an argument above 6, and their asymptotic series there (Abramowitz and Stegun 6.3.18, 6.4.12).
function digamma(x: number): number {
  if (x < 6) return digamma(x + 1) - 1 / x;
  const square = 1 / x ** 2;
  return Math.log(x) - 1 / (2 * x) - square * (1 / 12 - square * (1 / 120 - square / 252));
}

function trigamma(x: number): number {
  if (x < 6) return trigamma(x + 1) + 1 / x ** 2;
  const square = 1 / x ** 2;
  return 1 / x + square / 2 + (square / x) * (1 / 6 - square * (1 / 30 - square / 42));
}
