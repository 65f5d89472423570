import type { PageData } from "../view/data/page-data.ts";
import { standingsOf } from "../view/data/pairs.ts";
import type { State } from "../view/data/state.ts";
import { h } from "../view/parts/element.ts";
import { summarySection } from "../view/summary.ts";
import { showCell } from "./cell.ts";
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
  replace(main, [
    summarySection(data, state.scenario),
    navigation(data, { ...state, view }),
    filters(data, state),
    h("div", { class: "view", id: "view" }, contentOf(data, { ...state, view })),
  ]);
  const nav = main.querySelector("nav");
  const current = nav?.querySelector<HTMLElement>("[aria-current]");
  // On a phone the views do not fit side by side.
  if (nav && current) nav.scrollLeft = current.offsetLeft - nav.offsetLeft - 24;
  highlightStandings(main, data, state);
  showCell(data, state, change);
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
