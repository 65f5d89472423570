import { formatInterval, formatRatio } from "../../format.ts";
import {
  cellsOf,
  runtimes,
  type Cell,
  type PageData,
  type Runtime,
} from "../../view/data/page-data.ts";
import { runtimeName } from "../../view/parts/marks.ts";
import { relativeToFloor } from "../../view/data/ratios.ts";
import type { Figure } from "./kit.ts";
import { linesFigure, MOST_LINES, type Line } from "./lines.ts";

/** Returns, for each runtime, a chart of the frameworks' cost as the handler's own work grows. */
export function storeFigures(data: PageData, shown: (cell: Cell) => boolean): Figure[] {
  return runtimes.flatMap((runtime) => figureFor(runtime, data, shown) ?? []);
}

function figureFor(
  runtime: Runtime,
  data: PageData,
  shown: (cell: Cell) => boolean,
): Figure | null {
  // By the floor's own work, the lightest scenario first.
  const scenarios = data.scenarios
    .flatMap(({ name, store }) => {
      const floor = cellsOf(data, name).find((cell) => cell.target === data.floors[runtime]);
      const speed = floor?.requestsPerCpuSecond;
      return speed ? [{ name, store, cost: 1 / speed }] : [];
    })
    .toSorted((a, b) => a.cost - b.cost);
  const names = scenarios.map(({ name }) => name);
  const cells = data.cells.filter(
    (cell) => cell.runtime === runtime && cell.log !== null && cell.log.n > 0 && shown(cell),
  );
  const byTarget = [...Map.groupBy(cells, (cell) => cell.target).values()].filter(
    (own) => own.length > 1,
  );
  const lines = byTarget.slice(0, MOST_LINES).flatMap((own): Line[] => {
    const [cell] = own;
    const points = own
      .flatMap((each) => {
        const ratio = relativeToFloor(each);
        const x = names.indexOf(each.scenario);
        if (!ratio || x < 0) return [];
        const words = `${formatRatio(ratio.ratio)} of its floor ${formatInterval(ratio)}`;
        return [{ x, y: ratio.ratio, tip: `${each.target}, ${each.scenario}: ${words}` }];
      })
      .toSorted((a, b) => a.x - b.x);
    return cell ? [{ cell, points }] : [];
  });
  if (lines.length === 0 || !scenarios.some(({ store }) => store !== null)) return null;
  return linesFigure({
    heading: `The cost of a framework on ${runtimeName[runtime]} as the work grows`,
    note:
      "From left to right the handler itself does more (below its name: the floor's CPU time for one answer). Where the " +
      "lines meet, the choice of framework no longer matters.",
    label: `Lines: efficiency relative to ${data.floors[runtime]} by scenario, from light to heavy`,
    height: 400,
    lines,
    x: {
      type: "category",
      data: scenarios.map(({ name, cost }) => `${name}\n${(1e6 * cost).toFixed(0)} µs`),
      axisLabel: { interval: 0 },
    },
    y: {
      type: "value",
      name: "of its floor",
      // The axis does not begin at 0, since the gap between the lines matters.
      min: (range: { min: number }) => Math.max(0, Math.floor(range.min * 10 - 0.5) / 10),
      max: (range: { max: number }) => Math.max(1.05, Math.ceil(range.max * 20) / 20),
      nameGap: 40,
    },
    table: {
      head: ["target", ...names],
      rows: byTarget.map((own) => [
        own[0]?.target ?? "",
        ...names.map((name) => {
          const found = own.find((cell) => cell.scenario === name);
          const ratio = found ? relativeToFloor(found) : null;
          return ratio ? formatRatio(ratio.ratio) : "";
        }),
      ]),
    },
  });
}
