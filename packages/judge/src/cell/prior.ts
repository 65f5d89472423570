import { priorOf, type Prior } from "@deadheat/stats";
import type { PooledTarget } from "../gather.ts";
import { publishedPriors } from "../metrics/priors.ts";
import { logRatios, roundEstimate } from "../rounds.ts";
import { isOneUnit } from "./kinds.ts";

/**
 * Returns the prior of each scenario: what its targets and bridges together show of the spread of a round (stats, `priorOf`).
 * The A/A row is left out, so that the noise check stays independent. A few targets have the prior of the published runs.
 */
export function priorsOf(
  targets: readonly Pick<PooledTarget, "rounds">[],
  scenarios: readonly string[],
): Map<string, Prior> {
  const units = targets.flatMap(({ rounds }) => {
    const good = rounds.filter((round) => round.void === null && round.role !== "aa");
    return [...Map.groupBy(good, ({ scenario, base }) => `${scenario} ${base}`).values()];
  });
  return new Map(
    scenarios.map((scenario) => {
      const own = units.filter((unit) => unit[0]?.scenario === scenario && isOneUnit(unit));
      const samples = own.map((unit) => ({
        estimate: roundEstimate(unit),
        logRatios: logRatios(unit),
      }));
      return [scenario, priorOf(samples, publishedPriors.cpu)];
    }),
  );
}
