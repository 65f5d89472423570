import { inOnePlace, measuredOn, type Between, type LogEstimate } from "@deadheat/stats";
import type { BlockRecord, Warning } from "@deadheat/journal";
import { cellEstimate } from "./blocks.ts";
import type { Result } from "./documents/result.ts";
import { varianceOf } from "./instances.ts";

/**
 * How to estimate a cell of one of two runs, so that the two can be compared: what different instances measured carries
 * the variance between them, as the run knows it that knows more. Where one of them does not say which
 * machine it was, nothing is carried, as nothing could be before that was told.
 */
export function estimatorOf(a: Result, b: Result) {
  const [known] = [a, b]
    .flatMap(({ between }) => varianceOf(between) ?? [])
    .toSorted((x, y) => y.df - x.df);
  const told = a.instances !== undefined && b.instances !== undefined;
  return (result: Result, blocks: readonly BlockRecord[]): LogEstimate => {
    const own = cellEstimate(blocks, known ?? null);
    return told ? placed(result, own, known ?? null) : inOnePlace(own);
  };
}

/** Where one instance measured a whole run, its blocks do not say so. */
function placed(
  { instances = [] }: Result,
  own: LogEstimate,
  between: Between | null,
): LogEstimate {
  const [first, second] = instances;
  return first && !second ? measuredOn(first.instance, between, own) : own;
}

/** Why no pair could be decided. */
export const DIFFERENT_INSTANCES = "measured on different instances of this class of machine";

/** @param count of the cells of which nothing can be said for that */
export function unknownWarning(count: number): Warning[] {
  if (count === 0) return [];
  const message =
    `${count === 1 ? "1 cell was" : `${count} cells were`} ${DIFFERENT_INSTANCES} (another machine, or another boot of ` +
    "it), and neither run says by how much these differ: compare on one, or merge runs of three";
  return [{ code: "instances-unknown", message }];
}
