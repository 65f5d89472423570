import {
  roundsToDecide,
  equivalencePValue,
  levelAt,
  pValue,
  unseenShare,
  verdictFor,
  withPrior,
} from "@deadheat/stats";
import { roundEstimate, logRatios } from "./rounds.ts";
import { acrossLooks } from "./rules/gate.ts";
import type { MetricName } from "./metrics/list.ts";
import { exactOf, type ExactMetrics } from "./verdict/exact.ts";
import { type Priors } from "./metrics/priors.ts";
import { judgeMetric, samplesOf } from "./verdict/metric.ts";
import { judgeGrowth } from "./growth/judge.ts";
import { growthSamplesOf } from "./growth/samples.ts";
import { isCold, type RoundRecord } from "@deadheat/journal";
import type { Judgement } from "./documents/comparison.ts";
import type { Growth } from "./documents/growth.ts";
import { boundedInterval } from "./rules/precision.ts";
import { roundsNeeded, isLast, type Stopping } from "./rules/stopping.ts";
import { kindsField } from "./cell/kinds.ts";
import { bottleneckOf } from "./cell/bottleneck.ts";

/** The relative margin of a tie, unless the user gives one. */
export const COMPARISON_MARGIN = 0.02;

/**
 * Judges the rounds of a comparison under the rule that stopped it. Everything is undecided if any round is cold (a
 * server was still compiling). Pure.
 *
 * @param records at least one good round
 * @param elapsedSeconds the elapsed time at which the rule stopped
 * @param named the metric that was named before looking
 * @param exact the metrics that are known without rounds
 * @param priors the spread of each metric as known before the first round
 */
export function judgeComparison(
  records: readonly RoundRecord[],
  rule: Stopping,
  margin: number,
  elapsedSeconds: number,
  named: MetricName = "cpu",
  exact: ExactMetrics = {},
  priors: Priors = {},
): Judgement {
  const ratios = logRatios(records);
  const est = withPrior(roundEstimate(records), ratios, priors.cpu ?? null);
  const cold = records.some(isCold);
  const { limits = {}, family = 1 } = rule.kind === "gate" ? rule : {};
  const last = rule.kind === "gate" && isLast(rule, est.n, elapsedSeconds);
  const level = rule.kind === "gate" ? levelAt(est.n, last) / family : 0.05;
  const verdict = cold ? "undecided" : verdictFor(est, margin, pValue(est), level);
  const metrics = [...measuredMetrics(), ...exactOf(exact, named, limits)];
  const growth = growthOf();
  const interval = boundedInterval(est, 1 - level);
  return {
    ...interval,
    timeRatio: { ratio: 1 / interval.ratio, lo: 1 / interval.hi, hi: 1 / interval.lo },
    roundSeconds: elapsedSeconds / est.n,
    confidence: 1 - level,
    p: acrossLooks(pValue(est), level),
    equivalenceP: acrossLooks(equivalencePValue(est, margin), level),
    verdict,
    margin,
    prior: priors.cpu ?? null,
    ...kindsField(records),
    unseenShare: unseenShare(est.n),
    moreRounds: verdict === "undecided" && !cold ? roundsToDecide(est, margin, level) : null,
    bottleneck: { base: bottleneckOf(records, "base"), new: bottleneckOf(records, "new") },
    gate: metrics.find(({ metric }) => metric === "cpu")?.gate ?? null,
    until: untilOf(),
    metrics,
    ...(growth && { growth }),
  };

  function measuredMetrics(): Judgement["metrics"] {
    return [...samplesOf(records)].map(([metric, samples]) => {
      const limit = limits[metric] ?? null;
      const shared = metric === "cpu" || limit !== null;
      return judgeMetric(metric, samples, {
        level: shared ? level : level * family,
        margin: metric === "cpu" ? margin : null,
        prior: priors[metric] ?? null,
        named: metric === named,
        limit,
        family,
        last,
        cold,
      });
    });
  }

  function growthOf(): Growth | null {
    const limit = limits["memory-growth"] ?? null;
    const own = limit === null ? level * family : level;
    return judgeGrowth(growthSamplesOf(records), { level: own, limit, family, last });
  }

  function untilOf(): Judgement["until"] {
    if (rule.kind !== "until") return null;
    const needed = roundsNeeded(rule, ratios);
    return { halfWidth: rule.halfWidth, reached: needed <= est.n, needed };
  }
}
