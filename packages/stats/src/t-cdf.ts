import cdf from "@stdlib/stats-base-dists-t-cdf";

/**
 * P(T <= t) for Student's t distribution with `df` degrees of freedom: @stdlib's. Its 200 packages take
 * more room than all the rest of deadheat: `prepack` bundles what of them is used into this file.
 */
export const tCdf: (t: number, df: number) => number = cdf;
