import type { First } from "@deadheat/judge/known";
import { counted, marginWords } from "../format.ts";

const MOST_NAMES = 8;

/** Returns which target is first in one sentence, without a period. */
export function firstWords({ targets, among, of, candidates }: First): string {
  const more = targets.length - MOST_NAMES;
  const names = targets.slice(0, MOST_NAMES).join(", ") + (more > 0 ? ` and ${more} more` : "");
  if (of === 1) return `${names} is the only ranked target`;
  if (among === 1) return `${names} is the fastest`;
  if (among === of) return "No target is proven faster than any other";
  return targets.length === candidates
    ? `No single winner: any of these ${candidates} of ${of} targets may be the fastest: ${names}`
    : `No single winner: any of ${candidates} of ${of} targets may be the fastest. Proven to be among the first ${among}: ${names}`;
}

/** Returns the counts of a scenario's pairs in words, without a period. */
export function pairWords(
  pairs: number,
  decided: number,
  ties: number,
  undecided: number,
  margin: number,
): string {
  return (
    `${counted(pairs, "pair")}: ${decided} decided, ${counted(ties, "tie")} ` +
    `(within ${marginWords(margin)}), ${undecided} undecided`
  );
}
