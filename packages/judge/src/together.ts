import { roundsToDecide, holmNamed, withPrior } from "@deadheat/stats";
import type { RoundRecord } from "@deadheat/journal";
import { logRatios, roundEstimate } from "./rounds.ts";
import type { Judgement } from "./documents/comparison.ts";
import type { Metric } from "./documents/metric.ts";
import type { Growth } from "./documents/growth.ts";
import { metricVerdict } from "./verdict/metric.ts";
import { differenceVerdict } from "./growth/judge.ts";

export interface Judged {
  readonly judgement: Judgement;
  readonly records: readonly RoundRecord[];
}

/**
 * Corrects the words of all metrics of all comparisons in one command. The chance of even one false difference is then
 * at most 5 %, and so is that of a false `same`. The metric that was named before looking keeps four fifths of
 * the error (stats, holm-named.ts). Intervals stay as they are.
 */
export function judgeTogether(all: readonly Judged[]): Judgement[] {
  const metrics = all.flatMap(({ judgement }) => judgement.metrics);
  const growths = all.flatMap(({ judgement: { growth } }) =>
    growth === undefined ? [] : [{ ...growth.difference, named: false, growth }],
  );
  const measured: Tested[] = [...metrics.filter(({ n }) => n > 0), ...growths];
  const p = corrected(measured, (metric) => metric.p);
  const equivalenceP = corrected(measured, (metric) => metric.equivalenceP);
  return all.map(({ judgement, records }): Judgement => {
    const words = judgement.metrics.map((metric) => rejudged(metric, p, equivalenceP));
    const tested = growths.find(({ growth }) => growth === judgement.growth);
    const growth = tested && regrown(tested.growth, p.get(tested), equivalenceP.get(tested));
    const cpu = words.find(({ metric }) => metric === "cpu");
    if (cpu === undefined) return judgement;
    const verdict = cpu.verdict as Judgement["verdict"];
    const opened = verdict === "undecided" && judgement.verdict !== "undecided";
    return {
      ...judgement,
      p: cpu.p,
      equivalenceP: cpu.equivalenceP,
      verdict,
      moreRounds: opened
        ? roundsToDecide(
            withPrior(roundEstimate(records), logRatios(records), judgement.prior),
            judgement.margin,
            0.04 / all.length,
          )
        : judgement.moreRounds,
      metrics: words,
      ...(growth && { growth }),
    };
  });
}

type Tested = Pick<Metric, "p" | "equivalenceP" | "named">;

function regrown(growth: Growth, p = 1, equivalenceP = 1): Growth {
  const difference = { ...growth.difference, p, equivalenceP };
  return { ...growth, difference: { ...difference, verdict: differenceVerdict(difference) } };
}

function corrected(
  metrics: readonly Tested[],
  of: (metric: Tested) => number,
): Map<Tested, number> {
  const named = metrics.filter((metric) => metric.named);
  const others = metrics.filter((metric) => !metric.named);
  const adjusted = holmNamed(named.map(of), others.map(of));
  return new Map([
    ...named.map((metric, i) => [metric, adjusted.named[i] ?? 1] as const),
    ...others.map((metric, i) => [metric, adjusted.others[i] ?? 1] as const),
  ]);
}

/** Returns the metric with its corrected word. An undecided metric stays undecided, as with cold rounds. */
function rejudged(
  metric: Metric,
  differs: ReadonlyMap<Tested, number>,
  ties: ReadonlyMap<Tested, number>,
): Metric {
  const p = differs.get(metric) ?? metric.p;
  const equivalenceP = ties.get(metric) ?? metric.equivalenceP;
  const verdict =
    metric.verdict === "undecided"
      ? metric.verdict
      : metricVerdict(metric.metric, { ...metric, p, equivalenceP });
  return { ...metric, p, equivalenceP, verdict };
}
