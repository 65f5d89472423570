import { cellsOf, runtimes, type PageData } from "../view/data/page-data.ts";
import { button, changes } from "../view/parts/button.ts";
import { h, type Element } from "../view/parts/element.ts";
import { icon, runtimeName } from "../view/parts/marks.ts";
import { figureRankings } from "../view/figure-ranking.ts";
import { baseOf } from "../view/data/rows.ts";
import type { State, View } from "../view/data/state.ts";
import { isDark } from "./events.ts";

const viewNames: Readonly<Record<View, string>> = {
  ranking: "Ranking",
  compare: "Compare two",
  order: "Does it change the order?",
  runtimes: "Across runtimes",
  cost: "Framework cost",
  rates: "At fixed rates",
  load: "Under load",
  latency: "Latency",
  footprint: "Memory and startup",
  stores: "Does it matter?",
  missing: "Not measured",
};

/** Returns the views for which this result has figures, in their order. */
export function viewsOf(data: PageData): View[] {
  const { cells } = data;
  const measured = cells.filter((cell) => cell.rank !== null);
  const frameworks = Map.groupBy(measured, (cell) => cell.framework);
  const has: Readonly<Record<View, boolean>> = {
    ranking: true,
    compare: measured.length > 1,
    order: data.order !== undefined,
    runtimes: [...frameworks.values()].some(
      (own) => new Set(own.map((cell) => cell.runtime)).size > 1,
    ),
    cost: measured.some(({ log }) => log !== null && log.n > 0),
    rates: cells.some(({ cost }) => cost !== null),
    load: cells.some(({ sweep }) => sweep.some((step) => step.requestsPerSecond !== null)),
    latency: cells.some(({ openLoop }) => openLoop.length > 0),
    footprint: cells.some(({ memory, startup }) => memory !== null || startup !== null),
    stores: data.spreads.length > 0,
    missing:
      (data.retired ?? []).length > 0 ||
      cells.some(({ rank, status }) => rank === null || status === "limited"),
  };
  return (Object.keys(viewNames) as View[]).filter((view) => has[view]);
}

export function navigation(data: PageData, state: State): Element {
  const buttons = viewsOf(data).map((view) =>
    button(`view-${view}`, { view }, viewNames[view], {
      "aria-current": view === state.view ? "page" : null,
    }),
  );
  return h("nav", { "aria-label": "Views" }, buttons);
}

/** Returns the filters of every view: scenario, baseline, runtimes and frameworks. */
export function filters(data: PageData, state: State): Element {
  const targets = cellsOf(data, state.scenario).filter((cell) => cell.log !== null);
  const names = targets.map((cell) => cell.target).toSorted();
  const { hiddenRuntimes } = state;
  const chips = runtimes.map((runtime) => {
    const hidden = toggled(hiddenRuntimes, runtime);
    return button(
      `runtime-${runtime}`,
      // Hiding the last one shows all.
      { hiddenRuntimes: hidden.length === runtimes.length ? [] : hidden },
      [icon(runtime), runtimeName[runtime]],
      { "aria-pressed": String(!hiddenRuntimes.includes(runtime)) },
    );
  });
  const dark = isDark(state);
  return h(
    "div",
    { class: "filters", role: "group", "aria-label": "Filters" },
    scenarioSelect(data, state),
    state.view === "ranking" && rankedBy(data, state),
    h("label", {}, "Baseline", options("base", names, baseOf(data, state)?.target ?? "")),
    h("div", { class: "chips", role: "group", "aria-label": "Runtimes" }, chips),
    frameworkMenu(data, state),
    button("theme", { theme: dark ? "light" : "dark" }, dark ? "Light" : "Dark", {
      class: "theme",
    }),
  );
}

/** Returns the choice of what the ranking is by; nothing if the blocks of the scenario have CPU alone. */
function rankedBy(data: PageData, { scenario, by }: State): Element | null {
  const others = figureRankings(data, scenario);
  if (others.length === 0) return null;
  const choices = [{ figure: "cpu", label: "CPU per request" }, ...others];
  const items = choices.map(({ figure, label }) =>
    h("option", { value: figure, selected: figure === by }, label),
  );
  return h("label", {}, "Rank by", h("select", { id: "by", "data-select": "by" }, items));
}

/** Returns the list without the item, or with it if the list lacks it. */
function toggled<T>(list: readonly T[], item: T): T[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}

function frameworkMenu(data: PageData, { hiddenFrameworks }: State): Element {
  const all = [...new Set(data.cells.map((cell) => cell.framework))].toSorted();
  const shown = all.length - hiddenFrameworks.length;
  const title = shown === all.length ? "All frameworks" : `${shown} of ${all.length} frameworks`;
  const boxes = all.map((framework) => {
    const checked = !hiddenFrameworks.includes(framework);
    const change = changes({ hiddenFrameworks: toggled(hiddenFrameworks, framework) });
    const box = { type: "checkbox", id: `framework-${framework}`, checked, ...change };
    return h("label", {}, h("input", box), framework);
  });
  const both = [
    button("frameworks-all", { hiddenFrameworks: [] }, "all"),
    button("frameworks-none", { hiddenFrameworks: all }, "none"),
  ];
  return h(
    "details",
    { class: "menu", id: "frameworks" },
    h("summary", { id: "frameworks-summary" }, title),
    h("div", { class: "list" }, h("div", { class: "all" }, both), boxes),
  );
}

function scenarioSelect(data: PageData, state: State): Element {
  const stores = [...Map.groupBy(data.scenarios, ({ store }) => store)];
  const groups = stores.map(([store, own]) => {
    const items = own.map(({ name }) => option(name, name === state.scenario));
    if (stores.length === 1) return items;
    return h("optgroup", { label: store === null ? "no store" : `store: ${store}` }, items);
  });
  const select = h("select", { id: "scenario", "data-select": "scenario" }, groups);
  return h("label", {}, "Scenario", select);
}

function option(value: string, selected: boolean): Element {
  return h("option", { value, selected }, value);
}

/** Returns a select whose choice goes into the state's field of that name. */
export function options(name: string, values: readonly string[], chosen: string): Element {
  const items = values.map((value) => option(value, value === chosen));
  return h("select", { id: name, "data-select": name }, items);
}
