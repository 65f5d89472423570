import { formatCount, formatHalfWidth, formatInterval, formatRatio } from "../../format.ts";
import { firstOf, formatRank } from "@deadheat/judge/known";
import { rankedOf, type Cell, type PageData } from "../data/page-data.ts";
import { h, type Element } from "../parts/element.ts";
import { flagsOf, type Flag } from "../data/flags.ts";
import { mark, targetName } from "../parts/marks.ts";
import { standingsOf, type Standing } from "../data/pairs.ts";
import { drawsPlaces, places } from "./places.ts";
import { relativeToFloor } from "../data/ratios.ts";
import { baseOf, rowsOf, type Row } from "../data/rows.ts";
import { scaleOf, span, type Scale } from "../parts/scale.ts";
import type { Column, State } from "../data/state.ts";
import { bandsAt, bandsOf, bandsWidth, type Band } from "./ties.ts";

export interface TableOptions {
  readonly data: PageData;
  readonly state: State;
  /** With JavaScript: headers sort, names open the cell's blocks. */
  readonly interactive: boolean;
}

/** The ranking of one scenario: places or tie bands, bars with intervals, flags. */
export function rankingTable({ data, state, interactive }: TableOptions): Element {
  const rows = rowsOf(data, state);
  const base = baseOf(data, state);
  const scale = scaleOf(rows.map(({ ratio }) => Math.min(ratio.hi, 1.6 * ratio.ratio)));
  const grid = `grid-${data.scenarios.findIndex((s) => s.name === state.scenario)}`;
  const bands = bandsOf(rows.map(({ cell }) => cell.letters));
  const ranked = rankedOf(data, state.scenario);
  const shown: Shown = {
    count: ranked.length,
    among: firstOf(ranked)?.among ?? 0,
    standings: standingsOf(data, state.scenario),
    bands: drawsPlaces(rows.length, bands) ? null : bands,
    scale,
    grid,
    data,
    interactive,
    base,
  };
  const heading = (column: Column, label: string = column) => {
    const { sort } = state;
    const direction = sort.column === column && (sort.descending ? "descending" : "ascending");
    if (!interactive) return h("th", { class: column, scope: "col" }, label);
    const button = { type: "button", id: `sort-${column}`, "data-sort": column };
    return h(
      "th",
      { class: column, scope: "col", "aria-sort": direction },
      h("button", { ...button, class: direction && `on ${direction}` }, label),
    );
  };
  const of = base?.target ?? "nothing";
  const caption = `${state.scenario}: efficiency relative to ${of}, with 95 % intervals`;
  const lines = rows.map((row, i) => line(row, i, shown));
  return h(
    "table",
    { class: "ranking" },
    h("caption", { class: "sr" }, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heading("rank"),
        placesHeader(shown),
        heading("target"),
        h("th", { class: "bar", scope: "col" }, axis(scale, grid, base?.target ?? "")),
        heading("ratio"),
        heading("floor", "of its floor"),
        heading("cpu", "req / CPU-s"),
        heading("n"),
        heading("flags", "notes"),
      ),
    ),
    h("tbody", {}, lines),
  );
}

/** The axis in the header; its grid lines are used again in every row. */
function axis({ ticks, at, max }: Scale, grid: string, base: string): Element {
  const shown = ticks.filter((tick) => tick < max * 0.96);
  const gridLine = (tick: number) =>
    h("line", { class: tick === 1 ? "one" : "tick", x1: at(tick), x2: at(tick), y2: "100%" });
  const lines = [...shown, ...(shown.includes(1) ? [] : [1])].map(gridLine);
  const labels = shown.map((tick) => {
    const kind = tick === 1 ? "one" : tick === 0 ? "zero" : null;
    return h("text", { x: at(tick), y: "100%", class: kind }, String(tick));
  });
  return h(
    "svg",
    { class: "axis", role: "img", "aria-label": `relative to ${base}` },
    h("defs", {}, h("g", { id: grid }, lines)),
    labels,
  );
}

interface Shown {
  /** How many have a rank in the scenario, whatever the filters hide. */
  readonly count: number;
  /** The headline's targets are certainly among the first so many. */
  readonly among: number;
  readonly standings: ReadonlyMap<string, Standing>;
  /** Null: each row's possible places are drawn instead. */
  readonly bands: readonly Band[] | null;
  readonly scale: Scale;
  readonly grid: string;
  readonly data: PageData;
  readonly interactive: boolean;
  readonly base: Cell | undefined;
}

function placesHeader({ bands, count }: Shown): Element {
  if (bands === null) {
    return h(
      "th",
      { class: "places", scope: "col" },
      h("span", { class: "sr" }, "possible places, from "),
      h("span", { class: "ends" }, h("span", {}, 1), " ", h("span", {}, count)),
    );
  }
  return h(
    "th",
    { class: "ties", scope: "col" },
    "ties",
    h("svg", { width: bandsWidth(bands), height: 1, "aria-hidden": "true" }),
  );
}

function placesCell({ rank }: Cell, index: number, { bands, count }: Shown): Element {
  if (bands !== null) return h("td", { class: "ties" }, bandsAt(index, bands));
  return h("td", { class: "places" }, rank === null ? null : places(rank, count));
}

/** How a target stands with the others, as far as its rank does not tell. */
function standingWords({ target }: Cell, { standings }: Shown): string {
  const standing = standings.get(target);
  if (!standing) return "no rank";
  const { deadHeats, undecided } = standing;
  return `dead heat with ${deadHeats.size}, undecided with ${undecided.size}`;
}

function line(row: Row, index: number, shown: Shown): Element {
  const { cell, ratio } = row;
  const { data, interactive, base, among, count } = shown;
  const { rank, target } = cell;
  const toFloor = data.floors[cell.runtime] === target ? null : relativeToFloor(cell);
  const isBase = target === base?.target;
  const standing = standingWords(cell, shown);
  const name = targetName(target, cell.framework, cell.runtime);
  const [vague, others] = [true, false].map((is) =>
    flagsOf(cell).filter((flag) => (flag.vague ?? false) === is),
  );
  const first = rank !== null && rank[1] === among && among < count;
  const kinds = [first && "first", vague?.length && "vague"].filter(Boolean);
  return h(
    "tr",
    { class: kinds.join(" ") || null, "data-row": interactive ? target : null },
    h(
      "td",
      { class: "rank", title: interactive ? standing : null },
      rank === null ? "-" : formatRank(rank),
      h("span", { class: "sr" }, `, ${standing}`),
    ),
    placesCell(cell, index, shown),
    h(
      "th",
      { class: "target", scope: "row" },
      interactive
        ? h("button", { type: "button", id: `cell-${target}`, "data-cell": target }, name)
        : name,
      " ",
      vague?.map(tag),
      h("small", {}, cell.version),
      cell.replayed !== null &&
        h("span", { class: "replayed", title: "replayed from the cache" }, " ↺"),
    ),
    h("td", { class: "bar" }, bar(row, shown, isBase)),
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
      toFloor === null
        ? h("small", {}, "floor")
        : [formatRatio(toFloor.ratio), " ", h("small", {}, formatHalfWidth(toFloor))],
    ),
    h("td", { class: "cpu" }, formatCount(cell.requestsPerCpuSecond ?? 0)),
    h("td", { class: "n" }, cell.blocks.length || ""),
    h("td", { class: "flags" }, others?.map(tag)),
  );
}

function tag({ label, text, tone }: Flag): Element {
  return h("span", { class: tone, title: text }, label);
}

function bar({ cell, ratio }: Row, { scale, grid }: Shown, isBase: boolean): Element {
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
