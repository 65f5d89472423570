import betainc from "@stdlib/math-base-special-betainc";
import cdf from "@stdlib/stats-base-dists-t-cdf";

/** @stdlib's P(T <= t) for Student's t distribution with `df` degrees of freedom. */
export const tCdf: (t: number, df: number) => number = cdf;

/** @stdlib's regularized incomplete beta function of x. */
export const regularizedBeta: (x: number, a: number, b: number) => number = betainc;
