import { duetName } from "@deadheat/journal";
import type { Result } from "../documents/result.ts";
import { varianceOf } from "../instances.ts";
import type { Ranking } from "../rank.ts";
import { rankScenario } from "./result.ts";

/**
 * Returns how close the targets of a ranking are to a verdict: the smallest p value of each target's undecided pairs. Targets
 * without such a pair are left out. The sign of a difference has no part in it, so it does not matter who is ahead.
 *
 * How many rounds a target gets still depends on the spread alone (`shareSpare`); this decides the order in which they come. In
 * simulations, 2 to 3.3 % of the runs then have a false direction (test/closest-simulation.test.ts).
 */
export function closestIn({ compared }: Pick<Ranking, "compared">): Map<string, number> {
  const found = new Map<string, number>();
  for (const { targets, verdict, p } of compared) {
    if (verdict !== "undecided") continue;
    for (const name of targets) found.set(name, Math.min(p, found.get(name) ?? 1));
  }
  return found;
}

/** Returns how close the duets of a result are to a verdict (`closestIn`), by name. */
export function closestToVerdict(
  result: Pick<Result, "cells" | "bridges" | "between" | "differences" | "margin">,
): Map<string, number> {
  const between = varianceOf(result.between);
  return new Map(
    result.differences.flatMap(({ scenario, prior }) => {
      const cells = result.cells.filter((cell) => cell.scenario === scenario);
      const ranking = rankScenario(cells, result.bridges, scenario, result, between, prior);
      const closest = closestIn(ranking);
      return cells.flatMap((cell): [string, number][] => {
        const [round] = cell.efficiency?.toFloor.rounds ?? [];
        const p = closest.get(cell.target);
        return round && p !== undefined ? [[duetName(round), p]] : [];
      });
    }),
  );
}
