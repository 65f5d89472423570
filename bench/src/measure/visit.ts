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
  /** How many blocks in place of disturbed ones duets have by the end of it, by name. */
  again: v.record(v.string(), v.number()),
  /** Cells of which nothing more is measured, of whichever target, with what was wrong. */
  failed: v.array(v.object({ target: v.string(), scenario: v.string(), reason: v.string() })),
});
export type Visit = v.InferOutput<typeof visitSchema>;

/** Whether the target has all of its blocks after this visit. */
export function isLast({ round, rounds }: Pick<Visit, "round" | "rounds">): boolean {
  return round === rounds;
}

/**
 * The blocks that are due by the end of a visit, in the order in which they are measured. Numbered on
 * from the planned ones come those in place of disturbed ones, then those of the second stage. Pure.
 */
export function dueBlocks(
  duets: readonly Duet[],
  { round, rounds, further, again }: Pick<Visit, "round" | "rounds" | "further" | "again">,
  seed: number,
): PlannedBlock[] {
  const share = (blocks: number) => Math.ceil((blocks * round) / rounds);
  /** The last numbers of a duet's planned blocks and of those in place of disturbed ones. */
  const planned = (duet: Duet) => (further === null ? share(duet.blocks) : duet.blocks);
  const replaced = (duet: Duet) => planned(duet) + (again[duetName(duet)] ?? 0);
  const due = duets.map((duet) => ({
    ...duet,
    blocks: replaced(duet) + share(further?.[duetName(duet)] ?? 0),
  }));
  const byName = new Map(duets.map((duet) => [duetName(duet), duet]));
  return orderBlocks(due, seed).flatMap((block) => {
    const duet = byName.get(duetName(block.duet));
    if (!duet) return [];
    const { n } = block;
    const isAgain = n > planned(duet) && n <= replaced(duet);
    return [
      { ...block, duet, stage: n > replaced(duet) ? 2 : 1, ...(isAgain ? { again: true } : {}) },
    ];
  });
}
