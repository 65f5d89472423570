import { formatRank } from "@deadheat/judge/known";
import { formatInterval, formatPercent, formatRatio } from "../format.ts";
import { blocksTable } from "../view/blocks.ts";
import { flagsOf } from "../view/data/flags.ts";
import { cellsOf, rankedOf, type Cell, type PageData } from "../view/data/page-data.ts";
import { standingsOf } from "../view/data/pairs.ts";
import { relativeTo, relativeToFloor } from "../view/data/ratios.ts";
import { baseOf } from "../view/data/rows.ts";
import type { State } from "../view/data/state.ts";
import { h, type Child } from "../view/parts/element.ts";
import { targetName } from "../view/parts/marks.ts";
import { scrolled } from "../view/parts/table.ts";
import { blocksFigure } from "./charts/blocks.ts";
import { draw, type Figure } from "./charts/kit.ts";
import { replace } from "./dom.ts";

/** The dialog of the chosen cell: its figures in words, and its races. */
export function showCell(
  data: PageData,
  state: State,
  change: (change: Partial<State>) => void,
): void {
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
  if (host && figure) draw(host, figure, () => {});
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
      cell.on === "" ? null : h("li", {}, `Measured on ${cell.on}`),
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
          scrolled("Races", blocksTable(cell, reference)),
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
