import { formatRank } from "@deadheat/judge/known";
import { instanceWords } from "../content/instances.ts";
import { formatInterval, formatPercent, formatRatio } from "../format.ts";
import { blocksTable } from "../view/blocks.ts";
import { flagsOf } from "../view/data/flags.ts";
import { cellsOf, rankedOf, type Cell, type PageData } from "../view/data/page-data.ts";
import { standingsOf } from "../view/data/pairs.ts";
import { relativeTo, relativeToFloor } from "../view/data/ratios.ts";
import { baseOf } from "../view/data/rows.ts";
import type { State } from "../view/data/state.ts";
import { button } from "../view/parts/button.ts";
import { h, type Child } from "../view/parts/element.ts";
import { targetName } from "../view/parts/marks.ts";
import { replace } from "./dom.ts";

/** Shows the dialog of the chosen cell, with its figures in words and its races. */
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
  const { floors } = data;
  const floor = floors[cell.runtime];
  const reference = cell.target === floor ? floors.node : floor;
  replace(dialog, [
    heading(cell),
    h("ul", { class: "facts" }, factsOf(cell, reference, data, state)),
    h(
      "p",
      { class: "actions" },
      button("cell-base", { base: cell.target, cell: null }, "Use as baseline"),
      button(
        "cell-compare",
        { view: "compare", a: cell.target, b: state.base, cell: null },
        "Compare with the baseline",
      ),
    ),
    races(cell, reference, data),
  ]);
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    if (!dialog.isConnected) return;
    dialog.remove();
    change({ cell: null });
    document.getElementById(`cell-${cell.target}`)?.focus();
  });
  dialog.showModal();
}

function heading(cell: Cell): Child {
  const version = (text: string) => h("span", { class: "version" }, text);
  const names = [targetName(cell), " ", version(cell.version), version(` · ${cell.scenario}`)];
  const close = h("button", { id: "cell-close", "aria-label": "Close" }, "✕");
  return h(
    "div",
    { class: "dialog-head" },
    h("h2", { id: "cell-heading" }, names),
    h("form", { method: "dialog" }, close),
  );
}

function races(cell: Cell, reference: string, { run }: PageData): Child {
  if (cell.blocks.length === 0) {
    return h("p", { class: "hint" }, "This result has no races of this cell.");
  }
  return [
    h("h3", {}, "CPU time for one answer, race by race"),
    h(
      "p",
      { class: "hint" },
      `In grey, and beside it: ${reference}. The two servers of a race run at the same moment: if the machine is slow, both ` +
        "take longer, and their ratio stays.",
    ),
    blocksTable(cell, run.startedAt),
  ];
}

function factsOf(cell: Cell, reference: string, data: PageData, state: State): Child {
  const base = baseOf(data, state);
  const ratio = base && relativeTo(cell, base, data);
  const toFloor = cell.log && cell.log.n > 0 ? relativeToFloor(cell) : null;
  const standing = standingsOf(data, cell.scenario).get(cell.target);
  const tied = [...(standing?.deadHeats ?? [])];
  const ties = tied.length > 0 ? `; in a dead heat with ${tied.join(", ")}` : "";
  const { rank, smallestDetectable } = cell;
  const on = instanceWords(cell, data);
  const facts: Child[] = [
    ratio && base ? `${formatRatio(ratio.ratio)} ${formatInterval(ratio)} of ${base.target}` : null,
    toFloor &&
      `${formatRatio(toFloor.ratio)} ${formatInterval(toFloor)} of its floor, ${reference}; n = ${cell.log?.n}`,
    on === "" ? null : `Measured on ${on}`,
    rank && standing
      ? `Rank ${formatRank(rank)} of ${rankedOf(data, cell.scenario).length}; undecided with ${standing.undecided.size}${ties}`
      : null,
    smallestDetectable !== null &&
      `A difference from its floor below ${formatPercent(smallestDetectable - 1)} would probably have been missed`,
    ...flagsOf(cell).map(({ label, text, tone }) => [h("span", { class: tone }, label), " ", text]),
  ];
  return facts.map((fact) => fact && h("li", {}, fact));
}
