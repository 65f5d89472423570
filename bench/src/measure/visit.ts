import * as v from "valibot";
import { duetName, orderBlocks, type Duet, type PlannedBlock } from "../plan.ts";

/**
 * One visit to a target, of the several that a run pays to each in turn: which blocks are due by its
 * end, and what is known from the visits before.
 */
export const visitSchema = v.object({
  /** From 1: after `round` of `rounds`, this share of a duet's blocks is measured. */
  round: v.number(),
  rounds: v.number(),
  /** How many blocks beyond the planned ones duets get, by name; null while the planned ones are due. */
  further: v.nullable(v.record(v.string(), v.number())),
  /** Cells of which nothing more is measured, of whichever target, with what was wrong. */
  failed: v.array(v.object({ target: v.string(), scenario: v.string(), reason: v.string() })),
});
export type Visit = v.InferOutput<typeof visitSchema>;

/** Whether the target has all of its blocks after this visit. */
export function isLast({ round, rounds }: Pick<Visit, "round" | "rounds">): boolean {
  return round === rounds;
}

/**
 * The blocks that are due by the end of a visit, in the order in which they are measured. Those beyond
 * the planned ones belong to the second stage. Pure.
 */
export function dueBlocks(
  duets: readonly Duet[],
  { round, rounds, further }: Pick<Visit, "round" | "rounds" | "further">,
  seed: number,
): PlannedBlock[] {
  const share = (blocks: number) => Math.ceil((blocks * round) / rounds);
  const due = duets.map((duet) => ({
    ...duet,
    blocks:
      further === null ? share(duet.blocks) : duet.blocks + share(further[duetName(duet)] ?? 0),
  }));
  const byName = new Map(duets.map((duet) => [duetName(duet), duet]));
  return orderBlocks(due, seed).flatMap((block) => {
    const duet = byName.get(duetName(block.duet));
    return duet ? [{ ...block, duet, stage: block.n > duet.blocks ? 2 : 1 }] : [];
  });
}
