import { costTable } from "../content/cost.ts";
import { retiredSections } from "../content/retired.ts";
import { openLoopTable, processTable, sweepTable } from "../content/solo.ts";
import { spreadSection } from "../content/spread.ts";
import { comparisonTable } from "../view/comparison.ts";
import { cellsOf, rankedOf, type Cell, type PageData } from "../view/data/page-data.ts";
import { baseOf, isShown, rowsOf } from "../view/data/rows.ts";
import type { State } from "../view/data/state.ts";
import { acrossRuntimes, frameworkCost } from "../view/frameworks.ts";
import { h, type Child } from "../view/parts/element.ts";
import { figureRanking, figureRankings } from "../view/figure-ranking.ts";
import { orderView } from "../view/order.ts";
import { figureView } from "../view/parts/plot.ts";
import { sectionView } from "../view/parts/table.ts";
import { rankingTable } from "../view/ranking.ts";
import { missingSection, rankingLegend } from "../view/sections.ts";
import { options } from "./controls.ts";

/** Returns the content of the chosen view. */
export function contentOf(data: PageData, state: State): Child {
  const rows = rowsOf(data, state);
  const base = baseOf(data, state)?.target ?? data.floors.node;
  const shown = (cell: Cell) => isShown(cell, state);
  const { scenario } = state;
  const cells = cellsOf(data, scenario).filter(shown);
  switch (state.view) {
    case "ranking":
      return rankingView(data, state, rows.length, base);
    case "compare":
      return compareView(data, state);
    case "order":
      return orderView(data, shown);
    case "missing":
      return [missingSection(data), retiredSections(data).map(sectionView)];
    case "runtimes":
      return acrossRuntimes(rows, base);
    case "cost":
      return frameworkCost(rows);
    case "rates":
      return figureView(costTable(scenario, cells, data.run), "rates");
    case "load":
      return figureView(sweepTable(scenario, cells, data.run), "load");
    case "latency":
      return figureView(openLoopTable(scenario, cells, data.run), "latency");
    case "footprint":
      return figureView(processTable(scenario, cells), "footprint");
    case "stores":
      return spreadSection(data.spreads).map(sectionView);
  }
}

function rankingView(data: PageData, state: State, count: number, base: string): Child {
  const every = rowsOf(data, { ...state, hiddenRuntimes: [], hiddenFrameworks: [] }).length;
  const other = figureRankings(data, state.scenario).find(({ figure }) => figure === state.by);
  if (other) return figureRanking(other, data, state);
  const part = `Showing ${count} of ${every} targets; ranks count all of them.`;
  return [
    count < every && h("p", { class: "hint", role: "status" }, part),
    rankingTable({ data, state, interactive: true }),
    rankingLegend(data, state.scenario, base),
  ];
}

function compareView(data: PageData, state: State): Child {
  const targets = rankedOf(data, state.scenario).map((cell) => cell.target);
  const a = state.a ?? targets.find((target) => target !== state.base) ?? "";
  const b = state.b ?? targets.find((target) => target !== a) ?? "";
  const sorted = targets.toSorted();
  return h(
    "section",
    { "aria-labelledby": "h-compare" },
    h("h2", { id: "h-compare" }, "Is one faster than the other?"),
    h(
      "div",
      { class: "filters" },
      h("label", {}, "First", options("a", sorted, a)),
      h("label", {}, "Second", options("b", sorted, b)),
    ),
    comparisonTable(data, a, b, state.scenario),
  );
}
