import { measuredOn, type LogEstimate } from "@deadheat/stats";
import type { RoundRecord, Warning } from "@deadheat/journal";
import { cellEstimate } from "./cell/estimate.ts";
import { priorIn, type Result } from "./documents/result.ts";
import { varianceOf } from "./instances.ts";
import { bridgeEstimate } from "./result/bridges.ts";

/**
 * Returns the function that estimates a cell of either run. Its estimates carry the variance between instances, as
 * known to the run with more degrees of freedom.
 */
export function estimatorOf(a: Result, b: Result) {
  const [between = null] = [a, b]
    .flatMap((result) => varianceOf(result.between) ?? [])
    .toSorted((x, y) => y.df - x.df);
  const builds = kernelsOf([a, b]).length > 1;
  return (result: Result, rounds: readonly RoundRecord[]): LogEstimate => {
    const { instances, machine } = result;
    const [round] = rounds;
    const prior = priorIn(result, round?.scenario ?? "");
    const own =
      round?.role === "bridge"
        ? bridgeEstimate({ rounds }, between, prior)
        : cellEstimate(rounds, between, prior);
    const [first, second] = instances;
    if (!first || second) return own;
    // If one instance measured a whole run, its rounds carry no instance: take that of the run. One label that was given
    // to two machines is told apart by the kernel.
    const shared = builds && first.instance.startsWith("override:");
    const instance = shared ? `${first.instance} ${machine.kernel}` : first.instance;
    return measuredOn(instance, between, own);
  };
}

/** The builds of the kernel that these results were measured under. */
export function kernelsOf(results: readonly Pick<Result, "machine" | "instances">[]): string[] {
  const all = results.flatMap(({ machine, instances }) => [
    ...instances.flatMap(({ kernel }) => kernel ?? []),
    ...(instances.some(({ kernel }) => kernel !== undefined) ? [] : [machine.kernel]),
  ]);
  return [...new Set(all)];
}

/** Says that two runs are compared as those of two machines, though nothing but the kernel's build tells these apart. */
export function kernelWarning(before: Result, after: Result): Warning[] {
  const kernels = kernelsOf([before, after]);
  if (kernels.length < 2) return [];
  const [was, is] = [kernelsOf([before]), kernelsOf([after])];
  const known = [before, after].some(({ between }) => between?.tau != null);
  return [{ code: "kernels-differ", facts: { before: was, after: is, known } }];
}

/** The reason that results measured on different instances stay undecided. */
export const DIFFERENT_INSTANCES = "measured on different instances of this class of machine";

/** @param count the number of cells that are undecided because their instances differ */
export function unknownWarning(count: number): Warning[] {
  return count === 0 ? [] : [{ code: "instances-apart", facts: { results: count } }];
}
