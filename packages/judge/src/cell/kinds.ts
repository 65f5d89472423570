import { squaredGapOf, twoKinds } from "@deadheat/stats";
import type { Warning } from "@deadheat/journal";
import { logRatios, type Sample } from "../blocks.ts";
import type { Kind } from "../documents/kinds.ts";

/**
 * Returns the two kinds of processes that the blocks of a duet show, the slower one first; null if they show one. Some
 * servers start as one of two kinds and stay it for life (docs/method.md, "Kinds of processes"). Several runs or
 * instances differ for other reasons, so they show none.
 */
export function kindsOf(blocks: readonly Sample[]): Kind[] | null {
  const ratios = logRatios(blocks);
  if (!isOneUnit(blocks) || ratios.length === 0) return null;
  const kinds = twoKinds(ratios);
  return (
    kinds && kinds.map(({ mean, n }) => ({ ratio: Math.exp(mean), n, share: n / ratios.length }))
  );
}

/** Returns the optional field of documents. */
export function kindsField(blocks: readonly Sample[]): { kinds?: Kind[] } {
  const kinds = kindsOf(blocks);
  return kinds ? { kinds } : {};
}

/** Returns a warning with both levels and their shares, if there are two. */
export function kindsWarning(blocks: readonly Sample[]): Warning[] {
  const kinds = kindsOf(blocks);
  if (kinds === null) return [];
  const levels = kinds.map(({ ratio, n }) => `${n} at ${ratio.toFixed(3)}`).join(", ");
  const message =
    `two kinds of processes: of ${blocks.length} blocks ${levels}. The ratio is the mean of both, and no single process ` +
    "has it";
  return [{ code: "kinds", message }];
}

/** Returns the mean square gap between the kinds of a scenario's targets (stats, `squaredGapOf`). @param blocks those of each target, without references */
export function squaredGapIn(blocks: readonly (readonly Sample[])[]): number {
  return squaredGapOf(blocks.filter((own) => own.length > 0 && isOneUnit(own)).map(logRatios));
}

function isOneUnit(blocks: readonly Sample[]): boolean {
  return new Set(blocks.map(({ run, instance }) => `${run} ${instance}`)).size === 1;
}
