import {
  roundsToDecide,
  equivalencePValue,
  geometricMean,
  pValue,
  withPrior,
} from "@deadheat/stats";
import type { RoundRecord } from "@deadheat/journal";
import { estimateOf } from "../rounds.ts";
import type { Metric } from "../documents/metric.ts";
import { metricKind, metricNames, type MetricName } from "../metrics/list.ts";
import { acrossLooks, boundOf, gateOutcome, roundsToDecideGate } from "../rules/gate.ts";
import { boundedInterval } from "../rules/precision.ts";
import type { FixedPrior } from "../documents/prior.ts";

interface MetricSample extends Pick<RoundRecord, "run" | "instance" | "stage"> {
  readonly base: number;
  readonly new: number;
}

/** The samples of all metrics that were measured in every round. */
export type MetricSamples = ReadonlyMap<MetricName, readonly MetricSample[]>;

/** Returns the samples of the metrics that every round measures. A metric that one round lacks is left out. */
export function samplesOf(records: readonly RoundRecord[]): MetricSamples {
  const good = records.filter(({ sides }) => sides !== null);
  const found = new Map<MetricName, readonly MetricSample[]>();
  for (const metric of metricNames) {
    const { samples: valuesIn } = metricKind(metric);
    if (valuesIn === null) continue;
    const samples = good.flatMap((record): MetricSample[] => {
      const { run, instance, stage } = record;
      const values = valuesIn(record);
      return values === null ? [] : [{ run, instance, stage, ...values }];
    });
    if (samples.length === good.length && good.length > 0) found.set(metric, samples);
  }
  return found;
}

/** Returns ln(new / base) of each sample: above 0 the new server needs more. */
export function logChanges(samples: readonly MetricSample[]): number[] {
  return samples.map(({ base, new: next }) => Math.log(next / base));
}

export interface MetricRule {
  /** The level of its interval, of its gate and of its word at this look: 0.05 shared by all looks and gates of the command. */
  readonly level: number;
  readonly margin: number | null;
  /** The spread of a round as known before the first one; null if unknown. */
  readonly prior: FixedPrior | null;
  readonly named: boolean;
  /** The limit of its gate; null if it has none. */
  readonly limit: number | null;
  readonly family: number;
  readonly last: boolean;
  /** true if a server was measured while it still compiled. */
  readonly cold: boolean;
}

/** Judges one metric by itself; `judgeTogether` corrects the words of all metrics. */
export function judgeMetric(
  metric: MetricName,
  samples: readonly MetricSample[],
  rule: MetricRule,
): Metric {
  const { unit, margin: usual, needsWarmth } = metricKind(metric);
  const margin = rule.margin ?? usual;
  const est = withPrior(estimateOf(samples, logChanges), logChanges(samples), rule.prior);
  const open = rule.cold && needsWarmth;
  const p = acrossLooks(pValue(est), rule.level);
  const equivalenceP = acrossLooks(equivalencePValue(est, margin), rule.level);
  const verdict = open
    ? "undecided"
    : metricVerdict(metric, { p, equivalenceP, ratio: Math.exp(est.mean) });
  return {
    metric,
    unit,
    base: geometricMean(samples.map(({ base }) => base)),
    new: geometricMean(samples.map((sample) => sample.new)),
    ...boundedInterval(est, 1 - rule.level),
    confidence: 1 - rule.level,
    p,
    equivalenceP,
    margin,
    prior: rule.prior,
    verdict,
    named: rule.named,
    moreRounds: verdict === "undecided" && !open ? roundsToDecide(est, margin, rule.level) : null,
    gate: gateOf(),
  };

  function gateOf(): Metric["gate"] {
    const { limit, last, family, level } = rule;
    if (limit === null) return null;
    const gains = logChanges(samples).map((change) => -change);
    const bound = boundOf(metric, limit);
    const decided = gateOutcome(gains, bound, last, family, rule.prior);
    const outcome = open ? "undecided" : (decided ?? "undecided");
    const moreRounds =
      outcome === "undecided" && !open
        ? roundsToDecideGate({ ...est, mean: -est.mean }, bound, family)
        : null;
    return { limit, outcome, confidence: 1 - level, moreRounds };
  }
}

export function metricVerdict(
  metric: MetricName,
  { p, equivalenceP, ratio }: Pick<Metric, "p" | "equivalenceP" | "ratio">,
): Metric["verdict"] {
  const [less, more] = metricKind(metric).verdicts;
  if (p < 0.05) return ratio > 1 ? more : less;
  return equivalenceP < 0.05 ? "same" : "undecided";
}
