import { byCertainty } from "@deadheat/judge/known";
import type { Costly } from "../../content/request-cost.ts";
import { requestCost } from "./costs.ts";
import { cellsOf, hasWarning, type Cell, type PageData } from "./page-data.ts";
import { flagsOf } from "./flags.ts";
import { relativeTo, type Relative } from "./ratios.ts";
import type { Column, State } from "./state.ts";

/** A row of the ranking. */
export interface Row {
  readonly cell: Cell;
  readonly ratio: Relative;
  /** The cost of a request; null if the reference was not measured. */
  readonly cost: Costly | null;
}

/** Returns the ranked and the cold cells of the state's scenario that pass its filters, in its order. */
export function rowsOf(data: PageData, state: State): Row[] {
  const base = baseOf(data, state);
  return cellsOf(data, state.scenario)
    .filter((cell) => cell.rank !== null || hasWarning(cell, "cold"))
    .filter((cell) => isShown(cell, state))
    .flatMap((cell) => {
      const ratio = base && relativeTo(cell, base, data);
      return ratio ? [{ cell, ratio, cost: requestCost(cell, data) }] : [];
    })
    .toSorted(by(state.sort));
}

/** Reports whether a cell passes the state's filters. */
export function isShown(
  { runtime, framework }: Cell,
  { hiddenRuntimes, hiddenFrameworks }: State,
): boolean {
  return !hiddenRuntimes.includes(runtime) && !hiddenFrameworks.includes(framework);
}

/** Returns the baseline's cell: the chosen target, otherwise node-http/node, otherwise the first measured cell. */
export function baseOf(data: PageData, { scenario, base }: State): Cell | undefined {
  const cells = cellsOf(data, scenario).filter((cell) => cell.log !== null);
  const named = (target: string) => cells.find((cell) => cell.target === target);
  return named(base) ?? named(data.floors.node) ?? cells[0];
}

const orders: Readonly<Record<Column, (a: Row, b: Row) => number>> = {
  rank: (a, b) => byCertainty(a.cell, b.cell),
  target: (a, b) => (a.cell.target < b.cell.target ? -1 : 1),
  ratio: (a, b) => a.ratio.ratio - b.ratio.ratio,
  cpu: (a, b) => b.ratio.ratio - a.ratio.ratio,
  over: (a, b) => (a.cost?.over?.at ?? 0) - (b.cost?.over?.at ?? 0),
  n: (a, b) => a.cell.blocks.length - b.cell.blocks.length,
  flags: (a, b) => flagsOf(a.cell).length - flagsOf(b.cell).length,
};

/** Cells without a rank stay last in both directions. */
function by({ column, descending }: State["sort"]) {
  return (a: Row, b: Row): number =>
    Number(a.cell.rank === null) - Number(b.cell.rank === null) ||
    (descending ? -1 : 1) * orders[column](a, b) ||
    b.ratio.ratio - a.ratio.ratio;
}
