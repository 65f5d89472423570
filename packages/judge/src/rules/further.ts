import { blocksForHalfWidth, twoKinds } from "@deadheat/stats";
import { logRatios } from "../blocks.ts";
import { duetName, type Duet, type BlockRecord, type Precision } from "@deadheat/journal";
import { groupBy } from "../group-by.ts";

/** The half-width of an interval above which a cell gets a warning. */
export const PROMISED_HALF_WIDTH = 0.04;

/** The fewest blocks of a usable interval. With two, t(0.975, 1) is 12.7. */
export const MINIMUM_BLOCKS = 3;

/**
 * Shares spare blocks among the duets whose planned blocks spread too far for the promised interval: Stein's
 * two-stage rule (stats, two-stage.ts). Duets whose blocks show two kinds of processes come first: few blocks say little
 * about the shares of the kinds. Then come those that lack least, so that the spare blocks narrow as many intervals as
 * possible. The last duet gets the rest, which is less than it needs. Bridges and the A/A row have more blocks from the
 * start. Pure.
 *
 * The spread of the planned blocks decides, as far as they are measured. It says nothing about their mean. So the rule
 * may be applied again after each pass, and the estimate holds: it uses the spread of all planned blocks.
 *
 * @param blocks the good blocks of these duets, the further ones so far too; others are ignored
 * @param duets each with the number of its planned blocks
 * @param spare the number of further blocks still to come
 * @returns the number of further blocks still to come by the duet's name, without duets that get none
 */
export function shareSpare(
  duets: readonly Duet[],
  blocks: readonly BlockRecord[],
  { halfWidth, spare }: NonNullable<Precision>,
): Map<string, number> {
  const byDuet = groupBy(blocks, duetName);
  const isFurther = ({ stage }: BlockRecord) => stage === 2;
  const lacking = duets
    .filter(({ role }) => role === "cell")
    .flatMap((duet) => {
      const name = duetName(duet);
      const own = byDuet.get(name) ?? [];
      const first = logRatios(own.filter((block) => !isFurther(block)));
      if (first.length < 2) return [];
      const all = blocksForHalfWidth(first, Math.log(1 + halfWidth), duet.blocks);
      const lacks = all - duet.blocks - own.filter(isFurther).length;
      return lacks > 0 ? [{ name, lacks, inKinds: Number(twoKinds(first) !== null) }] : [];
    })
    .toSorted((a, b) => b.inKinds - a.inKinds || a.lacks - b.lacks);
  const shares = new Map<string, number>();
  let left = spare;
  for (const { name, lacks } of lacking) {
    const share = Math.min(lacks, left);
    if (share <= 0) break;
    shares.set(name, share);
    left -= share;
  }
  return shares;
}

/**
 * Returns the number of further blocks that fit into the run for all duets together. Time is a property of the
 * machine and says nothing about a ratio.
 *
 * @param elapsedSeconds the time that the planned blocks took
 * @param eachSeconds the time that one further block takes
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
 * Returns true if the run has time for another pass of planned blocks. A pass is measured whole or not at all. The
 * first `MINIMUM_BLOCKS` passes are measured however long they take.
 */
export function hasTimeFor(
  { pass, blocks }: { readonly pass: number; readonly blocks: number },
  withinSeconds: number | null,
  elapsedSeconds: number,
  eachSeconds: number,
): boolean {
  if (pass <= MINIMUM_BLOCKS || withinSeconds === null) return true;
  return elapsedSeconds + blocks * eachSeconds <= withinSeconds;
}

/** Returns the seconds that a further block takes if it is like these; 0 if there are none. */
export function secondsEach(measured: readonly BlockRecord[]): number {
  if (measured.length === 0) return 0;
  return measured.reduce((sum, { seconds }) => sum + seconds.total, 0) / measured.length;
}
