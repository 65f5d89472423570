import { regularizedBeta } from "../t-cdf.ts";

/**
 * Returns P(F >= f) for Fisher's distribution of the ratio of two variances.
 * @param f at least 0
 * @throws RangeError if f is negative or NaN, or degrees of freedom are not positive and finite
 */
export function fTail(f: number, df1: number, df2: number): number {
  if (!(f >= 0)) throw new RangeError(`f is ${f}: at least 0 is needed`);
  for (const df of [df1, df2]) {
    if (!(df > 0 && df < Infinity)) throw new RangeError(`df is ${df}: it must be positive`);
  }
  return regularizedBeta(df2 / (df2 + df1 * f), df2 / 2, df1 / 2);
}
