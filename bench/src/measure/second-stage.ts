import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { blocksForHalfWidth } from "@deadheat/stats";
import { logRatios } from "../analyse.ts";
import { readJournal } from "../journal.ts";
import { duetName, orderBlocks, type Duet, type PlannedBlock } from "../plan.ts";
import type { JournalRecord } from "../record.ts";
import type { Precision } from "../settings.ts";

/**
 * The blocks to add to duets whose planned ones spread too far for the interval that the profile
 * promises, in the order in which they are measured: Stein's two-stage rule (stats, two-stage.ts).
 * Pure. A duet for which that would take more than `most` gets none: what is spare goes to those that it
 * helps, and its interval stays honestly wide. Bridges and the A/A row have more blocks to begin with.
 *
 * @param records what was measured of these duets, and whatever else: their good planned blocks count
 * @param spare how many blocks beyond the planned ones the run has left
 */
export function furtherBlocks(
  duets: readonly Duet[],
  records: readonly JournalRecord[],
  precision: NonNullable<Precision>,
  spare: number,
  seed: number,
): PlannedBlock[] {
  const halfWidth = Math.log(1 + precision.halfWidth);
  let left = spare;
  const planned = records.flatMap((record) =>
    record.type === "block" && record.stage !== 2 && record.void === null ? [record] : [],
  );
  const extended = duets.map((duet) => {
    const own = planned.filter((block) => duetName(block) === duetName(duet));
    const needed = blocksForHalfWidth(logRatios(own), halfWidth);
    const helped = duet.role === "cell" && needed <= precision.most;
    const further = helped ? Math.max(0, Math.min(needed - duet.blocks, left)) : 0;
    left -= further;
    return { ...duet, blocks: duet.blocks + further };
  });
  const byName = new Map(duets.map((duet) => [duetName(duet), duet]));
  return orderBlocks(extended, seed).flatMap((block) => {
    const duet = byName.get(duetName(block.duet));
    return duet && block.n > duet.blocks ? [{ ...block, duet, stage: 2 as const }] : [];
  });
}

/**
 * How many blocks beyond the planned ones the other targets of a run have had: what lies in the
 * journals beside this one.
 */
export async function spentElsewhere(journal: string): Promise<number> {
  const folder = dirname(journal);
  if (!existsSync(folder)) return 0;
  let spent = 0;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (path === journal || !name.endsWith(".jsonl")) continue;
    const { records } = await readJournal(path);
    spent += records.filter((record) => record.type === "block" && record.stage === 2).length;
  }
  return spent;
}
