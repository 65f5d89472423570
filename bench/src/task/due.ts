import type { CostSettings, Duet } from "@deadheat/journal";
import { planBlock, planCost, type PlannedBlock, type PlannedCost } from "@deadheat/measure";
import type { Visit } from "./context.ts";

/** The blocks that are due in a visit, with everything drawn that is left to chance. Pure. */
export function dueBlocks(
  duets: readonly Duet[],
  { due }: Pick<Visit, "due">,
  seed: number,
): PlannedBlock[] {
  return due.flatMap(({ scenario, n, stage }) => {
    const duet = duets.find((candidate) => candidate.scenario === scenario);
    return duet ? [planBlock(duet, n, stage, seed)] : [];
  });
}

/** The same of pairs that are measured at fixed rates. */
export function dueCosts(
  pairs: readonly Duet[],
  { costs }: Pick<Visit, "costs">,
  settings: CostSettings,
  seed: number,
): PlannedCost[] {
  return costs.flatMap(({ scenario, n }) => {
    const pair = pairs.find((candidate) => candidate.scenario === scenario);
    return pair ? [planCost(pair, n, settings, seed)] : [];
  });
}
