import { blocksForHalfWidth } from "@deadheat/stats";
import { logRatios } from "./analyse.ts";
import { bestTick, countedBlocks, DISTURBED, slowdowns } from "./disturbed.ts";
import { duetName, type Duet } from "./plan.ts";
import type { BlockRecord, JournalRecord } from "./record.ts";
import { VISIT_SECONDS, type Precision } from "./settings.ts";

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
  const firstStageOf = firstStages(records);
  const lacking = duets
    .filter(({ role }) => role === "cell")
    .flatMap((duet) => {
      const blocks = blocksLacking(duet, firstStageOf(duet), halfWidth);
      return blocks > 0 ? [{ name: duetName(duet), blocks }] : [];
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
 * How many blocks each duet gets in place of planned ones in which a core was disturbed: the most
 * disturbed first, of the duets alone whose interval is wider than the profile promises. A cell gets none
 * where as few further blocks would do, which narrow its interval for certain: a replacement may be
 * disturbed as well. The A/A row gets none: a disturbance slows both of its servers alike. Neither a ratio
 * nor its sign decides anything. Pure.
 *
 * @param records what was measured of these duets, and of others: the servers' core's best is that of all
 * @returns by the duet's name; no entry for one that gets none
 */
export function shareAgain(
  duets: readonly Duet[],
  records: readonly JournalRecord[],
  { halfWidth, spare }: NonNullable<Precision>,
): Map<string, number> {
  const best = bestTick(records.filter((record) => record.type === "block"));
  if (best === null) return new Map();
  const firstStageOf = firstStages(records);
  const disturbed = duets
    .filter(({ role }) => role !== "aa")
    .flatMap((duet) => {
      const own = firstStageOf(duet);
      const slowdown = slowdowns(own, best);
      const some = own
        .map((block) => ({ name: duetName(duet), by: slowdown(block) ?? 1 }))
        .filter(({ by }) => by > DISTURBED);
      const enough = duet.role === "cell" ? some.length : 0;
      return blocksLacking(duet, own, halfWidth) <= enough ? [] : some;
    })
    .toSorted((a, b) => b.by - a.by)
    .slice(0, spare);
  return new Map(
    [...Map.groupBy(disturbed, ({ name }) => name)].map(([name, some]) => [name, some.length]),
  );
}

/** Tells a duet's blocks of the first stage that count. */
function firstStages(records: readonly JournalRecord[]): (duet: Duet) => BlockRecord[] {
  const good = records.flatMap((record) =>
    record.type === "block" && record.void === null ? [record] : [],
  );
  const byDuet = Map.groupBy(good, duetName);
  return (duet) =>
    countedBlocks(byDuet.get(duetName(duet)) ?? []).counted.filter(({ stage }) => stage !== 2);
}

/** How many blocks a duet's interval takes beyond its first stage. */
function blocksLacking(duet: Duet, first: readonly BlockRecord[], halfWidth: number): number {
  // A duet that lost a block in the first stage has no spread to go by.
  if (first.length < duet.blocks) return 0;
  return blocksForHalfWidth(logRatios(first), Math.log(1 + halfWidth)) - first.length;
}

/**
 * How many blocks beyond the planned ones a run has for all of its duets, when those have taken so many
 * seconds. The time is no more than the machine's: it tells nothing of a ratio.
 *
 * @param measured what has taken those seconds: as long as one of these took, on average, a further one will
 */
export function spareBlocks(
  { spare, withinSeconds }: NonNullable<Precision>,
  elapsedSeconds: number,
  measured: readonly BlockRecord[],
): number {
  if (withinSeconds === undefined) return spare;
  if (measured.length === 0) return 0;
  const total = measured.reduce((sum, { seconds }) => sum + seconds.total, 0);
  const each = total / measured.length + VISIT_SECONDS;
  return Math.max(0, Math.min(spare, Math.floor((withinSeconds - elapsedSeconds) / each)));
}
