import { priorAfter } from "@deadheat/stats";
import { isCold, type RoundRecord } from "@deadheat/journal";
import type { FixedPrior } from "../documents/prior.ts";
import type { MetricName } from "../metrics/list.ts";
import { estimateOf } from "../rounds.ts";
import { logChanges, samplesOf } from "./metric.ts";
import { publishedPriors, type Priors } from "../metrics/priors.ts";

/**
 * Returns the priors of a comparison on a machine that has measured other pairs of servers: those of the published runs,
 * adjusted by these pairs.
 * @param pairs the rounds of each pair
 */
export function priorsAfter(pairs: readonly (readonly RoundRecord[])[]): Priors {
  const good = pairs
    .map((rounds) => rounds.filter((round) => round.void === null && !isCold(round)))
    .filter((rounds) => rounds.length > 1);
  const measured = good.map((rounds) => samplesOf(rounds));
  const priors = Object.entries(publishedPriors) as [MetricName, FixedPrior][];
  return Object.fromEntries(
    priors.map(([metric, usual]) => {
      const samples = measured.flatMap((all) => {
        const own = all.get(metric);
        if (own === undefined) return [];
        return [{ estimate: estimateOf(own, logChanges), logRatios: logChanges(own) }];
      });
      if (samples.length === 0) return [metric, usual];
      return [metric, { ...priorAfter(samples, usual), from: "machine" }];
    }),
  );
}
