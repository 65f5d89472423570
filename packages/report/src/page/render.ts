import type { PageData } from "../view/data/page-data.ts";
import { standingsOf } from "../view/data/pairs.ts";
import type { State } from "../view/data/state.ts";
import { h, type Element as Tree } from "../view/parts/element.ts";
import { namedRow, scrolled, table } from "../view/parts/table.ts";
import { summarySection } from "../view/summary.ts";
import { showCell } from "./cell.ts";
import { draw, tidy, type Figure } from "./charts/kit.ts";
import { filters, navigation, viewsOf } from "./controls.ts";
import { replace } from "./dom.ts";
import { contentOf } from "./views.ts";

/** Draws the page for a state. */
export function render(
  data: PageData,
  state: State,
  change: (change: Partial<State>) => void,
): void {
  document.documentElement.dataset.theme = state.theme;
  const main = document.getElementById("main");
  if (main === null) return;
  const view = viewsOf(data).includes(state.view) ? state.view : "ranking";
  const { above, figures = [] } = contentOf(data, { ...state, view });
  replace(main, [
    summarySection(data, state.scenario),
    navigation(data, { ...state, view }),
    filters(data, state),
    h("div", { class: "view", id: "view" }, above, figures.map(figureTree)),
  ]);
  const nav = main.querySelector("nav");
  const current = nav?.querySelector<HTMLElement>("[aria-current]");
  // On a phone the views do not fit side by side.
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

function figureTree({ heading, note, label, table: { head, rows } }: Figure, i: number): Tree {
  const lines = rows.map(([first, ...rest]) => namedRow(first, rest));
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
      scrolled(heading, table(head, lines)),
    ),
  );
}

/** Marks the dead heats of the row that has the pointer or the focus, and fades the rows that are proven to differ. */
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
