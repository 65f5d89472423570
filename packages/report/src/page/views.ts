import { retiredSections } from "../content/retired.ts";
import { comparisonTable } from "../view/comparison.ts";
import { cellsOf, rankedOf, type Cell, type PageData } from "../view/data/page-data.ts";
import { relativeToFloor } from "../view/data/ratios.ts";
import { baseOf, isShown, rowsOf, type Row } from "../view/data/rows.ts";
import type { State } from "../view/data/state.ts";
import { fixedRates } from "../view/fixed-rates.ts";
import { h, type Child } from "../view/parts/element.ts";
import { orderSection } from "../view/order.ts";
import { sectionView } from "../view/parts/table.ts";
import { rankingTable } from "../view/ranking/ranking.ts";
import { missingSection, rankingLegend } from "../view/sections.ts";
import { footprintFigures } from "./charts/footprint.ts";
import { intervalFigure } from "./charts/intervals.ts";
import type { Figure } from "./charts/kit.ts";
import { latencyFigures, ratesOf } from "./charts/latency.ts";
import { loadFigures } from "./charts/load.ts";
import { storeFigures } from "./charts/stores.ts";
import { option, options } from "./controls.ts";

/** The figures of a view, and the content above them. */
export interface Content {
  readonly above?: Child;
  readonly figures?: readonly Figure[];
}

/** Returns the content of the chosen view. */
export function contentOf(data: PageData, state: State): Content {
  const rows = rowsOf(data, state);
  const base = baseOf(data, state)?.target ?? data.floors.node;
  const shown = (cell: Cell) => isShown(cell, state);
  switch (state.view) {
    case "ranking":
      return { above: rankingView(data, state, rows.length, base) };
    case "compare":
      return { above: compareView(data, state) };
    case "order":
      return { above: orderSection(data, shown) };
    case "missing":
      return { above: [missingSection(data), retiredSections(data).map(sectionView)] };
    case "runtimes":
      return {
        figures: [
          intervalFigure({
            heading: "The same framework on three runtimes",
            note: "The thick part of an interval is the uncertainty of the target's own races. The comparison with another runtime adds the thin part. Marks on one line are the same framework in the same version.",
            label: `Efficiency relative to ${base}, by framework and runtime`,
            reference: base,
            marks: rows,
          }),
        ],
      };
    case "cost":
      return {
        figures: [
          intervalFigure({
            heading: "The cost of a framework on its runtime",
            note: "Relative to the thinnest server of the same runtime (1): 0.90 means that the framework takes a tenth of what the runtime can do. The speed of the runtime plays no part, and neither does the uncertainty of the bridge.",
            label: "Efficiency relative to the floor of the same runtime, by framework",
            reference: "the runtime's own floor",
            marks: rows.flatMap(({ cell }) => {
              const ratio = relativeToFloor(cell);
              return ratio && cell.log && cell.log.n > 0 ? [{ cell, ratio }] : [];
            }),
          }),
        ],
      };
    case "rates":
      return { above: fixedRates(cellsOf(data, state.scenario).filter(shown)) };
    case "load":
      return { figures: loadFigures(rows) };
    case "latency":
      return latencyView(rows, state);
    case "footprint":
      return { figures: footprintFigures(rows) };
    case "stores":
      return { figures: storeFigures(data, shown) };
  }
}

function rankingView(data: PageData, state: State, count: number, base: string): Child {
  const every = rowsOf(data, { ...state, hiddenRuntimes: [], hiddenFrameworks: [] }).length;
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

function latencyView(rows: readonly Row[], state: State): Content {
  const rates = ratesOf(rows);
  const counts = new Set(rows.flatMap(({ cell }) => cell.sweep.map((step) => step.connections)));
  const steps = [...counts].toSorted((x, y) => x - y);
  const rate = Math.min(state.rate, Math.max(0, rates.length - 1));
  const connections = state.connections ?? steps[0] ?? 0;
  const rateOptions = rates.map(({ at, label }) => option(at, at === rate, label));
  const rateSelect = h("select", { id: "rate", "data-select": "rate" }, rateOptions);
  const stepSelect = options("connections", steps.map(String), String(connections));
  const above = h(
    "div",
    { class: "filters" },
    rates.length > 0 && h("label", {}, "Open loop", rateSelect),
    steps.length > 0 && h("label", {}, "Saturation", stepSelect),
  );
  return { above, figures: latencyFigures(rows, rate, connections) };
}
