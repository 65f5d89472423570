import { costColumns, costRows, type CostRow } from "../content/cost.ts";
import { formatCount, formatPercent } from "../format.ts";
import type { Cell } from "./data/page-data.ts";
import { h, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { namedRow, scrolled, table } from "./parts/table.ts";

/** Returns the cost of a request at each rate, for cells of a scenario, or null if it was not measured. */
export function fixedRates(cells: readonly Cell[]): Element | null {
  const most = Math.max(0, ...cells.map(({ cost }) => cost?.rates.length ?? 0));
  if (most === 0) return null;
  const [, , ...columns] = costColumns;
  const head = ["target", ...columns.map(([{ name }]) => name)];
  const tables = Array.from({ length: most }, (_, place) => {
    const rows = costRows(cells, place);
    const lines = rows.map((row) =>
      namedRow(
        targetName(row.cell),
        columns.map(([, of]) => of(row)),
      ),
    );
    return [h("h3", {}, titleOf(rows)), scrolled(titleOf(rows), table(head, lines))];
  });
  return h(
    "section",
    { class: "rates" },
    h("h2", {}, "The cost of a request far from saturation"),
    h(
      "p",
      { class: "hint" },
      "Two servers on the same CPU get requests at the same rate at the same moment. Ratios are of answers per second of the " +
        "server's own CPU; higher is better. The cost of a request includes a share of the idle cost, which is the CPU time per " +
        "second without requests.",
    ),
    tables,
  );
}

function titleOf(rows: readonly CostRow[]): string {
  const fraction = rows[0]?.step.fraction ?? null;
  if (fraction !== null)
    return `${formatPercent(fraction)} of what the runtime's floor answers alone`;
  const rate = rows.find(({ step }) => step.rate !== null)?.step.rate ?? null;
  return `${rate === null ? "?" : formatCount(rate)} requests/s`;
}
