import { twoKinds } from "@deadheat/stats";
import type { Warning } from "@deadheat/journal";
import { logRatios, type Sample } from "../rounds.ts";
import type { Kind } from "../documents/kinds.ts";

/**
 * Returns the two kinds of processes that the rounds of a duet show, the slower one first; null if they show one. Some
 * servers start as one of two kinds and stay it for life (docs/method.md, "Two modes"). Several runs or
 * instances differ for other reasons, so they show none.
 */
export function kindsOf(rounds: readonly Sample[]): Kind[] | null {
  const ratios = logRatios(rounds);
  if (!isOneUnit(rounds) || ratios.length === 0) return null;
  const kinds = twoKinds(ratios);
  return (
    kinds && kinds.map(({ mean, n }) => ({ ratio: Math.exp(mean), n, share: n / ratios.length }))
  );
}

/** Returns the optional field of documents. */
export function kindsField(rounds: readonly Sample[]): { kinds?: Kind[] } {
  const kinds = kindsOf(rounds);
  return kinds ? { kinds } : {};
}

export function kindsWarning(rounds: readonly Sample[]): Warning[] {
  const kinds = kindsOf(rounds);
  if (kinds === null) return [];
  const levels = kinds.map(({ ratio, n }) => ({ ratio, rounds: n }));
  return [{ code: "kinds", facts: { kinds: levels, rounds: rounds.length } }];
}

/** Returns whether one instance measured the rounds in one run. */
function isOneUnit(rounds: readonly Sample[]): boolean {
  return new Set(rounds.map(({ run, instance }) => `${run} ${instance}`)).size === 1;
}
