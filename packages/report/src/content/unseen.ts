import type { Comparison } from "@deadheat/judge";

/** Returns what no decided comparison can know: a kind of process that its rounds did not show. */
export function unseenSentences(comparison: Comparison): string[] {
  const { unseenShare, kinds, n, verdict, gate } = comparison;
  const open = verdict === "undecided" && gate?.outcome !== "passed";
  if (unseenShare === undefined || kinds !== undefined || open) return [];
  const rarer = `${Math.round(100 * unseenShare)} %`;
  return [`A kind of process rarer than ${rarer} may not have been seen in ${n} rounds.`];
}
