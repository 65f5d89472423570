import { formatCount, formatHalfWidth, formatInterval, formatRatio } from "../../format.ts";
import { firstOf, formatRank } from "@deadheat/judge/known";
import type { Cell, PageData } from "../data/page-data.ts";
import { h, type Child, type Element } from "../parts/element.ts";
import { flagsOf, type Flag } from "../data/flags.ts";
import { mark, targetName } from "../parts/marks.ts";
import { standingsOf, type Standing } from "../data/pairs.ts";
import { drawsPlaces, places } from "./places.ts";
import { relativeToFloor } from "../data/ratios.ts";
import { baseOf, rowsOf, type Row } from "../data/rows.ts";
import { scaleOf, span, type Scale } from "../parts/scale.ts";
import type { Column, State } from "../data/state.ts";
import { bandsAt, bandsOf, bandsWidth, type Band } from "./ties.ts";
import { rankedOf } from "../words.ts";

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
        heading("rank", "rank", "rank"),
        placesHeader(shown),
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
      rows.map((row, i) => line(row, i, shown)),
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
        { x: at(tick), y: "100%", class: tick === 1 ? "one" : tick === 0 ? "zero" : null },
        String(tick),
      ),
    ),
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
  const { rank } = cell;
  const floor = data.floors[cell.runtime] === cell.target;
  const toFloor = relativeToFloor(cell);
  const isBase = cell.target === base?.target;
  const standing = standingWords(cell, shown);
  const name = targetName(cell.target, cell.framework, cell.runtime);
  const vague = flagsOf(cell).filter(({ vague: is }) => is);
  return h(
    "tr",
    {
      class:
        [
          rank !== null && rank[1] === among && among < count && "first",
          vague.length > 0 && "vague",
        ]
          .filter(Boolean)
          .join(" ") || null,
      "data-row": interactive ? cell.target : null,
    },
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
        ? h("button", { type: "button", id: `cell-${cell.target}`, "data-cell": cell.target }, name)
        : name,
      " ",
      vague.map(tag),
      h("small", {}, cell.version),
      cell.replayed === null
        ? null
        : h("span", { class: "replayed", title: "replayed from the cache" }, " ↺"),
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
      floor || toFloor === null
        ? h("small", {}, "floor")
        : [formatRatio(toFloor.ratio), " ", h("small", {}, formatHalfWidth(toFloor))],
    ),
    h("td", { class: "cpu" }, formatCount(cell.requestsPerCpuSecond ?? 0)),
    h("td", { class: "n" }, cell.blocks.length || ""),
    h(
      "td",
      { class: "flags" },
      flagsOf(cell)
        .filter(({ vague: is }) => !is)
        .map(tag),
    ),
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
