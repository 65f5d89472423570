import {
  blocksToDecide,
  equivalencePValue,
  interval,
  levelAt,
  pValue,
  signFlipTest,
  wordFor,
  type Word,
} from "@deadheat/stats";
import { blockEstimate, logRatios } from "./blocks.ts";
import { acrossLooks, blocksToDecideGate, judgeGate, type GateOutcome } from "./rules/gate.ts";
import { isCold, type BlockRecord, type Warning } from "@deadheat/journal";
import { blocksNeeded, isLast, type Stopping } from "./rules/stopping.ts";
import { verdictOf, type Verdict } from "./cell/verdict.ts";

/** How close to each other a dead heat is, unless asked for, relative. */
export const COMPARISON_MARGIN = 0.02;

/** Versions of a target: of its framework, null where that is the runtime's own server, and of its runtime. */
export interface Versions {
  readonly framework: string | null;
  readonly runtime: string;
}

/** The answer of `compare`: the efficiency of a over that of b, with its interval. */
export interface Comparison extends Judgement {
  readonly a: string;
  readonly b: string;
  readonly versions: { readonly a: Versions; readonly b: Versions };
  readonly scenario: string;
  readonly warnings: readonly Warning[];
  readonly journal: string;
}

/** What the blocks of a comparison say. */
export interface Judgement {
  readonly ratio: number;
  readonly lo: number;
  readonly hi: number;
  readonly n: number;
  /** What a block took on average, everything around it included. */
  readonly blockSeconds: number;
  /**
   * Of [lo, hi]: 0.95, but with a gate that of the look where it stopped (stats, `levelAt`), so that the
   * intervals of all looks hold at once with 95 %.
   */
  readonly confidence: number;
  /**
   * Two-sided, of Student's t over the blocks, with a gate adjusted for its looks; the interval
   * excludes 1 exactly where p < 0.05.
   */
  readonly p: number;
  /**
   * Two-sided, of the exact sign-flip test, which assumes no distribution; with a gate adjusted for its
   * looks. Null where a second stage took place: its size came from the first stage's spread,
   * which other signs would have changed, so the test is no longer exact.
   */
  readonly signFlipP: number | null;
  /** Of the two one-sided tests that the difference lies within the margin; with a gate adjusted for its looks. */
  readonly equivalenceP: number;
  /** About a: `faster` or `slower` where p < 0.05, else `dead-heat` where equivalenceP < 0.05. */
  readonly verdict: Word;
  /** A dead heat is a difference of less than this, relative: 0.02 is a ratio between 1 / 1.02 and 1.02. */
  readonly margin: number;
  /** Where it is undecided: with how many more it would probably be decided; null: with no number worth trying. */
  readonly moreBlocks: number | null;
  /** What kept each of the two from answering more; the ratio is of efficiencies and holds either way. */
  readonly bound: { readonly a: Verdict; readonly b: Verdict };
  /** Null without --gate. */
  readonly gate: {
    /** By how much b may be slower than a, as a share. */
    readonly limit: number;
    readonly outcome: GateOutcome;
    readonly confidence: number;
    /** As above, for the gate's own question. */
    readonly moreBlocks: number | null;
  } | null;
  /** Null without --until. */
  readonly until: {
    readonly halfWidth: number;
    /** False: the budget ended it before; the interval is wider, and holds. */
    readonly reached: boolean;
    /** Blocks that the width asked for. */
    readonly needed: number;
  } | null;
}

/**
 * What these blocks say under the rule that ended them. Ratios of servers that were still compiling
 * decide nothing: with a cold block everything is undecided. Pure.
 *
 * @param records good blocks, two at least
 * @param elapsedSeconds as the rule knew it when it stopped
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
  const level = rule.kind === "gate" ? levelAt(est.n, last) : 0.05;
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
    moreBlocks: verdict === "undecided" && !cold ? blocksToDecide(est, margin, level) : null,
    bound: { a: verdictOf(records, "target"), b: verdictOf(records, "reference") },
    gate: gateOf(),
    until: untilOf(),
  };

  function gateOf(): Judgement["gate"] {
    if (rule.kind !== "gate") return null;
    const { limit } = rule;
    const outcome = cold ? "undecided" : (judgeGate(ratios, limit, last) ?? "undecided");
    const open = outcome === "undecided" && !cold;
    const moreBlocks = open ? blocksToDecideGate(est, limit) : null;
    return { limit, outcome, confidence: 1 - level, moreBlocks };
  }

  function untilOf(): Judgement["until"] {
    if (rule.kind !== "until") return null;
    const needed = blocksNeeded(rule, ratios);
    return { halfWidth: rule.halfWidth, reached: needed <= est.n, needed };
  }
}
