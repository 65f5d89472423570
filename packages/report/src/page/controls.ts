import { cellsOf, runtimes, type PageData } from "../view/data/page-data.ts";
import { h, type Element } from "../view/parts/element.ts";
import { icon, runtimeName } from "../view/parts/marks.ts";
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

/** The views for which this result has figures, in their order. */
export function viewsOf(data: PageData): View[] {
  const measured = data.cells.filter((cell) => cell.rank !== null);
  const frameworks = Map.groupBy(measured, (cell) => cell.framework);
  const has: Readonly<Record<View, boolean>> = {
    ranking: true,
    compare: measured.length > 1,
    order: data.order !== null,
    runtimes: [...frameworks.values()].some(
      (cells) => new Set(cells.map((cell) => cell.runtime)).size > 1,
    ),
    cost: measured.some((cell) => cell.log !== null && cell.log.n > 0),
    rates: data.cells.some((cell) => cell.cost !== null),
    load: data.cells.some((cell) => cell.sweep.some((step) => step.rate !== null)),
    latency: data.cells.some(
      (cell) => cell.openLoop.length > 0 || cell.sweep.some((step) => step.percentiles.length > 0),
    ),
    footprint: data.cells.some((cell) => cell.memory !== null || cell.startup !== null),
    stores: data.scenarios.some((scenario) => scenario.store !== null),
    missing:
      data.retired.length > 0 ||
      data.cells.some((cell) => cell.rank === null || cell.status === "limited"),
  };
  return (Object.keys(viewNames) as View[]).filter((view) => has[view]);
}

export function navigation(data: PageData, state: State): Element {
  const buttons = viewsOf(data).map((view) => {
    const current = view === state.view ? "page" : null;
    const of = { type: "button", id: `view-${view}`, "data-view": view, "aria-current": current };
    return h("button", of, viewNames[view]);
  });
  return h("nav", { "aria-label": "Views" }, buttons);
}

/** Scenario, baseline, runtimes and frameworks: what every view is filtered by. */
export function filters(data: PageData, state: State): Element {
  const base = baseOf(data, state);
  const targets = cellsOf(data, state.scenario).filter((cell) => cell.log !== null);
  const frameworks = [...new Set(data.cells.map((cell) => cell.framework))].toSorted();
  const shown = frameworks.length - state.hiddenFrameworks.length;
  const names = targets.map((cell) => cell.target).toSorted();
  return h(
    "div",
    { class: "filters", role: "group", "aria-label": "Filters" },
    scenarioSelect(data, state),
    h("label", {}, "Baseline", options("base", names, base?.target ?? "")),
    h(
      "div",
      { class: "chips", role: "group", "aria-label": "Runtimes" },
      runtimes.map((runtime) => {
        const pressed = String(!state.hiddenRuntimes.includes(runtime));
        const of = { type: "button", id: `runtime-${runtime}`, "data-runtime": runtime };
        const label = [icon(runtime), runtimeName[runtime]];
        return h("button", { ...of, "aria-pressed": pressed }, label);
      }),
    ),
    h(
      "details",
      { class: "menu", id: "frameworks" },
      h(
        "summary",
        { id: "frameworks-summary" },
        shown === frameworks.length
          ? "All frameworks"
          : `${shown} of ${frameworks.length} frameworks`,
      ),
      h(
        "div",
        { class: "list" },
        h(
          "div",
          { class: "all" },
          h("button", { type: "button", id: "frameworks-all", "data-frameworks": "all" }, "all"),
          h("button", { type: "button", id: "frameworks-none", "data-frameworks": "none" }, "none"),
        ),
        frameworks.map((framework) => {
          const checked = !state.hiddenFrameworks.includes(framework);
          const of = { id: `framework-${framework}`, "data-framework": framework };
          return h("label", {}, h("input", { type: "checkbox", ...of, checked }), framework);
        }),
      ),
    ),
    h(
      "button",
      { type: "button", id: "theme", class: "theme", "data-theme-toggle": true },
      isDark(state) ? "Light" : "Dark",
    ),
  );
}

function scenarioSelect(data: PageData, state: State): Element {
  const stores = [...new Set(data.scenarios.map((scenario) => scenario.store))];
  const groups = stores.map((store) => {
    const own = data.scenarios.filter((scenario) => scenario.store === store);
    const items = own.map(({ name }) =>
      h("option", { value: name, selected: name === state.scenario }, name),
    );
    if (stores.length === 1) return items;
    return h("optgroup", { label: store === null ? "no store" : `store: ${store}` }, items);
  });
  return h(
    "label",
    {},
    "Scenario",
    h("select", { id: "scenario", "data-select": "scenario" }, groups),
  );
}

/** A select whose choice goes into the state's field of that name. */
export function options(name: string, values: readonly string[], chosen: string): Element {
  return h(
    "select",
    { id: name, "data-select": name },
    values.map((value) => h("option", { value, selected: value === chosen }, value)),
  );
}
