import type { Between } from "./elsewhere.ts";
import { compared, weighedSquares, type SameDuet } from "./instances.ts";

/**
 * Returns tau squared, the variance between instances of a class of machines of the log ratio of one duet. With this
 * variance, the instances of all duets together lie exactly as far apart as expected. The variance is 0 if they lie
 * closer than their rounds alone would spread. Bisection finds it. Both ends are known, because the weighted sum of
 * squares is no larger than the plain one.
 *
 * Each duet adds as many degrees of freedom as it has instances beyond one. A machine that moves all its duets in the
 * same way makes them fewer. But then the compared instances are the ones whose variance is known. In simulation the
 * intervals are valid either way.
 *
 * Source: Paule and Mandel, Journal of Research of the National Bureau of Standards 87 (1982); recommended for few
 * studies by Veroniki et al., Research Synthesis Methods 7 (2016).
 *
 * @returns null if no duet was measured by two instances with rounds that spread
 */
export function pauleMandel(duets: readonly SameDuet[]): Between | null {
  const usable = duets.flatMap((duet) => compared(duet) ?? []);
  if (usable.length === 0) return null;
  const df = usable.reduce((sum, { means }) => sum + means.length - 1, 0);
  const squares = (between: number): number =>
    usable.reduce((sum, { means, variances }) => {
      const all = variances.map((variance) => variance + between);
      return sum + weighedSquares(means, all);
    }, 0);
  if (squares(0) <= df) return { variance: 0, df };
  let low = 0;
  const equal = (means: readonly number[]) => means.map(() => 1);
  let high = usable.reduce((sum, { means }) => sum + weighedSquares(means, equal(means)), 0) / df;
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (squares(middle) > df) low = middle;
    else high = middle;
  }
  return { variance: high, df };
}
