import type { LogEstimate } from "./estimate.ts";
import { usualVarianceOf } from "./variances.ts";

/** The fewest estimates that say something about each other's variances. */
const FEWEST = 10;
/** The most degrees of freedom that the other estimates give to one, so that its own rounds always count. */
const MOST_DF = 12;

/**
 * Returns the estimates with variances in which all of them have a part: those of a few rounds are small or large by chance,
 * and many estimates of the same rounds show how large they usually are. The usual variance grows with the size of what was
 * measured, as a power of it (`usualVarianceOf`).
 *
 * @param estimates means of as many rounds each
 * @param sizes a positive size of each
 */
export function moderated(
  estimates: readonly LogEstimate[],
  sizes: readonly number[],
): LogEstimate[] {
  const samples = estimates.flatMap(({ variance, df }, i) => {
    const size = sizes[i] ?? 0;
    const isUsable = df > 0 && variance > 0 && variance < Infinity && size > 0;
    return isUsable ? [{ variance, df, logSize: Math.log(size) }] : [];
  });
  const usual = samples.length < FEWEST ? null : usualVarianceOf(samples, MOST_DF);
  if (usual === null) return [...estimates];
  return estimates.map((est, i) => {
    const size = sizes[i] ?? 0;
    if (size <= 0 || est.variance === Infinity) return est;
    const own = Math.exp(usual.level + usual.slope * Math.log(size));
    const df = est.df + usual.df;
    return { ...est, variance: (usual.df * own + est.df * est.variance) / df, df };
  });
}
