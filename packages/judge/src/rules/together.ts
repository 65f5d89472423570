import { blocksToDecide, holm } from "@deadheat/stats";
import type { BlockRecord } from "@deadheat/journal";
import { blockEstimate } from "../blocks.ts";
import type { Judgement } from "../documents/comparison.ts";

/** A judgement and the blocks that it rests on. */
export interface Judged {
  readonly judgement: Judgement;
  readonly records: readonly BlockRecord[];
}

/**
 * Adjusts the p values of several comparisons in one command by Holm's method (stats). The chance of even one false
 * `faster` or `slower` is then at most 5 %, and so is that of a false `dead-heat`. Intervals stay unadjusted.
 * Comparisons with a gate are returned as they are: they share the levels already (`Stopping`, family).
 */
export function judgeTogether(all: readonly Judged[]): Judgement[] {
  const judgements = all.map(({ judgement }) => judgement);
  if (all.length < 2 || judgements.some(({ gate }) => gate !== null)) return judgements;
  const p = holm(judgements.map((one) => one.p));
  const equivalenceP = holm(judgements.map((one) => one.equivalenceP));
  return all.map(({ judgement, records }, i): Judgement => {
    const adjusted = { p: p[i] ?? 1, equivalenceP: equivalenceP[i] ?? 1 };
    const verdict = wordOf(judgement, adjusted);
    const opened = verdict === "undecided" && judgement.verdict !== "undecided";
    const moreBlocks = opened
      ? blocksToDecide(blockEstimate(records), judgement.margin, 0.05 / all.length)
      : judgement.moreBlocks;
    // There is no adjusted sign-flip p value, and an unadjusted one would seem stronger than the others.
    return { ...judgement, ...adjusted, signFlipP: null, verdict, moreBlocks };
  });
}

/** Returns the word for the adjusted p values. An undecided comparison stays undecided, as with cold blocks. */
function wordOf(
  { verdict, ratio }: Judgement,
  adjusted: { readonly p: number; readonly equivalenceP: number },
): Judgement["verdict"] {
  if (verdict === "undecided") return verdict;
  if (adjusted.p < 0.05) return ratio > 1 ? "faster" : "slower";
  return adjusted.equivalenceP < 0.05 ? "dead-heat" : "undecided";
}
