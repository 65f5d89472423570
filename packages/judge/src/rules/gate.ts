import type { DearerIn } from "../documents/dearer.ts";
import type { Judgement } from "../documents/comparison.ts";
import type { Metric } from "../documents/metric.ts";
import type { LimitName } from "../metrics/list.ts";
import type { Growth } from "../documents/growth.ts";
import {
  estimate,
  levelAt,
  meanInterval,
  nextLook,
  pValue,
  withPrior,
  type LogEstimate,
  type Prior,
} from "@deadheat/stats";

/** The outcome of a gate: a slowdown beyond the limit is excluded, proven, or neither within the budget. */
export type GateOutcome = "passed" | "failed" | "undecided";

export const onUndecided = ["undecided", "pass", "fail"] as const;
type OnUndecided = (typeof onUndecided)[number];

/** Returns the ratio of efficiencies at which the new server needs more by exactly `limit`: 1 / 1.05 for 5 %. */
export function ratioAtLimit(limit: number): number {
  return 1 / (1 + limit);
}

/** Returns by how much more the new server needs at a ratio of efficiencies: 0.05 at 1 / 1.05, negative if it needs less. */
export function slowdownAt(ratio: number): number {
  return 1 / ratio - 1;
}

/** The fewest rounds of an outcome. In two rounds, the faster kind of one server may meet the slower kind of the other. */
const LEAST_ROUNDS_OF_GATE = 3;

/**
 * Returns the bound of a metric's gains at its limit: ln(base / new), or for memory that grows the bytes a response that
 * the new server leaves behind less.
 */
export function boundOf(metric: LimitName, limit: number): number {
  return metric === "memory-growth" ? -limit : Math.log(ratioAtLimit(limit));
}

/**
 * Judges a gate, or returns null if it needs more rounds. Looks happen only at the round counts where stats
 * (sequential.ts) grants a level. An interval wholly beyond the limit fails, and one wholly within the limit passes.
 * A slowdown of at most the limit fails with a chance of at most 2.5 %. A slowdown of at least the limit passes with
 * a chance of at most 2.5 %. The levels of all looks add up to 5 %, and each outcome uses one of the two sides. This
 * holds for servers whose processes come in kinds, if both versions do. A kind that only the new server has may go
 * unseen (stats, `unseenShare`), and no rule can know of it.
 *
 * A command with several gates fails if one of them does, so the failures share the level (Bonferroni). It passes only if
 * all of them pass, so each may pass at the whole level: a gate beyond its limit passes with a chance of at most 2.5 %
 * (an intersection-union test; Berger, Technometrics 24 (1982)).
 *
 * @param gains ln(base / new) of all rounds so far, or bytes for memory that grows
 * @param bound the gain at the limit (`boundOf`)
 * @param last true if the time is up, so that an open gate stays undecided
 * @param family the number of gates in one command
 * @param prior the spread of a round as known before the first one; null if unknown
 */
export function judgeGate(
  gains: readonly number[],
  bound: number,
  last: boolean,
  family = 1,
  prior: Prior | null = null,
): GateOutcome | null {
  const level = levelAt(gains.length, last);
  if (level === 0) return null;
  if (gains.length < LEAST_ROUNDS_OF_GATE) return last ? "undecided" : null;
  const est = withPrior(estimate(gains), gains, prior);
  if (meanInterval(est, 1 - level / family).hi < bound) return "failed";
  if (meanInterval(est, 1 - level).lo >= bound) return "passed";
  return last ? "undecided" : null;
}

/**
 * Returns the outcome of the first look that decided, or null if none has. A gate that is decided stays so while the
 * gates of other metrics go on.
 */
export function gateOutcome(
  gains: readonly number[],
  bound: number,
  last: boolean,
  family = 1,
  prior: Prior | null = null,
): GateOutcome | null {
  for (let n = nextLook(0); n < gains.length; n = nextLook(n)) {
    const outcome = judgeGate(gains.slice(0, n), bound, false, family, prior);
    if (outcome !== null) return outcome;
  }
  return judgeGate(gains, bound, last, family, prior);
}

/**
 * Adjusts the p value of one look so that it holds over all looks (weighted Bonferroni). The result is below 0.05
 * exactly if `p` is below the level of the look.
 */
export function acrossLooks(p: number, level: number): number {
  return Math.min(1, (p * 0.05) / level);
}

const MOST = 10_000;

/**
 * Returns the approximate number of further rounds that would decide a gate if ratio and spread stay as they are. In
 * about half of all cases more are needed. null if the number exceeds 10,000.
 */
export function roundsToDecideGate(est: LogEstimate, bound: number, family = 1): number | null {
  const { variance, df, n } = est;
  const mean = est.mean - bound;
  const shares = mean > 0 ? 1 : family;
  for (let more = 1; more <= MOST; more = Math.ceil(more * 1.02)) {
    const then = { mean, variance: (variance * n) / (n + more), df: df + more, n: n + more };
    if (pValue(then) < levelAt(then.n, true) / shares) return more;
  }
  return null;
}

export function exitCodeOfGate(
  outcome: GateOutcome | "unmeasured",
  undecidedIs: OnUndecided,
): 0 | 1 | 3 | 4 {
  const open = { undecided: 4, pass: 0, fail: 1 } as const;
  return ({ passed: 0, failed: 1, unmeasured: 3, undecided: open[undecidedIs] } as const)[outcome];
}

type GateOn = NonNullable<Metric["gate"]> & { readonly metric: LimitName };

type Gates = Pick<Judgement, "metrics" | "growth">;

export function gatesOf({ metrics, growth }: Gates): GateOn[] {
  const found: GateOn[] = metrics.flatMap((one) =>
    one.gate ? [{ metric: one.metric, ...one.gate }] : [],
  );
  if (growth?.gate) found.push({ metric: "memory-growth", ...growth.gate });
  return found;
}

/** Returns the worst outcome of all gates. A comparison without a gate has none. */
export function worstOutcome(
  comparisons: readonly (Gates & { readonly functions?: DearerIn | undefined })[],
): GateOutcome {
  const outcomes = new Set(
    comparisons.flatMap((one) => [
      ...gatesOf(one).map(({ outcome }) => outcome),
      ...(one.functions?.outcome ? [one.functions.outcome] : []),
    ]),
  );
  if (outcomes.has("failed")) return "failed";
  return outcomes.has("undecided") ? "undecided" : "passed";
}

/**
 * Returns true if a server compared with itself differs from itself, so that metrics measured beside it mean nothing.
 * Chance causes this in at most one check of twenty, since controls under a gate share its levels.
 */
export function isOff({
  lo,
  hi,
  metrics = [],
  growth,
}: Pick<Judgement, "lo" | "hi"> & Partial<Pick<Judgement, "metrics" | "growth">>): boolean {
  if (growth !== undefined && isGrowthOff(growth)) return true;
  const gated = metrics.filter(({ gate }) => gate !== null);
  return (gated.length === 0 ? [{ lo, hi }] : gated).some((one) => one.lo > 1 || one.hi < 1);
}

/** Returns true if memory with a gate grows differently in two processes of one server. */
export function isGrowthOff({ difference: { lo, hi }, gate, margin }: Growth): boolean {
  return gate !== null && (lo > margin || hi < -margin);
}
