import { formatInterval, formatPercent, formatRatio } from "../format.ts";
import { formatRank } from "@deadheat/judge/known";
import type { Cell, PageData } from "../view/data/page-data.ts";
import { blocksTable, comparisonTable } from "../view/comparison.ts";
import { h, type Child, type Element as Tree } from "../view/parts/element.ts";
import { flagsOf } from "../view/data/flags.ts";
import { targetName } from "../view/parts/marks.ts";
import { standingsOf } from "../view/data/pairs.ts";
import { rankingTable } from "../view/ranking/ranking.ts";
import { relativeTo, relativeToFloor } from "../view/data/ratios.ts";
import { retiredSection } from "../view/retired.ts";
import { baseOf, rowsOf } from "../view/data/rows.ts";
import { missingSection, rankingLegend } from "../view/sections.ts";
import { summarySection } from "../view/summary.ts";
import type { State } from "../view/data/state.ts";
import { cellsOf, rankedOf } from "../view/words.ts";
import { blocksFigure } from "./charts/blocks.ts";
import { footprintFigures } from "./charts/footprint.ts";
import { intervalFigure } from "./charts/intervals.ts";
import { draw, tidy, type Figure } from "./charts/kit.ts";
import { latencyFigures, ratesOf } from "./charts/latency.ts";
import { loadFigures } from "./charts/load.ts";
import { storeFigures } from "./charts/stores.ts";
import { filters, navigation, options, viewsOf } from "./controls.ts";
import { replace } from "./dom.ts";

type Change = (change: Partial<State>) => void;

/** Draws the whole page anew for a state. */
export function render(data: PageData, state: State, change: Change): void {
  document.documentElement.dataset.theme = state.theme;
  const main = document.getElementById("main");
  if (main === null) return;
  const view = viewsOf(data).includes(state.view) ? state.view : "ranking";
  const figures: Figure[] = [];
  const content = viewContent(data, { ...state, view }, figures);
  replace(main, [
    summarySection(data, state.scenario),
    navigation(data, { ...state, view }),
    filters(data, state),
    h("div", { class: "view", id: "view" }, content, figures.map(figureTree)),
  ]);
  const nav = main.querySelector("nav");
  const current = nav?.querySelector<HTMLElement>("[aria-current]");
  // On a phone the views are more than fit side by side.
  if (nav && current) nav.scrollLeft = current.offsetLeft - nav.offsetLeft - 24;
  const open = (target: string) => change({ cell: target });
  for (const [i, figure] of figures.entries()) {
    const host = document.getElementById(`figure-${i}`);
    if (host) draw(host, figure, open);
  }
  highlightStandings(main, data, state);
  showCell(data, state, change);
  tidy();
}

function viewContent(data: PageData, state: State, figures: Figure[]): Child {
  const rows = rowsOf(data, state);
  const every = rowsOf(data, { ...state, hiddenRuntimes: [], hiddenFrameworks: [] });
  const base = baseOf(data, state)?.target ?? data.floors.node;
  switch (state.view) {
    case "ranking":
      return [
        rows.length < every.length
          ? h(
              "p",
              { class: "hint", role: "status" },
              `Showing ${rows.length} of ${every.length} targets; ranks count all of them.`,
            )
          : null,
        rankingTable({ data, state, interactive: true }),
        rankingLegend(data, state.scenario, base),
      ];
    case "compare":
      return compareView(data, state, rankedOf(data, state.scenario));
    case "missing":
      return [missingSection(data), retiredSection(data)];
    case "runtimes":
      figures.push(
        intervalFigure({
          heading: "The same framework on three runtimes",
          note: "The thick part of an interval is how sure the target's own races are, the thin part what crossing to another runtime adds. Marks on one line are the same framework in the same version.",
          label: `Efficiency relative to ${base}, by framework and runtime`,
          reference: base,
          marks: rows.map(({ cell, ratio }) => ({ cell, ratio })),
        }),
      );
      return null;
    case "cost":
      figures.push(
        intervalFigure({
          heading: "What a framework costs on its runtime",
          note: "Relative to the thinnest server of the same runtime (1): 0.90 means that the framework takes a tenth of what the runtime could do. The runtime's own speed is not in here, so neither is the bridge's uncertainty.",
          label: "Efficiency relative to the floor of the same runtime, by framework",
          reference: "the runtime's own floor",
          marks: rows.flatMap(({ cell }) => {
            const ratio = relativeToFloor(cell);
            return ratio && cell.log && cell.log.n > 0 ? [{ cell, ratio }] : [];
          }),
        }),
      );
      return null;
    case "load":
      figures.push(...loadFigures(rows));
      return null;
    case "latency":
      return latencyView(rows, state, figures);
    case "footprint":
      figures.push(...footprintFigures(rows));
      return null;
    case "stores":
      figures.push(
        ...storeFigures(
          data,
          (cell) =>
            !state.hiddenRuntimes.includes(cell.runtime) &&
            !state.hiddenFrameworks.includes(cell.framework),
        ),
      );
      return null;
  }
}

function compareView(data: PageData, state: State, cells: readonly Cell[]): Child {
  const targets = cells.map((cell) => cell.target);
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

function latencyView(rows: ReturnType<typeof rowsOf>, state: State, figures: Figure[]): Child {
  const rates = ratesOf(rows);
  const steps = [
    ...new Set(rows.flatMap(({ cell }) => cell.sweep.map((s) => s.connections))),
  ].toSorted((x, y) => x - y);
  const rate = Math.min(state.rate, Math.max(0, rates.length - 1));
  const connections = state.connections ?? steps[0] ?? 0;
  figures.push(...latencyFigures(rows, rate, connections));
  return h(
    "div",
    { class: "filters" },
    rates.length === 0
      ? null
      : h(
          "label",
          {},
          "Open loop",
          h(
            "select",
            { id: "rate", "data-select": "rate" },
            rates.map(({ at, label }) => h("option", { value: at, selected: at === rate }, label)),
          ),
        ),
    steps.length === 0
      ? null
      : h(
          "label",
          {},
          "Saturation",
          options("connections", steps.map(String), String(connections)),
        ),
  );
}

function figureTree({ heading, note, label, table }: Figure, i: number): Tree {
  return h(
    "figure",
    { "aria-labelledby": `figure-${i}-heading` },
    h("h2", { id: `figure-${i}-heading` }, heading),
    h("p", { class: "hint" }, note),
    h("div", {
      id: `figure-${i}`,
      class: "chart",
      role: "img",
      "aria-label": `${label}. The figures are in the table below.`,
    }),
    h(
      "details",
      { id: `figure-${i}-table` },
      h("summary", { id: `figure-${i}-summary` }, "The figures as a table"),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": heading },
        h(
          "table",
          { class: "plain" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              table.head.map((text) => h("th", { scope: "col" }, text)),
            ),
          ),
          h(
            "tbody",
            {},
            table.rows.map(([first, ...rest]) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, first),
                rest.map((text) => h("td", {}, text)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** A row that is pointed at or focused shows with whom it is in a dead heat, and who is proven to differ. */
function highlightStandings(main: HTMLElement, data: PageData, state: State): void {
  const rows = [...main.querySelectorAll<HTMLElement>("tr[data-row]")];
  const standings = standingsOf(data, state.scenario);
  const nameOf = (row: HTMLElement) => row.dataset.row ?? "";
  const mark = (chosen: HTMLElement | null): void => {
    const standing = chosen && standings.get(nameOf(chosen));
    for (const row of rows) {
      const name = nameOf(row);
      const tied = row === chosen || standing?.deadHeats.has(name) === true;
      const decided = standings.has(name) && standing?.undecided.has(name) === false;
      row.classList.toggle("tied", chosen !== null && tied);
      row.classList.toggle("apart", chosen !== null && !tied && decided);
    }
  };
  for (const row of rows) {
    row.addEventListener("pointerenter", () => mark(row));
    row.addEventListener("pointerleave", () => mark(null));
    row.addEventListener("focusin", () => mark(row));
    row.addEventListener("focusout", () => mark(null));
  }
}

/** The dialog of the chosen cell: its figures in words, and its races. */
function showCell(data: PageData, state: State, change: Change): void {
  document.getElementById("cell")?.remove();
  const cell = cellsOf(data, state.scenario).find(({ target }) => target === state.cell);
  if (!cell) return;
  const dialog = document.createElement("dialog");
  dialog.id = "cell";
  dialog.setAttribute("aria-labelledby", "cell-heading");
  const reference =
    cell.target === data.floors[cell.runtime] ? data.floors.node : data.floors[cell.runtime];
  const figure = cell.blocks.length > 0 ? blocksFigure(cell, reference) : null;
  replace(dialog, cellContent(cell, reference, data, state, figure));
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    if (!dialog.isConnected) return;
    dialog.remove();
    change({ cell: null });
    document.getElementById(`cell-${cell.target}`)?.focus();
  });
  dialog.showModal();
  const host = document.getElementById("cell-chart");
  if (host && figure) draw(host, { ...figure, table: { head: [], rows: [] } }, () => {});
}

function cellContent(
  cell: Cell,
  reference: string,
  data: PageData,
  state: State,
  figure: Omit<Figure, "table"> | null,
): Child {
  const base = baseOf(data, state);
  const ratio = base && relativeTo(cell, base, data);
  const toFloor = relativeToFloor(cell);
  return [
    h(
      "div",
      { class: "dialog-head" },
      h(
        "h2",
        { id: "cell-heading" },
        targetName(cell.target, cell.framework, cell.runtime),
        " ",
        h("span", { class: "version" }, cell.version),
        h("span", { class: "version" }, ` · ${cell.scenario}`),
      ),
      h(
        "form",
        { method: "dialog" },
        h("button", { id: "cell-close", "aria-label": "Close" }, "✕"),
      ),
    ),
    h(
      "ul",
      { class: "facts" },
      ratio && base
        ? h("li", {}, `${formatRatio(ratio.ratio)} ${formatInterval(ratio)} of ${base.target}`)
        : null,
      toFloor && cell.log && cell.log.n > 0
        ? h(
            "li",
            {},
            `${formatRatio(toFloor.ratio)} ${formatInterval(toFloor)} of its floor, ${reference}; n = ${cell.log.n}`,
          )
        : null,
      standingFacts(cell, data),
      flagsOf(cell).map(({ label, text, tone }) =>
        h("li", {}, h("span", { class: tone }, label), " ", text),
      ),
    ),
    h(
      "p",
      { class: "actions" },
      h("button", { type: "button", id: "cell-base", "data-base": cell.target }, "Use as baseline"),
      h(
        "button",
        { type: "button", id: "cell-compare", "data-compare": cell.target },
        "Compare with the baseline",
      ),
    ),
    figure
      ? [
          h("h3", {}, figure.heading),
          h("p", { class: "hint" }, figure.note),
          h("div", { id: "cell-chart", class: "chart", role: "img", "aria-label": figure.label }),
          h(
            "div",
            { class: "scroll", tabindex: 0, role: "region", "aria-label": "Races" },
            blocksTable(cell, reference),
          ),
        ]
      : h("p", { class: "hint" }, "No races of this cell are in this result."),
  ];
}

/** Where a cell stands among the others, and how small a difference its races would have shown. */
function standingFacts(cell: Cell, data: PageData): Child {
  const standing = standingsOf(data, cell.scenario).get(cell.target);
  const { rank, smallestDetectable } = cell;
  const tied = [...(standing?.deadHeats ?? [])];
  return [
    rank && standing
      ? h(
          "li",
          {},
          `Rank ${formatRank(rank)} of ${rankedOf(data, cell.scenario).length}; undecided with ${standing.undecided.size}` +
            (tied.length > 0 ? `; in a dead heat with ${tied.join(", ")}` : ""),
        )
      : null,
    smallestDetectable === null
      ? null
      : h(
          "li",
          {},
          `A difference from its floor below ${formatPercent(smallestDetectable - 1)} would probably have been missed`,
        ),
  ];
}
