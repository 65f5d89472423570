import { blocksToDecide, holmNamed } from "@deadheat/stats";
import type { BlockRecord } from "@deadheat/journal";
import { blockEstimate } from "../blocks.ts";
import type { Judgement } from "../documents/comparison.ts";
import type { Figure } from "../documents/figure.ts";
import type { Growth } from "../documents/growth.ts";
import { figureWord } from "../figures/judge.ts";
import { differenceWord } from "../growth/judge.ts";

/** A judgement and the blocks that it rests on. */
export interface Judged {
  readonly judgement: Judgement;
  readonly records: readonly BlockRecord[];
}

/**
 * Corrects the words of all figures of all comparisons in one command. The chance of even one false difference is then
 * at most 5 %, and so is that of a false `dead-heat`. The figure that was named before looking keeps four fifths of
 * the error (stats, holm-named.ts). Intervals stay as they are.
 */
export function judgeTogether(all: readonly Judged[]): Judgement[] {
  const figures = all.flatMap(({ judgement }) => judgement.figures);
  const growths = all.flatMap(({ judgement: { growth } }) =>
    growth === undefined ? [] : [{ ...growth.difference, named: false, growth }],
  );
  const measured: Tested[] = [...figures.filter(({ n }) => n > 0), ...growths];
  const p = corrected(measured, (figure) => figure.p);
  const equivalenceP = corrected(measured, (figure) => figure.equivalenceP);
  const gated = all.some(({ judgement }) => judgement.gate !== null);
  return all.map(({ judgement, records }): Judgement => {
    const words = judgement.figures.map((figure) => reworded(figure, p, equivalenceP));
    const tested = growths.find(({ growth }) => growth === judgement.growth);
    const growth = tested && regrown(tested.growth, p.get(tested), equivalenceP.get(tested));
    const cpu = words.find(({ figure }) => figure === "cpu");
    if (cpu === undefined) return judgement;
    const field = growth && { growth };
    const verdict = cpu.verdict as Judgement["verdict"];
    const opened = verdict === "undecided" && judgement.verdict !== "undecided";
    const { p: own, equivalenceP: tie } = cpu;
    return {
      ...judgement,
      p: own,
      equivalenceP: tie,
      // There is no adjusted sign-flip p value, and an unadjusted one would seem stronger than the others.
      signFlipP: all.length > 1 && !gated ? null : judgement.signFlipP,
      verdict,
      moreBlocks: opened
        ? blocksToDecide(blockEstimate(records), judgement.margin, 0.04 / all.length)
        : judgement.moreBlocks,
      figures: words,
      ...field,
    };
  });
}

type Tested = Pick<Figure, "p" | "equivalenceP" | "named">;

/** Returns growth with the corrected word on the difference. */
function regrown(growth: Growth, p = 1, equivalenceP = 1): Growth {
  const difference = { ...growth.difference, p, equivalenceP };
  return { ...growth, difference: { ...difference, verdict: differenceWord(difference) } };
}

/** Returns the corrected p value of each figure. */
function corrected(
  figures: readonly Tested[],
  of: (figure: Tested) => number,
): Map<Tested, number> {
  const named = figures.filter((figure) => figure.named);
  const others = figures.filter((figure) => !figure.named);
  const adjusted = holmNamed(named.map(of), others.map(of));
  return new Map([
    ...named.map((figure, i) => [figure, adjusted.named[i] ?? 1] as const),
    ...others.map((figure, i) => [figure, adjusted.others[i] ?? 1] as const),
  ]);
}

/** Returns the figure with its corrected word. An undecided figure stays undecided, as with cold blocks. */
function reworded(
  figure: Figure,
  differs: ReadonlyMap<Tested, number>,
  ties: ReadonlyMap<Tested, number>,
): Figure {
  const p = differs.get(figure) ?? figure.p;
  const equivalenceP = ties.get(figure) ?? figure.equivalenceP;
  const verdict =
    figure.verdict === "undecided"
      ? figure.verdict
      : figureWord(figure.figure, { ...figure, p, equivalenceP });
  return { ...figure, p, equivalenceP, verdict };
}
