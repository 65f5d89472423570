import {
  pauleMandel,
  pooledOverInstances,
  type Between,
  type LogEstimate,
  type Prior,
} from "@deadheat/stats";
import { isCold, type RoundRecord } from "@deadheat/journal";
import { cellEstimate } from "../cell/estimate.ts";
import type { Cell, Result } from "../documents/result.ts";

/** The rounds of a cell by the run that measured them, the earliest run first. */
export type ByRun = ReadonlyMap<string, readonly RoundRecord[]>;

/** Returns the prior of a scenario; null if there is none. */
export type PriorFor = (scenario: string) => Prior | null;

/** @param runId the run of rounds that name none */
export function roundsByRun({ efficiency }: Pick<Cell, "efficiency">, runId: string): ByRun {
  return Map.groupBy(efficiency?.toFloor.rounds ?? [], ({ run }) => run ?? runId);
}

/** Returns the estimate of one run's rounds of a cell. */
export function estimateOfRun(rounds: readonly RoundRecord[], prior: Prior | null): LogEstimate {
  // Within its run a round has no other run.
  const own = rounds.map((round) => ({ ...round, run: undefined, instance: undefined }));
  return cellEstimate(own, null, prior);
}

/**
 * Returns how much runs differ, from the versions that several of them measured against the same reference. null if no
 * version was measured by two runs.
 */
export function betweenRuns(
  cells: readonly Cell[],
  runId: string,
  priorFor: PriorFor,
): Between | null {
  return pauleMandel(
    cells.map((cell) =>
      [...roundsByRun(cell, runId).values()]
        .filter((rounds) => rounds.length > 1 && !rounds.some(isCold))
        .map((rounds) => estimateOfRun(rounds, priorFor(cell.scenario))),
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

/** Returns the estimate of a version from all runs that measured it. Its interval is also valid for another run. */
export function pooledEstimate(byRun: ByRun, between: Between, prior: Prior | null): LogEstimate {
  const runs = [...byRun.values()].map((rounds) => estimateOfRun(rounds, prior));
  const [only, ...others] = runs as [LogEstimate, ...LogEstimate[]];
  return others.length === 0 ? asOneOfMany(only, between) : pooledOverInstances(runs, between);
}

export function runsIn({ cells, run }: Pick<Result, "cells" | "run">): Set<string> {
  return new Set(cells.flatMap((cell) => [...roundsByRun(cell, run.id).keys()]));
}
