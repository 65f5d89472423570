import { duetName } from "@deadheat/journal";
import type { Result } from "../documents/result.ts";
import { varianceOf } from "../instances.ts";
import type { Ranking } from "../rank.ts";
import { rankScenario } from "../result/result.ts";

/**
 * A pair is settled at this level, which is far below that of a verdict. Further rounds also go to pairs that have a verdict
 * and are not settled. If only pairs without a verdict were measured again, chance would get a second try, and the share of
 * false verdicts would grow (Haybittle 1971, Peto et al. 1976; test/closest-simulation.test.ts).
 */
const SETTLED = 0.001;

/**
 * Returns how close the targets of a ranking are to a verdict: the smallest p value of each target's pairs that are not
 * settled. Targets without such a pair are left out. The sign of a difference has no part in it.
 */
export function closestIn({ compared }: Pick<Ranking, "compared">): Map<string, number> {
  const found = new Map<string, number>();
  for (const { targets, p } of compared) {
    if (p < SETTLED) continue;
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
