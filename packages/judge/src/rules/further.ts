import { blocksForHalfWidth } from "@deadheat/stats";
import { logRatios } from "../blocks.ts";
import { duetName, type Duet, type BlockRecord, type Precision } from "@deadheat/journal";
import { MINIMUM_BLOCKS } from "../limits.ts";
import { groupBy } from "../group-by.ts";

/**
 * How many blocks beyond the planned ones each duet gets whose planned ones spread too far for the
 * interval that the profile promises: Stein's two-stage rule (stats, two-stage.ts). Those that lack
 * least come first, so that what is spare narrows as many intervals as it can; the last one gets what is
 * left, which is less than it needs. Bridges and the A/A row have more blocks to begin with. Pure.
 *
 * @param blocks good ones of these duets, and of whatever else
 * @returns by the duet's name; no entry for one that gets none
 */
export function shareSpare(
  duets: readonly Duet[],
  blocks: readonly BlockRecord[],
  { halfWidth, spare }: NonNullable<Precision>,
): Map<string, number> {
  const byDuet = groupBy(
    blocks.filter(({ stage }) => stage !== 2),
    duetName,
  );
  const lacking = duets
    .filter(({ role }) => role === "cell")
    .flatMap((duet) => {
      const name = duetName(duet);
      const first = logRatios(byDuet.get(name) ?? []);
      if (first.length < 2) return [];
      const lacks = blocksForHalfWidth(first, Math.log(1 + halfWidth)) - first.length;
      return lacks > 0 ? [{ name, lacks }] : [];
    })
    .toSorted((a, b) => a.lacks - b.lacks);
  const shares = new Map<string, number>();
  let left = spare;
  for (const { name, lacks } of lacking) {
    const share = Math.min(lacks, left);
    if (share > 0) shares.set(name, share);
    left -= share;
  }
  return shares;
}

/**
 * How many blocks beyond the planned ones a run has for all of its duets, when those have taken so many
 * seconds, and one more would take `eachSeconds`. The time is no more than the machine's: it tells nothing of a ratio.
 */
export function spareBlocks(
  { spare, withinSeconds }: NonNullable<Precision> & { readonly withinSeconds: number | null },
  elapsedSeconds: number,
  eachSeconds: number,
): number {
  if (withinSeconds === null) return spare;
  if (eachSeconds === 0) return 0;
  const fitting = Math.floor((withinSeconds - elapsedSeconds) / eachSeconds);
  return Math.max(0, Math.min(spare, fitting));
}

/**
 * Whether a run has time for so many more of its planned blocks: a further round
 * is measured whole or not at all, and the first `MINIMUM_BLOCKS` whatever they take.
 */
export function hasTimeFor(
  { round, blocks }: { readonly round: number; readonly blocks: number },
  withinSeconds: number | null,
  elapsedSeconds: number,
  eachSeconds: number,
): boolean {
  if (round <= MINIMUM_BLOCKS || withinSeconds === null) return true;
  return elapsedSeconds + blocks * eachSeconds <= withinSeconds;
}

/** Returns the seconds that a further block takes if it is like these; 0 if there are none. */
export function secondsEach(measured: readonly BlockRecord[]): number {
  if (measured.length === 0) return 0;
  return measured.reduce((sum, { seconds }) => sum + seconds.total, 0) / measured.length;
}
