import { groupBy } from "@deadheat/judge/group-by";
import { right, type Filled } from "../content/section.ts";
import { formatInterval, formatRatio } from "../format.ts";
import { runtimes, type Cell, type Interval } from "./data/page-data.ts";
import { relativeToFloor } from "./data/ratios.ts";
import type { Row } from "./data/rows.ts";
import { h, type Element } from "./parts/element.ts";
import { runtimeName } from "./parts/marks.ts";
import { plotTable } from "./parts/plot.ts";

interface Figure {
  readonly cell: Cell;
  readonly ratio: Interval & { readonly within?: Interval };
}

/** Returns the ratios to the baseline, with a row for each framework. */
export function acrossRuntimes(rows: readonly Row[], base: string): Element {
  return byFramework(
    rows,
    "The same framework on three runtimes",
    "The thick part of an interval is the uncertainty of the target's own races. The comparison with another runtime " +
      "adds the thin part. Marks on one line are the same framework in the same version.",
    `relative to ${base}`,
  );
}

/** Returns the ratios to the floor of the same runtime, with a row for each framework. */
export function frameworkCost(rows: readonly Row[]): Element {
  const figures = rows.flatMap(({ cell }) => {
    const ratio = relativeToFloor(cell);
    return ratio && cell.log && cell.log.n > 0 ? [{ cell, ratio }] : [];
  });
  return byFramework(
    figures,
    "The cost of a framework on its runtime",
    "Relative to the thinnest server of the same runtime (1): 0.90 means that the framework takes a tenth of what the " +
      "runtime can do. The speed of the runtime plays no part, and neither does the uncertainty of the bridge.",
    "relative to the runtime's own floor",
  );
}

function byFramework(
  figures: readonly Figure[],
  heading: string,
  note: string,
  axis: string,
): Element {
  const best = (own: readonly Figure[]) => Math.max(...own.map(({ ratio }) => ratio.ratio));
  const rows = [...groupBy(figures, ({ cell }) => cell.framework)]
    .map(([name, own]) => ({ name, own }))
    .toSorted((a, b) => best(b.own) - best(a.own));
  return h(
    "section",
    {},
    h("h2", {}, heading),
    h("p", { class: "hint" }, note),
    plotTable({
      label: heading,
      rows,
      name: ["framework", ({ name }) => h("b", { class: "name" }, name)],
      drawn: [
        {
          name: axis,
          of: ({ own }) =>
            own.map(({ cell: { runtime }, ratio }) => ({ runtime, at: ratio.ratio, ...ratio })),
          format: String,
          one: true,
        },
      ],
      columns: runtimes.map((runtime): Filled<(typeof rows)[number]> => [
        right(runtimeName[runtime]),
        ({ own }) => {
          const ratio = own.find(({ cell }) => cell.runtime === runtime)?.ratio;
          return ratio ? `${formatRatio(ratio.ratio)} ${formatInterval(ratio)}` : "";
        },
      ]),
      kind: "frameworks",
    }),
  );
}
