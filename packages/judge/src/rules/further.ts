import { roundsForHalfWidth, twoKinds } from "@deadheat/stats";
import { logRatios } from "../rounds.ts";
import { duetName, type Duet, type RoundRecord, type Precision } from "@deadheat/journal";

/** The half-width of an interval above which a cell gets a warning. */
export const PROMISED_HALF_WIDTH = 0.04;

/** The fewest rounds of a usable interval. With two, t(0.975, 1) is 12.7. */
export const MINIMUM_ROUNDS = 3;

const MOST = Number.MAX_VALUE;

/**
 * Shares spare rounds among the duets whose planned rounds spread too far for the promised interval: Stein's
 * two-stage rule (stats, two-stage.ts). Duets whose rounds show two kinds of processes come first: few rounds say little
 * about the shares of the kinds. Then come those that lack least, so that the spare rounds narrow as many intervals as
 * possible. The last duet gets the rest, which is less than it needs. Bridges and the A/A row have more rounds from the
 * start. Pure.
 *
 * The spread of the planned rounds decides, as far as they are measured. It says nothing about their mean. So the rule
 * may be applied again after each pass, and the estimate holds: it uses the spread of all planned rounds.
 *
 * @param rounds the good rounds of these duets, the further ones so far too; others are ignored
 * @param duets each with the number of its planned rounds
 * @param spare the number of further rounds still to come
 * @param urgency the duets that come before all others, by name, the smallest number first (`closestToVerdict`)
 * @returns the number of further rounds still to come by the duet's name, without duets that get none
 */
export function shareSpare(
  duets: readonly Duet[],
  rounds: readonly RoundRecord[],
  { halfWidth, spare }: NonNullable<Precision>,
  urgency: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const byDuet = Map.groupBy(rounds, duetName);
  const isFurther = ({ stage }: RoundRecord) => stage === 2;
  const lacking = duets
    .filter(({ role }) => role === "cell")
    .flatMap((duet) => {
      const name = duetName(duet);
      const own = byDuet.get(name) ?? [];
      const first = logRatios(own.filter((round) => !isFurther(round)));
      if (first.length < 2) return [];
      const all = roundsForHalfWidth(first, Math.log(1 + halfWidth), duet.rounds);
      const lacks = all - duet.rounds - own.filter(isFurther).length;
      return lacks > 0 ? [{ name, lacks, inKinds: Number(twoKinds(first) !== null) }] : [];
    })
    .toSorted(
      (a, b) =>
        (urgency.get(a.name) ?? MOST) - (urgency.get(b.name) ?? MOST) ||
        b.inKinds - a.inKinds ||
        a.lacks - b.lacks,
    );
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
 * Returns the number of further rounds that fit into the run for all duets together. Time is a property of the
 * machine and says nothing about a ratio.
 *
 * @param elapsedSeconds the time that the planned rounds took
 * @param eachSeconds the time that one further round takes
 */
export function spareRounds(
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
 * Returns true if the run has time for another pass of planned rounds. A pass is measured whole or not at all. The
 * first `MINIMUM_ROUNDS` passes are measured however long they take.
 */
export function hasTimeFor(
  { pass, rounds }: { readonly pass: number; readonly rounds: number },
  withinSeconds: number | null,
  elapsedSeconds: number,
  eachSeconds: number,
): boolean {
  if (pass <= MINIMUM_ROUNDS || withinSeconds === null) return true;
  return elapsedSeconds + rounds * eachSeconds <= withinSeconds;
}

/** Returns the seconds that a further round takes if it is like these; 0 if there are none. */
export function secondsEach(measured: readonly RoundRecord[]): number {
  if (measured.length === 0) return 0;
  return measured.reduce((sum, { seconds }) => sum + seconds.total, 0) / measured.length;
}
