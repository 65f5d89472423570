import cdf from "@stdlib/stats-base-dists-t-cdf";

/**
 * @stdlib's P(T <= t) for Student's t distribution with `df` degrees of freedom. Its 200 packages need more room than
 * the rest of deadheat, so `prepack` bundles the part in use into this file.
 */
export const tCdf: (t: number, df: number) => number = cdf;
