import type { Duet } from "@deadheat/journal";
import { planBlock, type PlannedBlock } from "@deadheat/measure";
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
