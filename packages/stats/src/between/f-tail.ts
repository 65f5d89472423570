import { regularizedBeta } from "../t-cdf.ts";

/**
 * Returns P(F >= f) for Fisher's distribution of the ratio of two variances.
 * @param f at least 0
 */
export function fTail(f: number, df1: number, df2: number): number {
  return regularizedBeta(df2 / (df2 + df1 * f), df2 / 2, df1 / 2);
}
