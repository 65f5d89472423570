import { checkFinite } from "./check.ts";
import { estimate } from "./estimate.ts";
import { pValue } from "./interval.ts";

/** A planned look at the blocks so far: after `n` of them, at level `alpha`. */
export interface Look {
  readonly n: number;
  readonly alpha: number;
}

/** `stop` means that the last look has passed without a difference: a dead heat. */
export type Decision = "continue" | "differs" | "stop";

/**
 * The only places where a comparison may stop. The alphas add up to 0.05, so the chance that a tie
 * is ever called a difference is at most 5 % (3.6 % in simulation, for the looks depend on each
 * other); testing at 5 % each time would give 12 %.
 *
 * Source: Jennison and Turnbull, Group Sequential Methods (1999), chapters 7 and 9.
 */
export const LOOKS: readonly Look[] = [
  { n: 8, alpha: 0.008 },
  { n: 12, alpha: 0.012 },
  { n: 16, alpha: 0.014 },
  { n: 24, alpha: 0.016 },
];

/**
 * What to do after these blocks; the first answer other than `continue` is final. Between looks it is
 * always `continue`, whatever the blocks say.
 *
 * @param logRatios of all blocks so far, in the order measured
 * @throws RangeError if there is none, one is not finite, or there are more than the last look's:
 *   the rule has then come to its end, and measuring on would break its promise
 */
export function decideAt(logRatios: readonly number[]): Decision {
  checkFinite(logRatios, "logRatios");
  const n = logRatios.length;
  const last = LOOKS.at(-1)!.n;
  if (n > last) throw new RangeError(`${n} blocks: the stopping rule ends after ${last}`);
  const look = LOOKS.find((candidate) => candidate.n === n);
  if (look === undefined) return "continue";
  if (pValue(estimate(logRatios)) <= look.alpha) return "differs";
  return n === last ? "stop" : "continue";
}

/**
 * The confidence to give `interval` for a comparison that stopped at a look. These repeated intervals
 * hold the true ratio at every look at once with a chance of at least 95 %, and exclude 1 exactly
 * where `decideAt` says `differs`; a plain 95 % interval would promise too much.
 *
 * @param n the number of blocks at a look
 * @throws RangeError if there is no look at n
 */
export function confidenceAt(n: number): number {
  const look = LOOKS.find((candidate) => candidate.n === n);
  if (look === undefined) {
    throw new RangeError(
      `no look at ${n} blocks: the looks are at ${LOOKS.map((each) => each.n).join(", ")}`,
    );
  }
  return 1 - look.alpha;
}
