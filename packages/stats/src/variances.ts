/** The variance of one sample, and the size of what was measured on a log scale. */
interface SampleVariance {
  readonly variance: number;
  readonly df: number;
  readonly logSize: number;
}

/** The variance that is usual at a size, exp(level + slope * logSize), with a weight of `df` degrees of freedom. */
interface UsualVariance {
  readonly level: number;
  readonly slope: number;
  readonly df: number;
}

/**
 * Fits the usual variance to the variances of several samples: a straight line on log scales. How much it counts (degrees of
 * freedom) follows from how much the variances differ beyond chance: if by nothing, they are one variance.
 *
 * Source: Smyth, Linear models and empirical Bayes methods, Statistical Applications in Genetics and Molecular Biology 3
 * (2004), with a trend as in Sartor et al., BMC Bioinformatics 7:538 (2006).
 *
 * @param samples at least three; those without a positive finite variance are left out
 * @param mostDf the largest weight, so that a sample's own rounds always count
 */
export function usualVarianceOf(
  samples: readonly SampleVariance[],
  mostDf: number,
): UsualVariance | null {
  const usable = samples.filter(
    ({ variance, df }) => df > 0 && variance > 0 && variance < Infinity,
  );
  if (usable.length < 3) return null;
  const points = usable.map(({ variance, df, logSize }) => {
    return { x: logSize, y: Math.log(variance) - logBias(df), chance: trigamma(df / 2) };
  });
  const { height, slope, spread } = lineThrough(points);
  const chance = points.reduce((sum, point) => sum + point.chance, 0) / points.length;
  const df = dfFor(spread - chance, mostDf);
  return { level: height + logBias(df), slope, df };
}

/**
 * Returns the usual variance of the next sample of a source, given earlier ones and what is usual elsewhere. That counts as
 * much as `weight` earlier samples, so that a few of them move it little.
 * @param earlier variances of samples, relative to the usual variance at their size
 */
export function usualVarianceAfter(
  earlier: readonly Omit<SampleVariance, "logSize">[],
  usual: { readonly variance: number; readonly df: number },
  weight: number,
  mostDf: number,
): { readonly variance: number; readonly df: number } {
  const elsewhere = trigamma(usual.df / 2);
  let level = weight * Math.log(usual.variance) - weight * logBias(usual.df);
  let weights = weight;
  const points = earlier.map(({ variance, df }) => {
    const chance = trigamma(df / 2);
    const own = elsewhere / (elsewhere + chance);
    const y = Math.log(usual.variance * variance) - logBias(df);
    level += own * y;
    weights += own;
    return { y, own, chance };
  });
  const height = level / weights;
  let spread = weight * elsewhere;
  for (const { y, own, chance } of points) spread += own * ((y - height) ** 2 - chance);
  const df = dfFor(spread / weights, mostDf);
  return { variance: Math.exp(height + logBias(df)), df };
}

/** Returns the least-squares line, and the variance of the points around it. */
function lineThrough(points: readonly { readonly x: number; readonly y: number }[]) {
  const mean = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [middle, center] = [mean(({ x }) => x), mean(({ y }) => y)];
  const squares = mean(({ x }) => (x - middle) ** 2);
  const slope = squares === 0 ? 0 : mean(({ x, y }) => (x - middle) * (y - center)) / squares;
  const height = center - slope * middle;
  const left = mean(({ x, y }) => (y - height - slope * x) ** 2);
  return { height, slope, spread: (left * points.length) / (points.length - 2) };
}

/** Returns the degrees of freedom of a usual variance if logarithms of variances spread by this variance beyond chance. */
function dfFor(beyondChance: number, most: number): number {
  let [low, high] = [0.01, most];
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
