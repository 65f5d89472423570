import { difference, simultaneousInterval, type Between } from "@deadheat/stats";
import { cellEstimate } from "../cell/estimate.ts";
import { isFloor, runtimes, storeOf } from "@deadheat/journal";
import type { Cell, FrameworkSpread, Result } from "../documents/result.ts";
import { varianceOf } from "../instances.ts";

/**
 * Returns, per runtime and scenario, how far the fastest and the slowest framework lie apart. Both were measured
 * against the same floor, which is neither of them. They are chosen because they are the extremes, so noise alone
 * makes the ratio larger. Its interval is therefore simultaneous over all pairs.
 */
export function frameworkSpreads(
  cells: readonly Cell[],
  between: Between | null,
  squaredGaps: ReadonlyMap<string, number>,
): FrameworkSpread[] {
  const scenarios = [...Map.groupBy(cells, (cell) => cell.scenario)];
  return runtimes.flatMap((runtime) =>
    scenarios.flatMap(([scenario, own]) => {
      const measured = own
        .filter((cell) => cell.runtime === runtime)
        .filter((cell) => cell.efficiency !== null && !isFloor(cell.target))
        .toSorted((a, b) => toFloor(b) - toFloor(a));
      const [fastest, slowest] = [measured[0], measured.at(-1)];
      if (!fastest || !slowest || fastest === slowest) return [];
      const estimateOf = ({ efficiency }: Cell) =>
        cellEstimate(efficiency?.toFloor.rounds ?? [], between, squaredGaps.get(scenario));
      const apart = difference(estimateOf(fastest), estimateOf(slowest));
      // The two were measured on different instances, which differ by an unknown amount.
      if (apart.variance === Infinity) return [];
      const pairs = (measured.length * (measured.length - 1)) / 2;
      const { ratio, lo, hi } = simultaneousInterval(apart, pairs);
      const ends = { fastest: fastest.target, slowest: slowest.target };
      return [{ runtime, scenario, frameworks: measured.length, ...ends, ratio, lo, hi }];
    }),
  );
}

/** Returns the spreads of runtimes that have one with a store. Others have nothing to compare with. */
export function spreadsWithStores({
  spreads,
  cells,
  services,
  between,
}: Result): FrameworkSpread[] {
  const all = spreads ?? frameworkSpreads(cells, varianceOf(between), new Map());
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
