import { moreTime, shareBeside, type LogEstimate, type Share } from "@deadheat/stats";

/** The two pairs of a proof: the new server against the copy, and the copy against the base. */
export type Turn = "back" | "rest";

/** The fewest rounds of either pair, and the half-width of the share at which there are enough. */
export const FEWEST = 3;
const HALF_WIDTH = 0.08;
/** A proof is enough if most of the difference is gone for certain. */
const CLEAR = 2 / 3;
/** A share below this, which may be none, is no proof, however sharp it is. */
const FUTILE = 1 / 2;

/**
 * Returns the pair that gets the next round: the one that has too few, else the one that makes the share less certain. null if
 * the share is known well enough. Its intervals hold although the difference changes meanwhile
 * (test/together/proof-rule.test.ts).
 * @param back the log ratio of the new server over the copy, so far; null for no rounds
 * @param rest that of the copy over the base
 * @param open the pairs that may get another round
 */
export function nextTurn(
  back: LogEstimate | null,
  rest: LogEstimate | null,
  open: readonly Turn[],
): Turn | null {
  if (back === null || rest === null || Math.min(back.n, rest.n) < FEWEST) {
    return (back?.n ?? 0) <= (rest?.n ?? 0) ? "back" : "rest";
  }
  const { share, lo, hi } = shareGone(back, rest);
  if (lo !== null && hi !== null) {
    if ((hi - lo) / 2 < HALF_WIDTH || lo > CLEAR || (lo <= 0 && hi < FUTILE)) return null;
  }
  const { gone, remaining } = timesOf(back, rest);
  const isBackWorse = (1 - share) ** 2 * gone.variance > share ** 2 * remaining.variance;
  const worse = isBackWorse ? "back" : "rest";
  return open.includes(worse) ? worse : (open[0] ?? null);
}

/** Returns the share of the difference that is gone in the copy. */
export function shareGone(back: LogEstimate, rest: LogEstimate): Share {
  const { gone, remaining } = timesOf(back, rest);
  return shareBeside(gone, remaining);
}

/** Returns the time that is gone and the time that remains, in units of the new server's. */
function timesOf(back: LogEstimate, rest: LogEstimate) {
  return { gone: moreTime(back), remaining: moreTime(rest, -back.mean) };
}
