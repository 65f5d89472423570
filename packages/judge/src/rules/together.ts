import { blocksToDecide, holm } from "@deadheat/stats";
import type { BlockRecord } from "@deadheat/journal";
import { blockEstimate } from "../blocks.ts";
import type { Judgement } from "../documents/comparison.ts";

/** A comparison's judgement, and the blocks that it is of. */
export interface Judged {
  readonly judgement: Judgement;
  readonly records: readonly BlockRecord[];
}

/**
 * Several comparisons that one command asks for: their p values adjusted by Holm (stats), so that the chance of even one
 * false `faster` or `slower` among them is at most 5 %, and that of one false `dead-heat` likewise. Intervals stay those of
 * each by itself. Those under a gate share its levels already (`Stopping`, family).
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
    // Not adjusted, it would seem to say more than the others.
    return { ...judgement, ...adjusted, signFlipP: null, verdict, moreBlocks };
  });
}

/** What is undecided stays so: of cold blocks too. */
function wordOf(
  { verdict, ratio }: Judgement,
  adjusted: { readonly p: number; readonly equivalenceP: number },
): Judgement["verdict"] {
  if (verdict === "undecided") return verdict;
  if (adjusted.p < 0.05) return ratio > 1 ? "faster" : "slower";
  return adjusted.equivalenceP < 0.05 ? "dead-heat" : "undecided";
}
