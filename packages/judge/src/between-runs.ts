import { inOnePlace, measuredOn, type Between, type LogEstimate } from "@deadheat/stats";
import type { BlockRecord, Warning } from "@deadheat/journal";
import { cellEstimate } from "./blocks.ts";
import type { Result } from "./documents/result.ts";
import { varianceOf } from "./instances.ts";

/**
 * Returns the function that estimates a cell of either run. Its estimates carry the variance between instances, as
 * known to the run with more degrees of freedom. If a run does not name its instances, they carry none.
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

/** If one instance measured a whole run, its blocks carry no instance: take that of the run. */
function placed(
  { instances = [] }: Result,
  own: LogEstimate,
  between: Between | null,
): LogEstimate {
  const [first, second] = instances;
  return first && !second ? measuredOn(first.instance, between, own) : own;
}

/** The reason that cells measured on different instances stay undecided. */
export const DIFFERENT_INSTANCES = "measured on different instances of this class of machine";

/** @param count the number of cells that are undecided because their instances differ */
export function unknownWarning(count: number): Warning[] {
  if (count === 0) return [];
  const message =
    `${count === 1 ? "1 cell was" : `${count} cells were`} ${DIFFERENT_INSTANCES} (another machine, or another boot of ` +
    "it), and neither run tells how much these differ. Compare on one instance, or merge runs of three";
  return [{ code: "instances-unknown", message }];
}
