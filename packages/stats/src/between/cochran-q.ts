import { fTail } from "./f-tail.ts";
import { compared, weighedSquares, type SameDuet } from "./instances.ts";

/** The result of a test whether instances agree as well as their rounds allow. */
export interface Homogeneity {
  /** Cochran's Q; about `df` if the instances agree. */
  readonly q: number;
  /** One less than the number of instances. */
  readonly df: number;
  /** The probability of a q at least this large if the instances agree. */
  readonly p: number;
}

/**
 * Returns Cochran's Q of one duet on several instances of a class of machines. The p value is from an analysis of
 * variance. Chi squared assumes known variances. It would call three equal instances with three rounds each different
 * in 10 % of all cases.
 *
 * Source: Cochran, Biometrics 10 (1954); Fisher, Statistical Methods for Research Workers (1925), chapter 7.
 *
 * @returns null if fewer than two instances measured the duet, or its rounds do not spread
 */
export function cochranQ(duet: SameDuet): Homogeneity | null {
  const usable = compared(duet);
  if (usable === null) return null;
  const q = weighedSquares(usable.means, usable.variances);
  const df = usable.means.length - 1;
  return { q, df, p: fTail(q / df, df, usable.df) };
}
