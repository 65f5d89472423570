import {
  budgetWords,
  isTooLittle,
  LEAST_ROUNDS,
  slowdownAt,
  type Comparison,
} from "@deadheat/judge";
import { formatShare, formatTenths } from "../format.ts";
import { namesOf } from "./names.ts";
import { limitedOf, type Limited } from "./outcome.ts";

/** Returns the answer in one line: which server is faster, and by how much. */
export function answerOf(comparison: Comparison): string {
  const { base, new: next } = namesOf(comparison);
  const { ratio, margin, verdict } = comparison;
  if (isTooLittle(comparison)) return `Too little data to compare ${next} with ${base}`;
  const change = formatTenths(Math.abs(slowdownAt(ratio)));
  return {
    faster: `${next} is faster than ${base}: ${change} less CPU per request`,
    slower: `${next} is slower than ${base}: ${change} more CPU per request`,
    same: `${next} and ${base} perform the same: no difference larger than ${formatShare(margin)}`,
    undecided: `Undecided: not enough data to tell whether ${next} and ${base} differ`,
  }[verdict];
}

/** Returns the answer of a gate in one line, over all limits of its comparisons. */
export function gateAnswer(limited: readonly Limited[]): string {
  const outcome = worstOf(limited);
  const word = outcome.toUpperCase();
  const own = limited.filter((one) => one.outcome === outcome);
  const [first, ...others] = limited;
  if (first === undefined) return `${word}: no limit was checked`;
  if (others.length === 0) return `${word}: ${first.sentence} (limit ${first.limit})`;
  const count = `${own.length} of ${limited.length}`;
  const comparisons = new Set(limited.map(({ one }) => one)).size === limited.length;
  const limits = new Set(limited.map(({ limit }) => limit));
  const limit = limits.size === 1 ? `the limit of ${first.limit}` : "their limits";
  if (!comparisons) {
    return {
      failed: `${word}: ${count} limits ${own.length === 1 ? "is" : "are"} exceeded`,
      undecided: `${word}: ${count} limits ${own.length === 1 ? "is" : "are"} undecided, and none is exceeded`,
      passed: `${word}: none of ${limited.length} limits is exceeded`,
    }[outcome];
  }
  return {
    failed: `${word}: ${count} comparisons ${own.length === 1 ? "is" : "are"} over ${limit}`,
    undecided: `${word}: ${count} comparisons ${own.length === 1 ? "is" : "are"} undecided, and none is over ${limit}`,
    passed: `${word}: all ${limited.length} comparisons are within ${limit}`,
  }[outcome];
}

/** Returns the worst outcome of all limits. */
export function worstOf(limited: readonly Limited[]): Limited["outcome"] {
  const has = (of: Limited["outcome"]) => limited.some(({ outcome }) => outcome === of);
  return has("failed") ? "failed" : has("undecided") ? "undecided" : "passed";
}

/**
 * Returns how many more rounds would probably settle an undecided comparison or its limits, and the budget for them.
 * Returns nothing if it is decided, or if a warning says what to do.
 * @param together the number of comparisons that share a budget
 */
export function nextSentences(comparison: Comparison, together: number): string[] {
  const { n, roundSeconds, preparedSeconds = 0, gate, verdict, warnings } = comparison;
  const limited = limitedOf(comparison);
  const open =
    limited.length > 0 || gate !== null
      ? limited.filter(({ outcome }) => outcome === "undecided")
      : [comparison].filter(() => verdict === "undecided");
  const isCold = warnings.some(({ code }) => code === "cold");
  if (open.length === 0 || isCold || n < LEAST_ROUNDS) return [];
  const rounds = open.map(({ moreRounds }) => moreRounds);
  if (rounds.includes(null)) {
    return ["It would probably take more than 10,000 rounds to settle it."];
  }
  const more = Math.max(...rounds.map(Number));
  const budget = budgetWords((n + more) * roundSeconds * together + preparedSeconds);
  const words = `About ${more} more round${more === 1 ? "" : "s"}`;
  return [`${words} would probably settle it: --budget ${budget}.`];
}
