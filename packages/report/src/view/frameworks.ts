import type { Cell } from "@deadheat/judge";
import { isFloor, runtimes } from "@deadheat/journal";
import { right, type Filled } from "../content/section.ts";
import { formatInterval, formatRatio } from "../format.ts";
import { folded, h, hint, type Element } from "./parts/element.ts";
import { runtimeName } from "./parts/marks.ts";
import { plotTable, type Mark } from "./parts/plot.ts";
import { markOf } from "./ranking.ts";

interface FrameworkTable {
  readonly title: string;
  readonly lead: string;
  readonly axis: string;
  readonly markOf: (cell: Cell) => Mark;
}

/** Returns the ratios to node:http, with a row for each framework; null if none was measured on two runtimes. */
export function acrossRuntimes(scenario: string, cells: readonly Cell[]): Element | null {
  const several = [...Map.groupBy(cells, ({ framework }) => framework).values()];
  if (several.every(({ length }) => length < 2)) return null;
  return byFramework(cells, {
    title: `${scenario}: the same framework on each runtime`,
    lead:
      "The thick part of an interval is the uncertainty of the target's own rounds. The comparison with another runtime " +
      "adds the thin part. Marks on one line are the same framework in the same version.",
    axis: "relative to node-http/node",
    markOf,
  });
}

/** Returns the ratios to the floor of the same runtime, with a row for each framework. */
export function frameworkCost(scenario: string, cells: readonly Cell[]): Element | null {
  const measured = cells.filter(({ target }) => !isFloor(target));
  if (measured.length === 0) return null;
  return byFramework(measured, {
    title: `${scenario}: the cost of a framework on its runtime`,
    lead:
      "Relative to the floor of the same runtime (1): 0.90 means that the framework takes a tenth of what the runtime " +
      "can do. The speed of the runtime does not matter here.",
    axis: "relative to the runtime's own floor",
    markOf: ({ runtime, efficiency }) => {
      const { ratio, lo, hi } = efficiency!.toFloor;
      return { runtime, at: ratio, lo, hi };
    },
  });
}

function byFramework(cells: readonly Cell[], { title, lead, axis, markOf: mark }: FrameworkTable) {
  const rows = [...Map.groupBy(cells, ({ framework }) => framework)]
    .map(([name, own]) => ({ name, marks: own.map(mark) }))
    .map((row) => ({ ...row, best: Math.max(...row.marks.map(({ at }) => at)) }))
    .toSorted((a, b) => b.best - a.best);
  const table = plotTable<(typeof rows)[number]>({
    label: title,
    rows,
    kind: "frameworks",
    name: ["framework", ({ name }) => h("b", { class: "name" }, name)],
    drawn: [{ name: axis, of: ({ marks }) => marks, format: String, one: true }],
    columns: runtimes.map((runtime): Filled<(typeof rows)[number]> => [
      right(runtimeName[runtime]),
      ({ marks }) => {
        const own = marks.find((one) => one.runtime === runtime);
        return own ? `${formatRatio(own.at)} ${formatInterval(own)}` : "";
      },
    ]),
  });
  return folded(title, hint(lead), table);
}
