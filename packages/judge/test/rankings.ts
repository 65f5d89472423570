import { estimate, exact, type LogEstimate } from "@deadheat/stats";
import type { Runtime } from "@deadheat/journal";
import { rank, type Ranking } from "../src/rank.ts";

/** Returns the estimate from six rounds whose logarithms spread by `sd` around a ratio. */
export function known(ratio: number, sd = 0.005): LogEstimate {
  return estimate([1, -1, 1, -1, 1, -1].map((sign) => Math.log(ratio) + sign * sd));
}

/** Ranks cells by their targets, such as `a/node`. */
export function rankOf(
  cells: Readonly<Record<string, LogEstimate>>,
  bridges: readonly (readonly [Runtime, LogEstimate])[] = [["node", exact()]],
): Ranking {
  const ranked = Object.entries(cells).map(([target, toFloor]) => {
    return { target, runtime: target.split("/")[1] as Runtime, toFloor };
  });
  return rank(ranked, new Map(bridges), 0.05);
}
