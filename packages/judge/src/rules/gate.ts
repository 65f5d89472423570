import { estimate, interval, levelAt, pValue, type LogEstimate } from "@deadheat/stats";

/**
 * What a gate found: that a slowdown of the new server beyond the limit is excluded, that there is one, or
 * neither before the budget was used up.
 */
export type GateOutcome = "passed" | "failed" | "undecided";

export const onUndecided = ["undecided", "pass", "fail"] as const;
/** What an undecided gate counts as. */
export type OnUndecided = (typeof onUndecided)[number];

/** The ratio, efficiency of the new one over that of the base, at which it is slower by exactly `limit`: 0.95 for 5 %. */
export function ratioAtLimit(limit: number): number {
  return 1 - limit;
}

/** How much slower the new one is at a ratio, as a share: 0.05 at 0.95; below 0 where it is faster. */
export function slowdownAt(ratio: number): number {
  return 1 - ratio;
}

/**
 * What these blocks say of a gate; null: it goes on. It looks where the levels of stats, sequential.ts, allow it,
 * at that look's interval: wholly beyond the limit is a fail, wholly on this side of it a pass. A slowdown of
 * just the limit, or less, fails with a chance of at most 2.5 %, and one of just the limit, or more, passes with
 * one of at most 2.5 %: the looks' levels add up to 5 %, and either takes one of their two sides.
 *
 * @param logRatios ln(efficiency of the new one / that of the base) of all blocks so far
 * @param limit as a share, 0.05 for 5 %
 * @param last the time is up: what is open now stays undecided
 * @param family how many gates one command asks: each has its part of the levels (Bonferroni)
 */
export function judgeGate(
  logRatios: readonly number[],
  limit: number,
  last: boolean,
  family = 1,
): GateOutcome | null {
  const level = levelAt(logRatios.length, last) / family;
  if (level === 0) return null;
  const { lo, hi } = interval(estimate(logRatios), 1 - level);
  if (hi < ratioAtLimit(limit)) return "failed";
  if (lo >= ratioAtLimit(limit)) return "passed";
  return last ? "undecided" : null;
}

/**
 * A p value of a look, made to hold at all looks together (weighted Bonferroni): it is below 0.05 exactly
 * where the one given is below the look's own level.
 */
export function acrossLooks(p: number, level: number): number {
  return Math.min(1, (p * 0.05) / level);
}

const MOST = 10_000;

/**
 * About how many more blocks would decide a gate, supposing that the ratio and the spread stay what they are:
 * in about half of all cases more are needed. Null: more than 10,000.
 */
export function blocksToDecideGate(est: LogEstimate, limit: number, family = 1): number | null {
  const { variance, df, n } = est;
  const mean = est.mean - Math.log(ratioAtLimit(limit));
  for (let more = 1; more <= MOST; more = Math.ceil(more * 1.02)) {
    const then = { mean, variance: (variance * n) / (n + more), df: df + more, n: n + more };
    if (pValue(then) < levelAt(then.n, true) / family) return more;
  }
  return null;
}

/** What a command ends with that asked a gate. */
export function exitCodeOfGate(
  outcome: GateOutcome | "unmeasured",
  undecidedIs: OnUndecided,
): 0 | 1 | 3 | 4 {
  const open = { undecided: 4, pass: 0, fail: 1 } as const;
  return ({ passed: 0, failed: 1, unmeasured: 3, undecided: open[undecidedIs] } as const)[outcome];
}
