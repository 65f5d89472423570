import { runtimes, type PageData, type Runtime } from "./page-data.ts";

const views = [
  "ranking",
  "compare",
  "order",
  "runtimes",
  "cost",
  "rates",
  "load",
  "latency",
  "footprint",
  "stores",
  "missing",
] as const;
export type View = (typeof views)[number];

const columns = ["rank", "target", "ratio", "cpu", "over", "n", "flags"] as const;
export type Column = (typeof columns)[number];

/** The reader's choices. The URL's fragment holds them, so that a link shows the same view. */
export interface State {
  readonly view: View;
  readonly scenario: string;
  /** The target whose ratio is 1. */
  readonly base: string;
  /** The figure that ranks: `cpu`, or a figure that every block measures too. */
  readonly by: string;
  readonly hiddenRuntimes: readonly Runtime[];
  readonly hiddenFrameworks: readonly string[];
  readonly sort: { readonly column: Column; readonly descending: boolean };
  /** The target whose blocks are shown, or null. */
  readonly cell: string | null;
  readonly a: string | null;
  readonly b: string | null;
  readonly theme: "auto" | "light" | "dark";
}

export function initialState(data: PageData): State {
  return {
    view: "ranking",
    scenario: data.scenarios[0]?.name ?? "",
    base: data.floors.node,
    by: "cpu",
    hiddenRuntimes: [],
    hiddenFrameworks: [],
    // By rank, so that a vague ratio is never first for being high.
    sort: { column: "rank", descending: false },
    cell: null,
    a: null,
    b: null,
    theme: "auto",
  };
}

/** Reads a fragment. Missing values, and values that the data do not know, stay at their defaults. */
export function parseState(fragment: string, data: PageData): State {
  const initial = initialState(data);
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const scenarios = data.scenarios.map((scenario) => scenario.name);
  const targets = data.cells.map((cell) => cell.target);
  const frameworks = new Set(data.cells.map((cell) => cell.framework));
  const [column = null, direction] = (given.get("sort") ?? "").split(":");
  const sorted = oneOf(columns, column);
  return {
    view: oneOf(views, given.get("view")) ?? initial.view,
    scenario: oneOf(scenarios, given.get("scenario")) ?? initial.scenario,
    base: oneOf(targets, given.get("base")) ?? initial.base,
    by:
      oneOf(
        data.byFigure.map(({ figure }) => figure),
        given.get("by"),
      ) ?? initial.by,
    hiddenRuntimes: runtimes.filter((runtime) => given.getAll("hide").includes(runtime)),
    hiddenFrameworks: given.getAll("without").filter((name) => frameworks.has(name)),
    sort: sorted ? { column: sorted, descending: direction === "desc" } : initial.sort,
    cell: oneOf(targets, given.get("cell")),
    a: oneOf(targets, given.get("a")),
    b: oneOf(targets, given.get("b")),
    theme: oneOf(["light", "dark"], given.get("theme")) ?? initial.theme,
  };
}

const simple = ["view", "scenario", "base", "by", "cell", "a", "b"] as const;

/** Returns the fragment of a state, `#` included. It holds only what differs from the defaults. */
export function formatState(state: State, data: PageData): string {
  const initial = initialState(data);
  const chosen = new URLSearchParams();
  for (const key of simple) {
    const value = state[key];
    if (value !== initial[key] && value !== null) chosen.set(key, value);
  }
  for (const runtime of state.hiddenRuntimes) chosen.append("hide", runtime);
  for (const framework of state.hiddenFrameworks) chosen.append("without", framework);
  const { column, descending } = state.sort;
  if (column !== initial.sort.column || descending !== initial.sort.descending) {
    chosen.set("sort", `${column}:${descending ? "desc" : "asc"}`);
  }
  if (state.theme !== initial.theme) chosen.set("theme", state.theme);
  const text = chosen.toString().replaceAll("%2F", "/").replaceAll("%3A", ":");
  return text === "" ? "" : `#${text}`;
}

/** Returns the value if it is one of the known ones, otherwise null. */
function oneOf<T extends string>(known: readonly T[], value: string | null | undefined): T | null {
  return known.find((item) => item === value) ?? null;
}
