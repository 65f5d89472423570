import {
  budgetWords,
  isTooLittle,
  LEAST_ROUNDS,
  MIX,
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
  const own = limited.filter((one) => one.outcome === outcome);
  const why = outcome === "undecided" ? ` ${whyUndecided(own)}.` : "";
  const word = `${outcome.toUpperCase()}:${why}`;
  const [first, ...others] = limited;
  if (first === undefined) return `${word} no limit was checked`;
  if (others.length === 0) return `${word} ${first.sentence} (limit ${first.limit})`;
  const limits = new Set(limited.map(({ limit }) => limit));
  const limit = limits.size === 1 ? `the limit of ${first.limit}` : "their limits";
  const perComparison = new Set(limited.map(({ one }) => one)).size === limited.length;
  const [things, beyond, none] = perComparison
    ? ["comparisons", `over ${limit}`, `all ${limited.length} comparisons are within ${limit}`]
    : ["limits", "exceeded", `none of ${limited.length} limits is exceeded`];
  const some = `${own.length} of ${limited.length} ${things} ${own.length === 1 ? "is" : "are"}`;
  return {
    failed: `${word} ${some} ${beyond}`,
    undecided: `${word} ${some} undecided, and none is ${beyond}`,
    passed: `${word} ${none}`,
  }[outcome];
}

export function worstOf(limited: readonly Limited[]): Limited["outcome"] {
  const has = (of: Limited["outcome"]) => limited.some(({ outcome }) => outcome === of);
  return has("failed") ? "failed" : has("undecided") ? "undecided" : "passed";
}

/** The rounds of the budget that a comparison with too few of them is offered. */
const OFFERED_ROUNDS = 8;

/** Nobody waits longer than this for a verdict, so no longer budget is offered. */
const LONGEST_OFFERED_SECONDS = 3 * 3600;
const SOONER = "A quieter machine would settle it sooner.";

/**
 * Returns how many more rounds would probably settle what is undecided, and one budget for all of it. Returns nothing about
 * rounds if all is decided, if a gate has failed whatever the rest is, or if a warning says what to do.
 * @param together the number of comparisons that share a budget
 */
export function nextSentences(comparisons: readonly Comparison[], together: number): string[] {
  const limited = comparisons.flatMap(limitedOf);
  if (worstOf(limited) === "failed") {
    const isOpen = limited.some(({ outcome }) => outcome === "undecided");
    const isMix = comparisons.some(({ scenario }) => scenario === MIX);
    const mixed = "A mix stops at its first failure, so its other requests can be undecided.";
    return isMix && isOpen ? [mixed] : [];
  }
  const wanted = comparisons.flatMap((one) => {
    const more = moreRounds(one);
    if (more === undefined) return [];
    const { n, roundSeconds, preparedSeconds = 0 } = one;
    return [{ more, n, seconds: (n + (more ?? 0)) * roundSeconds * together + preparedSeconds }];
  });
  const [most] = wanted.toSorted((a, b) => b.seconds - a.seconds);
  if (most === undefined) return [];
  if (wanted.some(({ more }) => more === null)) {
    return [`It would probably take more than 10,000 rounds to settle it. ${SOONER}`];
  }
  const budget = budgetWords(most.seconds);
  if (wanted.some(({ n }) => n < LEAST_ROUNDS)) {
    return [`--budget ${budget} is enough for ${OFFERED_ROUNDS} rounds.`];
  }
  const words = `About ${most.more} more round${most.more === 1 ? "" : "s"}`;
  if (most.seconds > LONGEST_OFFERED_SECONDS) {
    return [`${words} (${budget}) would probably settle it. ${SOONER}`];
  }
  return [`${words} would probably settle it: --budget ${budget}.`];
}

/** Returns the further rounds for an undecided comparison; null for too many, undefined if rounds do not decide it. */
function moreRounds(comparison: Comparison): number | null | undefined {
  const { n, gate, verdict } = comparison;
  const limited = limitedOf(comparison);
  const open =
    limited.length > 0 || gate !== null
      ? limited.filter(({ outcome }) => outcome === "undecided")
      : [comparison].filter(() => verdict === "undecided");
  if (open.length === 0 || isCold(comparison)) return undefined;
  if (n < LEAST_ROUNDS) return OFFERED_ROUNDS - n;
  const rounds = open.map((one) => one.moreRounds);
  return rounds.includes(null) ? null : Math.max(...rounds.map(Number));
}

function isCold({ warnings }: Comparison): boolean {
  return warnings.some(({ code }) => code === "cold");
}

function whyUndecided(open: readonly Limited[]): string {
  if (open.some(({ one }) => isCold(one))) return "a server was not warm";
  const enough = open.some(({ one, moreRounds: more }) => more === null || more > one.n);
  return enough && open.every(({ one }) => one.n >= LEAST_ROUNDS) ? "too noisy" : "too few rounds";
}
