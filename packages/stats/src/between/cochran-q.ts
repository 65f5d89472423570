import { fTail } from "./f-tail.ts";
import { compared, weighedSquares, type SameDuet } from "./instances.ts";

/**
 * Returns Cochran's Q of one duet on several instances of a class of machines, which is about `df` if they agree as well as their
 * rounds allow. The p value is from an analysis of variance. Chi squared assumes known variances. It would call three equal instances with three rounds each different
 * in 10 % of all cases.
 *
 * Source: Cochran, Biometrics 10 (1954); Fisher, Statistical Methods for Research Workers (1925), chapter 7.
 *
 * @returns null if fewer than two instances measured the duet, or its rounds do not spread
 */
export function cochranQ(duet: SameDuet) {
  const usable = compared(duet);
  if (usable === null) return null;
  const q = weighedSquares(usable.means, usable.variances);
  const df = usable.means.length - 1;
  return { q, df, p: fTail(q / df, df, usable.df) };
}
