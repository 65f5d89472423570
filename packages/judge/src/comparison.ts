import {
  blocksToDecide,
  equivalencePValue,
  interval,
  levelAt,
  pValue,
  signFlipTest,
  unseenShare,
  wordFor,
} from "@deadheat/stats";
import { blockEstimate, logRatios } from "./blocks.ts";
import { acrossLooks, blocksToDecideGate, judgeGate } from "./rules/gate.ts";
import { isCold, type BlockRecord } from "@deadheat/journal";
import type { Judgement } from "./documents/comparison.ts";
import { blocksNeeded, isLast, type Stopping } from "./rules/stopping.ts";
import { kindsField } from "./cell/kinds.ts";
import { verdictOf } from "./cell/verdict.ts";

/** The relative margin of a dead heat, unless the user gives one. */
export const COMPARISON_MARGIN = 0.02;

/**
 * Judges the blocks of a comparison under the rule that stopped it. If any block is cold (a server was still
 * compiling), everything is undecided. Pure.
 *
 * @param records at least two good blocks
 * @param elapsedSeconds the elapsed time at which the rule stopped
 */
export function judgeComparison(
  records: readonly BlockRecord[],
  rule: Stopping,
  margin: number,
  elapsedSeconds: number,
): Judgement {
  const ratios = logRatios(records);
  const est = blockEstimate(records);
  const cold = records.some(isCold);
  const last = rule.kind === "gate" && isLast(rule, est.n, elapsedSeconds);
  const level = rule.kind === "gate" ? levelAt(est.n, last) / (rule.family ?? 1) : 0.05;
  const verdict = cold ? "undecided" : wordFor(est, margin, pValue(est), level);
  const oneStage = records.every((record) => record.stage !== 2);
  return {
    ...interval(est, 1 - level),
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
    gate: gateOf(),
    until: untilOf(),
  };

  function gateOf(): Judgement["gate"] {
    if (rule.kind !== "gate") return null;
    const { limit, family } = rule;
    const outcome = cold ? "undecided" : (judgeGate(ratios, limit, last, family) ?? "undecided");
    const open = outcome === "undecided" && !cold;
    const moreBlocks = open ? blocksToDecideGate(est, limit, family) : null;
    return { limit, outcome, confidence: 1 - level, moreBlocks };
  }

  function untilOf(): Judgement["until"] {
    if (rule.kind !== "until") return null;
    const needed = blocksNeeded(rule, ratios);
    return { halfWidth: rule.halfWidth, reached: needed <= est.n, needed };
  }
}
