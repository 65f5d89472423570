import type { Judgement } from "../documents/comparison.ts";

/**
 * Whether a server that was compared with itself came out as two: what was measured beside it says nothing. Chance does that in
 * one of twenty checks at most, of however many controls: under a gate they share its levels.
 */
export function isOff({ lo, hi }: Pick<Judgement, "lo" | "hi">): boolean {
  return lo > 1 || hi < 1;
}
