import type { LogEstimate } from "../src/index.ts";

/**
 * Returns estimates of equal size with moderated variances: empirical Bayes over all of them (Smyth, Statistical
 * Applications in Genetics and Molecular Biology 3, 2004). Runs do not use it (docs/method.md); tests show why.
 */
export function moderate(all: readonly LogEstimate[]): LogEstimate[] {
  const [{ df }] = all as [LogEstimate];
  const logs = all.map(({ variance, n }) => Math.log(variance * n) - logShift(df / 2));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const squares = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0);
  const excess = squares / (logs.length - 1) - trigamma(df / 2);
  const prior = excess > 0 ? 2 * trigammaInverse(excess) : 1e6;
  const centre = Math.exp(mean + logShift(prior / 2));
  return all.map((est) => {
    const variance = (prior * centre) / est.n + df * est.variance;
    return { ...est, variance: variance / (prior + df), df: Math.min(prior, df * all.length) + df };
  });
}

/** Returns the mean of ln(chi squared / (2 x)) with 2 x degrees of freedom: digamma(x) - ln(x). */
function logShift(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 20; at++) shift -= 1 / at;
  return shift + Math.log(at / x) - 1 / (2 * at) - 1 / (12 * at ** 2);
}

function trigamma(x: number): number {
  let sum = 0;
  let at = x;
  for (; at < 20; at++) sum += 1 / at ** 2;
  return sum + 1 / at + 1 / (2 * at ** 2) + 1 / (6 * at ** 3);
}

function trigammaInverse(value: number): number {
  let [low, high] = [1e-3, 1e6];
  for (let i = 0; i < 60; i++) {
    const middle = Math.sqrt(low * high);
    if (trigamma(middle) > value) low = middle;
    else high = middle;
  }
  return low;
}
