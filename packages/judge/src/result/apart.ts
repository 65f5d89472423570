import { duetName, type RoundRecord } from "@deadheat/journal";
import type { Result } from "../documents/result.ts";
import { varianceOf } from "../instances.ts";
import { logRatios } from "../rounds.ts";

/**
 * Returns the duets for which another machine says more than further rounds on the same ones, each with the instances that
 * have measured it: the variance between machines is a larger part of its estimate than that of its rounds. None if the
 * variance between machines is unknown.
 */
export function apartIn({
  cells,
  between,
}: Pick<Result, "cells" | "between">): Map<string, readonly string[]> {
  const known = varianceOf(between);
  if (known === null) return new Map();
  return new Map(
    cells.flatMap((cell): [string, string[]][] => {
      const rounds = cell.efficiency?.toFloor.rounds ?? [];
      const byMachine = Map.groupBy(rounds, ({ instance }) => instance ?? "");
      const within = varianceWithin([...byMachine.values()]);
      const [round] = rounds;
      if (!round || within === null) return [];
      const isApart = known.variance / byMachine.size > within / rounds.length;
      return isApart ? [[duetName(round), [...byMachine.keys()].filter(Boolean)]] : [];
    }),
  );
}

/** Returns the variance of a round on its machine; null if no machine has two rounds. */
function varianceWithin(machines: readonly (readonly RoundRecord[])[]): number | null {
  let [squares, df] = [0, 0];
  for (const own of machines) {
    const logs = logRatios(own);
    const mean = logs.reduce((sum, one) => sum + one, 0) / logs.length;
    for (const one of logs) squares += (one - mean) ** 2;
    df += logs.length - 1;
  }
  return df > 0 ? squares / df : null;
}
