import { pauleMandel, pooledOverInstances, type Between, type LogEstimate } from "@deadheat/stats";
import { isCold, type BlockRecord } from "@deadheat/journal";
import { cellEstimate } from "../cell/estimate.ts";
import type { Cell, Result } from "../documents/result.ts";
import { groupBy } from "../group-by.ts";

/** The blocks of a cell by the run that measured them, the earliest run first. */
export type ByRun = ReadonlyMap<string, readonly BlockRecord[]>;

/** @param runId the run of blocks that name none */
export function blocksByRun({ efficiency }: Pick<Cell, "efficiency">, runId: string): ByRun {
  return groupBy(efficiency?.toFloor.blocks ?? [], ({ run }) => run ?? runId);
}

/** Returns the estimate of one run's blocks of a cell. */
export function estimateOfRun(blocks: readonly BlockRecord[], squaredGap = 0): LogEstimate {
  // Within its run a block has no other run.
  const own = blocks.map((block) => ({ ...block, run: undefined, instance: undefined }));
  return cellEstimate(own, null, squaredGap);
}

/**
 * Returns how much runs differ, from the versions that several of them measured against the same reference. null if no
 * version was measured by two runs.
 */
export function betweenRuns(cells: readonly Cell[], runId: string): Between | null {
  return pauleMandel(
    cells.map((cell) =>
      [...blocksByRun(cell, runId).values()]
        .filter((blocks) => blocks.length > 1 && !blocks.some(isCold))
        .map((blocks) => estimateOfRun(blocks)),
    ),
  );
}

/**
 * Returns the estimate as one run of many: with the variance between runs, and at most the degrees of freedom of that
 * variance.
 */
export function asOneOfMany(est: LogEstimate, { variance, df }: Between): LogEstimate {
  return {
    ...est,
    variance: est.variance + variance,
    df: Math.min(est.df, df),
    runs: Math.min(est.runs ?? Infinity, df + 1),
  };
}

/** Returns the estimate of a version from all runs that measured it, which holds for another run too. */
export function pooledEstimate(byRun: ByRun, between: Between): LogEstimate {
  const runs = [...byRun.values()].map((blocks) => estimateOfRun(blocks));
  const [only, ...others] = runs as [LogEstimate, ...LogEstimate[]];
  return others.length === 0 ? asOneOfMany(only, between) : pooledOverInstances(runs, between);
}

/** Returns the runs of a result's blocks. */
export function runsIn({ cells, run }: Pick<Result, "cells" | "run">): Set<string> {
  return new Set(cells.flatMap((cell) => [...blocksByRun(cell, run.id).keys()]));
}
