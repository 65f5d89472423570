import * as v from "valibot";
import { planBlock, type PlannedBlock } from "@deadheat/measure";
import type { Duet } from "@deadheat/journal";

/** One visit to a target, of the many that a run pays to each in turn: what is due of it. */
export const visitSchema = v.object({
  /** Turbo's hash of the target's task when the run began: what is kept is kept under this one alone. */
  taskHash: v.nullable(v.string()),
  /** Blocks of its duets; stage 2: beyond the planned ones. */
  due: v.array(
    v.object({ scenario: v.string(), n: v.number(), stage: v.picklist([1, 2] as const) }),
  ),
  /** The first of this attempt: the target is verified. */
  first: v.boolean(),
  /** What is measured of it alone is due too. */
  solo: v.boolean(),
  /** Its journal is whole then, and left where turbo keeps it. */
  last: v.boolean(),
  /** Scenarios of which nothing more is measured, with what was wrong. */
  failed: v.array(v.object({ scenario: v.string(), reason: v.string() })),
});
export type Visit = v.InferOutput<typeof visitSchema>;

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
