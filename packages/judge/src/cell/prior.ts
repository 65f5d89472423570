import { priorOf, type Prior } from "@deadheat/stats";
import { runtimes, type Load, type RoundRecord } from "@deadheat/journal";
import { publishedPriors } from "../metrics/priors.ts";
import { priorsUnder } from "../metrics/short-load.ts";
import { logRatios, roundEstimate } from "../rounds.ts";

/**
 * Returns what the pairs of servers of one scenario together show of the spread of a round (stats, `priorOf`). Pairs are told
 * apart by their servers, run and instance. The A/A row is left out, so that the noise check stays independent. A few pairs
 * have the prior of the published runs.
 * @param rounds all rounds of the scenario
 * @param usual the prior of a few pairs
 */
export function priorOfScenario(
  rounds: readonly RoundRecord[],
  usual: Prior = publishedPriors.cpu,
): Prior {
  const good = rounds.filter((round) => round.void === null && round.role !== "aa");
  const pairs = Map.groupBy(good, ({ new: next, base, run, instance }) =>
    JSON.stringify([next, base, run, instance]),
  );
  const samples = [...pairs.values()].map((own) => {
    return { estimate: roundEstimate(own), logRatios: logRatios(own) };
  });
  return priorOf(samples, usual);
}

/** Returns the prior of each scenario of a run with this load. */
export function priorsOf(
  rounds: readonly RoundRecord[],
  scenarios: readonly string[],
  load: Load,
): Map<string, Prior> {
  const own = Map.groupBy(rounds, ({ scenario }) => scenario);
  const { cpu: usual } = priorsUnder(publishedPriors, load, runtimes);
  return new Map(scenarios.map((name) => [name, priorOfScenario(own.get(name) ?? [], usual)]));
}
