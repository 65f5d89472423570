import { checkFinite } from "./check.ts";

// All 2^20 assignments take milliseconds. Far beyond that, time and memory run out.
const LARGEST_ENUMERATED = 20;
// Sums that differ by less than this share of the sum of all magnitudes count as equal. Otherwise the order of addition
// would decide whether the observed assignment is as extreme as itself.
const TIE = 1e-12;
const GRID = 2 ** 18;

/**
 * Returns the p value of the two-sided sign-flip (permutation) test that log ratios are symmetric around 0. This is the
 * share of the 2^n ways to set their signs whose sum is at least as far from 0 as the observed sum. The test assumes no
 * distribution. Its price is that p cannot be below 2 / 2^n.
 *
 * The result is exact up to n = 20. Beyond that, the magnitudes are rounded to a grid, and the distribution of their
 * sum is built up term by term. Every sum that rounding could have excluded counts as extreme. So the result is never
 * below the exact p, and for up to 60 rounds exceeds it by hardly 1 %. Nothing is random.
 *
 * Source: Fisher, The Design of Experiments (1935), section 21; for the grid: Pagano and Tritchler, Journal of the
 * American Statistical Association 78 (1983).
 *
 * @param logRatios log ratio of each round, at least one
 * @throws RangeError if there is none, or one is not finite
 */
export function signFlipTest(logRatios: readonly number[]): number {
  checkFinite(logRatios, "logRatios");
  const magnitudes = logRatios.map(Math.abs);
  const total = magnitudes.reduce((a, b) => a + b);
  if (total === 0) return 1;
  // Shares of the total make the result independent of the scale.
  const shares = magnitudes.map((magnitude) => magnitude / total);
  const observed = Math.abs(logRatios.reduce((a, b) => a + b)) / total;
  return shares.length <= LARGEST_ENUMERATED
    ? enumerated(shares, observed)
    : gridded(shares, observed);
}

function enumerated(shares: readonly number[], observed: number): number {
  // The first sign stays fixed: flipping all signs changes no distance from 0.
  const sums = new Float64Array(2 ** (shares.length - 1));
  sums[0] = shares[0]!;
  let filled = 1;
  for (const share of shares.slice(1)) {
    for (let i = 0; i < filled; i++) {
      const before = sums[i]!;
      sums[i] = before + share;
      sums[filled + i] = before - share;
    }
    filled *= 2;
  }
  let extreme = 0;
  for (const value of sums) {
    if (Math.abs(value) >= observed - TIE) extreme++;
  }
  return extreme / sums.length;
}

function gridded(shares: readonly number[], observed: number): number {
  const steps = shares.map((share) => Math.round(share * GRID));
  const size = steps.reduce((a, b) => a + b);
  // chance[k] is the probability that the magnitudes with a plus sign add up to k steps.
  const chance = new Float64Array(size + 1);
  chance[0] = 1;
  let reach = 0;
  for (const step of steps) {
    reach += step;
    for (let k = reach; k >= step; k--) chance[k] = (chance[k]! + chance[k - step]!) / 2;
    for (let k = step - 1; k >= 0; k--) chance[k] = chance[k]! / 2;
  }
  // A sum of signs is 2k - size. Rounding moved it by at most half a step per magnitude.
  const threshold = (observed - TIE) * GRID - steps.length / 2;
  if (threshold <= 0) return 1;
  let upper = 0;
  for (let k = size; 2 * k - size >= threshold; k--) upper += chance[k]!;
  return Math.min(1, 2 * upper);
}
