import { blocksForHalfWidth } from "@deadheat/stats";
import { logRatios } from "./analyse.ts";
import { duetName, type Duet } from "./plan.ts";
import type { JournalRecord } from "./record.ts";
import { blockSeconds, VISIT_SECONDS, type Load, type Precision } from "./settings.ts";

/**
 * How many blocks beyond the planned ones each duet gets whose planned ones spread too far for the
 * interval that the profile promises: Stein's two-stage rule (stats, two-stage.ts). Those that lack
 * least come first, so that what is spare narrows as many intervals as it can; the last one gets what is
 * left, which is less than it needs. Bridges and the A/A row have more blocks to begin with. Pure.
 *
 * @param records what was measured of these duets, and whatever else: their good planned blocks count
 * @returns by the duet's name; no entry for one that gets none
 */
export function shareSpare(
  duets: readonly Duet[],
  records: readonly JournalRecord[],
  { halfWidth, spare }: NonNullable<Precision>,
): Map<string, number> {
  const planned = records.flatMap((record) =>
    record.type === "block" && record.stage !== 2 && record.void === null ? [record] : [],
  );
  const lacking = duets
    .filter(({ role }) => role === "cell")
    .flatMap((duet) => {
      const own = planned.filter((block) => duetName(block) === duetName(duet));
      // A duet that lost a block in the first stage has no spread to go by.
      if (own.length < duet.blocks) return [];
      const needed = blocksForHalfWidth(logRatios(own), Math.log(1 + halfWidth));
      return needed > duet.blocks ? [{ name: duetName(duet), blocks: needed - duet.blocks }] : [];
    })
    .toSorted((a, b) => a.blocks - b.blocks);
  const shares = new Map<string, number>();
  let left = spare;
  for (const { name, blocks } of lacking) {
    const share = Math.min(blocks, left);
    if (share > 0) shares.set(name, share);
    left -= share;
  }
  return shares;
}

/**
 * How many blocks beyond the planned ones a run has for all of its duets, when those have taken so many
 * seconds. The time is no more than the machine's: it tells nothing of a ratio.
 */
export function spareBlocks(
  { spare, withinSeconds }: NonNullable<Precision>,
  load: Load,
  elapsedSeconds: number,
): number {
  if (withinSeconds === undefined) return spare;
  const each = blockSeconds(load) + VISIT_SECONDS;
  return Math.max(0, Math.min(spare, Math.floor((withinSeconds - elapsedSeconds) / each)));
}
