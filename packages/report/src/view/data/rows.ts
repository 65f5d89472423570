import { byCertainty } from "@deadheat/judge/known";
import { cellsOf, hasWarning, type Cell, type PageData } from "./page-data.ts";
import { flagsOf } from "./flags.ts";
import { relativeTo, type Relative } from "./ratios.ts";
import type { Column, State } from "./state.ts";

/** One line of the ranking. */
export interface Row {
  readonly cell: Cell;
  readonly ratio: Relative;
}

/** The ranked cells of the state's scenario, and the cold ones, that its filters let through, in its order. */
export function rowsOf(data: PageData, state: State): Row[] {
  const cells = cellsOf(data, state.scenario).filter(
    (cell) => cell.rank !== null || hasWarning(cell, "cold"),
  );
  const base = baseOf(data, state);
  return cells
    .filter((cell) => !state.hiddenRuntimes.includes(cell.runtime))
    .filter((cell) => !state.hiddenFrameworks.includes(cell.framework))
    .flatMap((cell) => {
      const ratio = base && relativeTo(cell, base, data);
      return ratio ? [{ cell, ratio }] : [];
    })
    .toSorted(by(state.sort));
}

/** The cell that is 1: the chosen one, or node-http/node where that was not measured here. */
export function baseOf(data: PageData, { scenario, base }: State): Cell | undefined {
  const cells = cellsOf(data, scenario).filter((cell) => cell.log !== null);
  return (
    [base, data.floors.node].flatMap((name) => cells.find((c) => c.target === name) ?? [])[0] ??
    cells[0]
  );
}

const orders: Readonly<Record<Column, (a: Row, b: Row) => number>> = {
  rank: (a, b) => byCertainty(a.cell, b.cell),
  target: (a, b) => (a.cell.target < b.cell.target ? -1 : 1),
  ratio: (a, b) => a.ratio.ratio - b.ratio.ratio,
  floor: (a, b) => (a.cell.log?.mean ?? 0) - (b.cell.log?.mean ?? 0),
  cpu: (a, b) => (a.cell.requestsPerCpuSecond ?? 0) - (b.cell.requestsPerCpuSecond ?? 0),
  n: (a, b) => a.cell.blocks.length - b.cell.blocks.length,
  flags: (a, b) => flagsOf(a.cell).length - flagsOf(b.cell).length,
};

/** What has no rank stays below what has one, whichever way it is sorted. */
function by({ column, descending }: State["sort"]) {
  return (a: Row, b: Row): number =>
    Number(a.cell.rank === null) - Number(b.cell.rank === null) ||
    (descending ? -1 : 1) * orders[column](a, b) ||
    b.ratio.ratio - a.ratio.ratio;
}
