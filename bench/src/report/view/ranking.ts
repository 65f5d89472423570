import { formatCount, formatHalfWidth, formatInterval, formatRatio } from "../format.ts";
import { type Column, type State } from "./state.ts";
import { type Cell, type PageData } from "./data.ts";
import { h, type Child, type Element } from "./element.ts";
import { flagsOf } from "./flags.ts";
import { mark, targetName } from "./marks.ts";
import { relativeTo, relativeToFloor, tied, type Relative } from "./ratios.ts";
import { scaleOf, span, type Scale } from "./scale.ts";
import { bandsOf, columnsOf, type Band } from "./ties.ts";
import { cellsOf } from "./words.ts";

/** One line of the ranking. */
export interface Row {
  readonly cell: Cell;
  readonly ratio: Relative;
}

/** The ranked cells of the state's scenario that its filters let through, in its order. */
export function rowsOf(data: PageData, state: State): Row[] {
  const cells = cellsOf(data, state.scenario).filter((cell) => cell.rank !== null);
  const base = baseOf(data, state);
  return cells
    .filter((cell) => !state.hiddenRuntimes.includes(cell.runtime))
    .filter((cell) => !state.hiddenFrameworks.includes(cell.framework))
    .flatMap((cell) => {
      const ratio = base && relativeTo(cell, base, data);
      return ratio ? [{ cell, ratio }] : [];
    })
    .toSorted(by(state.sort));
}

/** The cell that is 1: the chosen one, or node-http/node where that was not measured here. */
export function baseOf(data: PageData, { scenario, base }: State): Cell | undefined {
  const cells = cellsOf(data, scenario).filter((cell) => cell.log !== null);
  return (
    [base, data.floors.node].flatMap((name) => cells.find((c) => c.target === name) ?? [])[0] ??
    cells[0]
  );
}

const sortKeys: Readonly<Record<Column, (row: Row) => number | string>> = {
  rank: ({ cell }) => cell.rank ?? Infinity,
  target: ({ cell }) => cell.target,
  ratio: ({ ratio }) => ratio.ratio,
  floor: ({ cell }) => cell.log?.mean ?? -Infinity,
  cpu: ({ cell }) => cell.requestsPerCpuSecond ?? 0,
  n: ({ cell }) => cell.blocks.length,
  flags: ({ cell }) => flagsOf(cell).length,
};

function by({ column, descending }: State["sort"]) {
  const key = sortKeys[column];
  return (a: Row, b: Row): number => {
    const [x, y] = [key(a), key(b)];
    const order = x < y ? -1 : x > y ? 1 : 0;
    return (descending ? -order : order) || b.ratio.ratio - a.ratio.ratio;
  };
}

export interface TableOptions {
  readonly data: PageData;
  readonly state: State;
  /** With JavaScript: headers sort, names open the cell's blocks. */
  readonly interactive: boolean;
}

/** The ranking of one scenario: bars with intervals, tie bands, flags. */
export function rankingTable({ data, state, interactive }: TableOptions): Element {
  const rows = rowsOf(data, state);
  const base = baseOf(data, state);
  const scale = scaleOf(rows.map(({ ratio }) => Math.min(ratio.hi, 1.6 * ratio.ratio)));
  const bands = bandsOf(rows.map(({ cell }) => cell.letters));
  const grid = `grid-${data.scenarios.findIndex((s) => s.name === state.scenario)}`;
  const heading = (column: Column, label: Child, extra: string) =>
    header(column, label, extra, state, interactive);
  return h(
    "table",
    { class: "ranking" },
    h(
      "caption",
      { class: "sr" },
      `${state.scenario}: efficiency relative to ${base?.target ?? "nothing"}, with 95 % intervals`,
    ),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heading("rank", "#", "rank"),
        h(
          "th",
          { class: "ties", scope: "col" },
          "ties",
          h("svg", { width: gutterWidth(bands), height: 1, "aria-hidden": "true" }),
        ),
        heading("target", "target", "target"),
        h("th", { class: "bar", scope: "col" }, axis(scale, grid, base?.target ?? "")),
        heading("ratio", "ratio", "ratio"),
        heading("floor", "of its floor", "floor"),
        heading("cpu", "req / CPU-s", "cpu"),
        heading("n", "n", "n"),
        heading("flags", "notes", "flags"),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row, i) => line(row, i, { rows, bands, scale, grid, data, interactive, base })),
    ),
  );
}

function header(
  column: Column,
  label: Child,
  extra: string,
  { sort }: State,
  interactive: boolean,
): Element {
  const sorted = sort.column === column;
  const direction = sort.descending ? "descending" : "ascending";
  return h(
    "th",
    { class: extra, scope: "col", "aria-sort": interactive && sorted ? direction : null },
    interactive
      ? h(
          "button",
          {
            type: "button",
            id: `sort-${column}`,
            "data-sort": column,
            class: sorted ? `on ${direction}` : null,
          },
          label,
        )
      : label,
  );
}

/** The axis in the header; its grid lines are used again in every row. */
function axis({ ticks, at, max }: Scale, grid: string, base: string): Element {
  const shown = ticks.filter((tick) => tick < max * 0.96);
  return h(
    "svg",
    { class: "axis", role: "img", "aria-label": `relative to ${base}` },
    h(
      "defs",
      {},
      h(
        "g",
        { id: grid },
        shown.map((tick) =>
          h("line", { class: tick === 1 ? "one" : "tick", x1: at(tick), x2: at(tick), y2: "100%" }),
        ),
        shown.includes(1) ? null : h("line", { class: "one", x1: at(1), x2: at(1), y2: "100%" }),
      ),
    ),
    shown.map((tick) =>
      h(
        "text",
        { x: at(tick), y: "75%", class: tick === 1 ? "one" : tick === 0 ? "zero" : null },
        String(tick),
      ),
    ),
  );
}

interface LineOptions {
  readonly rows: readonly Row[];
  readonly bands: readonly Band[];
  readonly scale: Scale;
  readonly grid: string;
  readonly data: PageData;
  readonly interactive: boolean;
  readonly base: Cell | undefined;
}

function line(row: Row, index: number, options: LineOptions): Element {
  const { cell, ratio } = row;
  const { rows, data, interactive, base } = options;
  const floor = data.floors[cell.runtime] === cell.target;
  const toFloor = relativeToFloor(cell);
  const isBase = cell.target === base?.target;
  const shared =
    cellsOf(data, cell.scenario).filter((other) => other.rank === cell.rank).length > 1;
  const ties = rows.filter((other) => other.cell !== cell && tied(other.cell, cell));
  const name = targetName(cell.target, cell.framework, cell.runtime);
  return h(
    "tr",
    {
      class: [cell.rank === 1 && "first", isBase && "base"].filter(Boolean).join(" ") || null,
      "data-row": interactive ? cell.target : null,
    },
    h(
      "td",
      { class: "rank" },
      `${shared ? "=" : ""}${cell.rank}`,
      h("span", { class: "sr" }, ties.length === 0 ? ", no tie" : `, ties with ${ties.length}`),
    ),
    index === 0 ? gutter(options.bands, rows) : null,
    h(
      "th",
      { class: "target", scope: "row" },
      interactive
        ? h("button", { type: "button", id: `cell-${cell.target}`, "data-cell": cell.target }, name)
        : name,
      " ",
      h("small", {}, cell.version),
      cell.replayed === null
        ? null
        : h("span", { class: "replayed", title: "replayed from the cache" }, " ↺"),
    ),
    h("td", { class: "bar" }, bar(row, options, isBase)),
    h(
      "td",
      { class: "ratio" },
      formatRatio(ratio.ratio),
      " ",
      h("small", {}, isBase ? "baseline" : formatInterval(ratio)),
    ),
    h(
      "td",
      { class: "floor" },
      floor || toFloor === null
        ? h("small", {}, "floor")
        : [formatRatio(toFloor.ratio), " ", h("small", {}, formatHalfWidth(toFloor))],
    ),
    h("td", { class: "cpu" }, formatCount(cell.requestsPerCpuSecond ?? 0)),
    h("td", { class: "n" }, cell.blocks.length || ""),
    h(
      "td",
      { class: "flags" },
      flagsOf(cell).map(({ label, text, tone }) => h("span", { class: tone, title: text }, label)),
    ),
  );
}

function bar({ cell, ratio }: Row, { scale, grid }: LineOptions, isBase: boolean): Element {
  const { at } = scale;
  const { within, across } = ratio;
  return h(
    "svg",
    { class: cell.runtime, "aria-hidden": "true" },
    h("use", { href: `#${grid}` }),
    h("rect", { class: "fill", width: at(ratio.ratio) }),
    across && !isBase ? span("outer", ratio.lo, ratio.hi, at) : null,
    within.lo < within.hi ? span("inner", within.lo, within.hi, at) : null,
    mark(cell.runtime, at(ratio.ratio)),
  );
}

const BAND = 8;

function gutterWidth(bands: readonly Band[]): number {
  return Math.max(3, columnsOf(bands)) * BAND;
}

/**
 * The bands beside all rows, in one drawing that is as many units high as there are rows: a line from
 * the first to the last row of a tie group, a dot at each row that is in it. The leaders' come out
 * strongest.
 */
function gutter(bands: readonly Band[], rows: readonly Row[]): Element {
  const width = gutterWidth(bands);
  return h(
    "td",
    { class: "ties", rowspan: rows.length },
    h(
      "svg",
      {
        width,
        viewBox: `0 0 ${width} ${rows.length}`,
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      h("rect", { width, height: rows.length, class: "room" }),
      bands.map(({ letter, column, first, last, rows: members }) => {
        const x = column * BAND + BAND / 2;
        const leading = rows[0]?.cell.letters.includes(letter) === true;
        return h(
          "g",
          { class: leading ? "leading" : null },
          h("path", { d: `M${x} ${first + 0.5}V${last + 0.5}` }),
          h("path", {
            class: "dots",
            d: [...members].map((row) => `M${x} ${row + 0.5}h0`).join(""),
          }),
        );
      }),
    ),
  );
}
