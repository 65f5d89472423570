import { runtimes, type PageData } from "../view/data/page-data.ts";
import { columns, oneOf, views, type State } from "../view/data/state.ts";

/**
 * Returns the change of state that a click or a choice asks for, or null. The element's data attributes say what it
 * does.
 */
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
  if (view !== undefined) return { view: oneOf(views, view) ?? state.view };
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

/** Reports whether the page is dark, by the reader's choice or the system's. */
export function isDark({ theme }: State): boolean {
  return theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

function choice(element: Element, state: State): Partial<State> | null {
  if (element instanceof HTMLSelectElement) {
    return { [element.dataset.select ?? ""]: element.value };
  }
  const framework = element instanceof HTMLInputElement ? element.dataset.framework : undefined;
  if (framework === undefined) return null;
  const others = state.hiddenFrameworks.filter((hidden) => hidden !== framework);
  const shown = (element as HTMLInputElement).checked;
  return { hiddenFrameworks: shown ? others : [...others, framework] };
}

/** A first click on a column sorts names from A, ranks from 1, and figures from the largest. */
function sorted(name: string, { sort }: State): Partial<State> | null {
  const column = oneOf(columns, name);
  if (column === null) return null;
  const first = column !== "target" && column !== "rank";
  return { sort: { column, descending: sort.column === column ? !sort.descending : first } };
}

/** Hides a runtime or shows it again. Hiding the last one shows all. */
function toggledRuntime(name: string, { hiddenRuntimes }: State): Partial<State> {
  const isHidden = (runtime: string) => hiddenRuntimes.some((one) => one === runtime);
  const hidden = runtimes.filter((one) => (one === name ? !isHidden(one) : isHidden(one)));
  return { hiddenRuntimes: hidden.length === runtimes.length ? [] : hidden };
}
