import { runtimes, type PageData, type Runtime } from "./page-data.ts";

export const views = [
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

export const columns = ["rank", "target", "ratio", "floor", "cpu", "n", "flags"] as const;
export type Column = (typeof columns)[number];

/** What the reader chose. The URL's fragment holds it, so that a link shows the same view. */
export interface State {
  readonly view: View;
  readonly scenario: string;
  /** The target that is 1. */
  readonly base: string;
  readonly hiddenRuntimes: readonly Runtime[];
  readonly hiddenFrameworks: readonly string[];
  readonly sort: { readonly column: Column; readonly descending: boolean };
  /** The target whose blocks are shown; null: none. */
  readonly cell: string | null;
  readonly a: string | null;
  readonly b: string | null;
  /** Of the latency view: which open-loop rate, and how many connections. */
  readonly rate: number;
  readonly connections: number | null;
  readonly theme: "auto" | "light" | "dark";
}

/** By what is certain: a vague ratio is never first for being high. */
const bestFirst: State["sort"] = { column: "rank", descending: false };

export function initialState(data: PageData): State {
  const scenario = data.scenarios[0]?.name ?? "";
  return {
    view: "ranking",
    scenario,
    base: data.floors.node,
    hiddenRuntimes: [],
    hiddenFrameworks: [],
    sort: bestFirst,
    cell: null,
    a: null,
    b: null,
    rate: 1,
    connections: null,
    theme: "auto",
  };
}

/** Reads a fragment. What it does not say, or says of things that are not in the data, stays as usual. */
export function parseState(fragment: string, data: PageData): State {
  const initial = initialState(data);
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const scenarios = data.scenarios.map((scenario) => scenario.name);
  const targets = new Set(data.cells.map((cell) => cell.target));
  const frameworks = new Set(data.cells.map((cell) => cell.framework));
  const target = (key: string) => oneOf([...targets], given.get(key));
  const [column, direction] = (given.get("sort") ?? "").split(":");
  const sorted = oneOf(columns, column ?? null);
  return {
    view: oneOf(views, given.get("view")) ?? initial.view,
    scenario: oneOf(scenarios, given.get("scenario")) ?? initial.scenario,
    base: target("base") ?? initial.base,
    hiddenRuntimes: runtimes.filter((runtime) => given.getAll("hide").includes(runtime)),
    hiddenFrameworks: given.getAll("without").filter((name) => frameworks.has(name)),
    sort: sorted ? { column: sorted, descending: direction === "desc" } : initial.sort,
    cell: target("cell"),
    a: target("a"),
    b: target("b"),
    rate: Number(given.get("rate") ?? initial.rate) || 0,
    connections: Number(given.get("connections")) || null,
    theme: oneOf(["light", "dark"] as const, given.get("theme")) ?? "auto",
  };
}

/** The fragment of a state: only what differs from the usual, `#` included; empty for the usual. */
export function formatState(state: State, data: PageData): string {
  const initial = initialState(data);
  const chosen = new URLSearchParams();
  for (const key of [
    "view",
    "scenario",
    "base",
    "cell",
    "a",
    "b",
    "rate",
    "connections",
  ] as const) {
    const value = state[key];
    if (value !== initial[key] && value !== null) chosen.set(key, String(value));
  }
  for (const runtime of state.hiddenRuntimes) chosen.append("hide", runtime);
  for (const framework of state.hiddenFrameworks) chosen.append("without", framework);
  const { column, descending } = state.sort;
  if (column !== bestFirst.column || descending !== bestFirst.descending) {
    chosen.set("sort", `${column}:${descending ? "desc" : "asc"}`);
  }
  if (state.theme !== "auto") chosen.set("theme", state.theme);
  const text = chosen.toString().replaceAll("%2F", "/").replaceAll("%3A", ":");
  return text === "" ? "" : `#${text}`;
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((item) => item === value) ?? null;
}
