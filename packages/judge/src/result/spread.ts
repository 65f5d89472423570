import { difference, simultaneousInterval, type Between } from "@deadheat/stats";
import { cellEstimate } from "../blocks.ts";
import { isFloor, runtimes, storeOf } from "@deadheat/journal";
import type { Cell, FrameworkSpread, Result } from "../documents/result.ts";
import { groupBy } from "../group-by.ts";
import { varianceOf } from "../instances.ts";

/**
 * "Does the framework matter?": how far the fastest and the slowest framework of a runtime lie apart, for
 * each scenario with at least two. Both were measured against the same floor, which is none of them.
 * They are picked because they are the ends: noise alone makes the ratio larger, never smaller. So its
 * interval is one of those that hold for all pairs together.
 */
export function frameworkSpreads(
  cells: readonly Cell[],
  between: Between | null,
): FrameworkSpread[] {
  const scenarios = [...groupBy(cells, (cell) => cell.scenario)];
  return runtimes.flatMap((runtime) =>
    scenarios.flatMap(([scenario, own]) => {
      const measured = own
        .filter((cell) => cell.runtime === runtime)
        .filter((cell) => cell.efficiency !== null && !isFloor(cell.target))
        .toSorted((a, b) => toFloor(b) - toFloor(a));
      const [fastest, slowest] = [measured[0], measured.at(-1)];
      if (!fastest || !slowest || fastest === slowest) return [];
      const apart = difference(estimateOf(fastest, between), estimateOf(slowest, between));
      // The two were measured on different instances, and nothing says by how much these differ.
      if (apart.variance === Infinity) return [];
      const pairs = (measured.length * (measured.length - 1)) / 2;
      const { ratio, lo, hi } = simultaneousInterval(apart, pairs);
      const ends = { fastest: fastest.target, slowest: slowest.target };
      return [{ runtime, scenario, frameworks: measured.length, ...ends, ratio, lo, hi }];
    }),
  );
}

/** Those of a runtime that has one with a store: alone, a spread compares nothing. */
export function spreadsWithStores({
  spreads,
  cells,
  services,
  between,
}: Result): FrameworkSpread[] {
  const all = spreads ?? frameworkSpreads(cells, varianceOf(between));
  const withStores = new Set(
    all
      .filter(({ scenario }) => storeOf(scenario, services) !== null)
      .map(({ runtime }) => runtime),
  );
  return all.filter(({ runtime }) => withStores.has(runtime));
}

function toFloor(cell: Cell): number {
  return cell.efficiency?.toFloor.ratio ?? 0;
}

function estimateOf(cell: Cell, between: Between | null) {
  return cellEstimate(cell.efficiency?.toFloor.blocks ?? [], between);
}
