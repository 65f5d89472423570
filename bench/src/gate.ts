import { confidenceAt, estimate, interval, LOOKS } from "@deadheat/stats";

/** `fail`: the second target is slower by more than the limit; `pass`: that was not shown. */
export type GateDecision = "continue" | "fail" | "pass";

/**
 * The ratio, efficiency of the first over that of the second, at which the second is slower by exactly
 * `limit`: 1 / 0.95 for 5 %.
 */
export function ratioAtLimit(limit: number): number {
  return 1 / (1 - limit);
}

/** How much slower the second is at a ratio, as a share: 0.05 at 1 / 0.95; below 0 where it is faster. */
export function slowdownAt(ratio: number): number {
  return 1 - 1 / ratio;
}

/** The look after at most so many blocks; undefined where not even the first fits. */
export function lastLookWithin(blocks: number): number | undefined {
  return LOOKS.findLast((look) => look.n <= blocks)?.n;
}

/** The first look after more than so many blocks. */
export function nextLookAfter(blocks: number): number | undefined {
  return LOOKS.find((look) => look.n > blocks)?.n;
}

/**
 * What a gate does after these blocks; the first answer other than `continue` is final. It looks where
 * the group-sequential rule may (stats, sequential.ts), at that look's interval: wholly beyond the
 * limit is a fail, wholly on this side of it a pass, and so is the last look without a fail.
 * A second target that is slower by just the limit, or by less, fails with a chance of at most
 * 2.5 %: the looks' levels add up to 5 %, and a fail takes one of their two sides.
 *
 * @param logRatios ln(efficiency of the first / that of the second) of all blocks so far
 * @param limit as a share, 0.05 for 5 %
 * @param last the look at which a gate that is still undecided passes
 */
export function decideGate(
  logRatios: readonly number[],
  limit: number,
  last: number,
): GateDecision {
  const n = logRatios.length;
  if (!LOOKS.some((look) => look.n === n)) return "continue";
  const { lo, hi } = interval(estimate(logRatios), confidenceAt(n));
  if (lo > ratioAtLimit(limit)) return "fail";
  return hi <= ratioAtLimit(limit) || n >= last ? "pass" : "continue";
}

/**
 * A p value of the look at n blocks, made to hold at all looks together (weighted Bonferroni): it is
 * below 0.05 exactly where the one given is below the look's own level.
 */
export function acrossLooks(p: number, n: number): number {
  return Math.min(1, (p * 0.05) / (1 - confidenceAt(n)));
}
