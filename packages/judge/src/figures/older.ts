import type { Comparison } from "../documents/comparison.ts";
import type { Figure } from "../documents/figure.ts";

/**
 * Returns the figure `cpu` of a comparison from before schema 3, which has no figures.
 * @param perSecond the responses per CPU-second
 */
export function cpuFigure(
  comparison: Omit<Comparison, "figures">,
  perSecond: { readonly base: number; readonly new: number },
): Figure {
  const { ratio, lo, hi, confidence, n, p, equivalenceP, margin, verdict, moreBlocks, gate } =
    comparison;
  const base = 1 / perSecond.base;
  return {
    figure: "cpu",
    unit: "seconds",
    base,
    new: base / ratio,
    ratio: 1 / ratio,
    lo: 1 / hi,
    hi: 1 / lo,
    confidence,
    n,
    p,
    equivalenceP,
    margin,
    verdict,
    named: true,
    moreBlocks,
    gate,
  };
}
