import { runtimes, type PageData, type Runtime } from "../view/data/page-data.ts";
import { columns, views, type State } from "../view/data/state.ts";

/** What a click or a choice changes; null: nothing. Elements say what they are for in `data-...`. */
export function changeOf(
  type: string,
  element: Element,
  data: PageData,
  state: State,
): Partial<State> | null {
  if (type === "change") return choice(element, state);
  const button = element.closest("button");
  if (button === null) return null;
  const { view, sort, cell, runtime, frameworks, base, themeToggle, compare } = button.dataset;
  if (view !== undefined) return { view: find(views, view) ?? state.view };
  if (sort !== undefined) return sorted(sort, state);
  if (cell !== undefined) return { cell };
  if (base !== undefined) return { base, cell: null };
  if (compare !== undefined) return { view: "compare", a: compare, b: state.base, cell: null };
  if (runtime !== undefined) return toggledRuntime(runtime, state);
  if (frameworks !== undefined) {
    const all = new Set(data.cells.map(({ framework }) => framework));
    return { hiddenFrameworks: frameworks === "all" ? [] : [...all] };
  }
  if (themeToggle !== undefined) return { theme: isDark(state) ? "light" : "dark" };
  return null;
}

/** Whether the page is dark now, by choice or by the system's. */
export function isDark({ theme }: State): boolean {
  return theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

function choice(element: Element, state: State): Partial<State> | null {
  if (element instanceof HTMLSelectElement) {
    const { value } = element;
    switch (element.dataset.select) {
      case "scenario":
      case "base":
      case "a":
      case "b":
        return { [element.dataset.select]: value };
      case "rate":
      case "connections":
        return { [element.dataset.select]: Number(value) };
    }
  }
  const framework = element instanceof HTMLInputElement ? element.dataset.framework : undefined;
  if (framework === undefined) return null;
  const others = state.hiddenFrameworks.filter((hidden) => hidden !== framework);
  const shown = (element as HTMLInputElement).checked;
  return { hiddenFrameworks: shown ? others : [...others, framework] };
}

/** A column's first click sorts it the way one reads it: names from A, ranks from 1, figures from the top. */
function sorted(column: string, { sort }: State): Partial<State> | null {
  const found = find(columns, column);
  if (found === null) return null;
  const usual = found !== "target" && found !== "rank";
  return {
    sort: { column: found, descending: sort.column === found ? !sort.descending : usual },
  };
}

/** Hides a runtime or shows it again; hiding the last one shows all. */
function toggledRuntime(name: string, { hiddenRuntimes }: State): Partial<State> | null {
  const runtime = find(runtimes, name);
  if (runtime === null) return null;
  const hidden: Runtime[] = hiddenRuntimes.includes(runtime)
    ? hiddenRuntimes.filter((other) => other !== runtime)
    : [...hiddenRuntimes, runtime];
  return { hiddenRuntimes: hidden.length === runtimes.length ? [] : hidden };
}

function find<T extends string>(known: readonly T[], value: string): T | null {
  return known.find((item) => item === value) ?? null;
}
