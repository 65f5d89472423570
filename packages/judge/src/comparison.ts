import {
  blocksToDecide,
  equivalencePValue,
  levelAt,
  pValue,
  signFlipTest,
  unseenShare,
  wordFor,
} from "@deadheat/stats";
import { blockEstimate, logRatios } from "./blocks.ts";
import { acrossLooks } from "./rules/gate.ts";
import type { FigureName } from "./documents/figure.ts";
import { exactOf, type ExactFigures } from "./figures/exact.ts";
import { judgeFigure, samplesOf } from "./figures/judge.ts";
import { judgeGrowth } from "./growth/judge.ts";
import { growthSamplesOf } from "./growth/samples.ts";
import { isCold, type BlockRecord } from "@deadheat/journal";
import type { Judgement } from "./documents/comparison.ts";
import { boundedInterval } from "./rules/precision.ts";
import { blocksNeeded, isLast, LEAST_ROUNDS, type Stopping } from "./rules/stopping.ts";
import { kindsField } from "./cell/kinds.ts";
import { verdictOf } from "./cell/verdict.ts";

/** The relative margin of a dead heat, unless the user gives one. */
export const COMPARISON_MARGIN = 0.02;

/**
 * Judges the rounds of a comparison under the rule that stopped it. Everything is undecided if any round is cold (a
 * server was still compiling), or if there are fewer than three. Pure.
 *
 * @param records at least one good round
 * @param elapsedSeconds the elapsed time at which the rule stopped
 * @param named the figure that was named before looking
 * @param exact the figures that are known without blocks
 */
export function judgeComparison(
  records: readonly BlockRecord[],
  rule: Stopping,
  margin: number,
  elapsedSeconds: number,
  named: FigureName = "cpu",
  exact: ExactFigures = {},
): Judgement {
  const ratios = logRatios(records);
  const est = blockEstimate(records);
  const cold = records.some(isCold) || est.n < LEAST_ROUNDS;
  const last = rule.kind === "gate" && isLast(rule, est.n, elapsedSeconds);
  const level = rule.kind === "gate" ? levelAt(est.n, last) / (rule.family ?? 1) : 0.05;
  const verdict = cold ? "undecided" : wordFor(est, margin, pValue(est), level);
  const figures = judgeFigures();
  const oneStage = records.every((record) => record.stage !== 2);
  return {
    ...boundedInterval(est, 1 - level),
    blockSeconds: elapsedSeconds / est.n,
    confidence: 1 - level,
    p: acrossLooks(pValue(est), level),
    signFlipP: oneStage ? acrossLooks(signFlipTest(ratios), level) : null,
    equivalenceP: acrossLooks(equivalencePValue(est, margin), level),
    verdict,
    margin,
    ...kindsField(records),
    unseenShare: unseenShare(est.n),
    moreBlocks: verdict === "undecided" && !cold ? blocksToDecide(est, margin, level) : null,
    bound: { base: verdictOf(records, "base"), new: verdictOf(records, "new") },
    gate: figures.find(({ figure }) => figure === "cpu")?.gate ?? null,
    until: untilOf(),
    figures,
    ...growthField(),
  };

  function judgeFigures(): Judgement["figures"] {
    const limits = rule.kind === "gate" ? rule.limits : {};
    const { family = 1 } = rule.kind === "gate" ? rule : {};
    const sized = exactOf(exact, named, limits);
    const measured = [...samplesOf(records)].map(([figure, samples]) => {
      const limit = limits[figure] ?? null;
      const shared = figure === "cpu" || limit !== null;
      return judgeFigure(figure, samples, {
        level: shared ? level : level * family,
        wordLevel: shared ? level : level * family,
        margin: figure === "cpu" ? margin : null,
        named: figure === named,
        limit,
        family,
        last,
        cold,
      });
    });
    return [...measured, ...sized];
  }

  function growthField(): Pick<Judgement, "growth"> {
    const { limits = {}, family = 1 } = rule.kind === "gate" ? rule : {};
    const limit = limits["memory-growth"] ?? null;
    const own = limit === null ? level * family : level;
    const growth = judgeGrowth(growthSamplesOf(records), { level: own, limit, family, last });
    return growth === null ? {} : { growth };
  }

  function untilOf(): Judgement["until"] {
    if (rule.kind !== "until") return null;
    const needed = blocksNeeded(rule, ratios);
    return { halfWidth: rule.halfWidth, reached: needed <= est.n, needed };
  }
}
