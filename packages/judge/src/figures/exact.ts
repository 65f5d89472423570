import type { Figure } from "../documents/figure.ts";
import type { GateOutcome } from "../rules/gate.ts";
import type { Limits } from "../rules/stopping.ts";
import { figureKinds } from "./figures.ts";
import { figureWord } from "./judge.ts";

type ExactName = "size" | "packages";

/** The figures of both servers that are known without a block. */
export type ExactFigures = {
  readonly [Name in ExactName]?: { readonly base: number; readonly new: number };
};

/**
 * Returns figures that are known exactly. They have no part in the correction of the words. A figure of which one server
 * alone has nothing has no ratio, and is left out.
 */
export function exactOf(exact: ExactFigures, named: string, limits: Limits): Figure[] {
  return (["size", "packages"] as const).flatMap((figure) => {
    const both = exact[figure];
    return both !== undefined && hasRatio(both)
      ? [exactFigure(figure, both, figure === named, limits[figure] ?? null)]
      : [];
  });
}

/** Returns whether both servers have something, or both nothing. */
export function hasRatio({ base, new: next }: { readonly base: number; readonly new: number }) {
  return (base === 0) === (next === 0);
}

function exactFigure(
  figure: ExactName,
  { base, new: next }: { readonly base: number; readonly new: number },
  named: boolean,
  limit: number | null,
): Figure {
  const { unit, margin } = figureKinds[figure];
  const ratio = base === 0 ? 1 : next / base;
  const p = base === next ? 1 : 0;
  const equivalenceP = base === next ? 0 : 1;
  const certain = { ratio, lo: ratio, hi: ratio, confidence: 1, n: 0, p, equivalenceP };
  const outcome: GateOutcome = ratio <= 1 + (limit ?? 0) ? "passed" : "failed";
  return {
    figure,
    unit,
    base,
    new: next,
    ...certain,
    margin,
    verdict: figureWord(figure, certain),
    named,
    moreBlocks: null,
    gate: limit === null ? null : { limit, outcome, confidence: 1, moreBlocks: null },
  };
}
