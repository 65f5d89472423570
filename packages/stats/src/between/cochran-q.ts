import { fTail } from "./f-tail.ts";
import { compared, weighedSquares, type SameDuet } from "./instances.ts";

/** Whether instances agree as well as their blocks allow. */
export interface Homogeneity {
  /** About `df` where they do. */
  readonly q: number;
  /** One fewer than there are instances. */
  readonly df: number;
  /** Of so large a q, or a larger one, where they do. */
  readonly p: number;
}

/**
 * Cochran's Q of one duet on several instances of a class of machines. Its p value is that of an analysis of variance: by
 * chi squared, which supposes that the variances are known, three instances with three blocks each would be called
 * unlike in 10 % of all cases in which they are alike.
 *
 * Source: Cochran, Biometrics 10 (1954); Fisher, Statistical Methods for Research Workers (1925), chapter 7.
 *
 * @returns null where fewer than two instances measured it, or its blocks do not spread
 */
export function cochranQ(duet: SameDuet): Homogeneity | null {
  const usable = compared(duet);
  if (usable === null) return null;
  const q = weighedSquares(usable.means, usable.variances);
  const df = usable.means.length - 1;
  return { q, df, p: fTail(q / df, df, usable.df) };
}
