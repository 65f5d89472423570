import { firstOf, formatRank, type Rank } from "@deadheat/judge/known";
import { eachWords, overWords, type Seconds } from "../content/request-cost.ts";
import { formatInterval, formatMicroseconds, formatRatio } from "../format.ts";
import { flagsOf, type Flag } from "./data/flags.ts";
import { rankedOf, type Cell, type PageData } from "./data/page-data.ts";
import { standingsOf } from "./data/pairs.ts";
import { baseOf, rowsOf, type Row } from "./data/rows.ts";
import type { Column, State } from "./data/state.ts";
import { button } from "./parts/button.ts";
import { h, type Child, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { drawMark } from "./parts/plot.ts";
import { axisLabels, scaleOf, type Scale } from "./parts/scale.ts";

export interface TableOptions {
  readonly data: PageData;
  readonly state: State;
  /** Whether headers sort, and names open the cell's blocks. Both need JavaScript. */
  readonly interactive: boolean;
}

/** Returns the ranking of a scenario: possible places, bars with intervals, flags. */
export function rankingTable(options: TableOptions): Element {
  const rows = rowsOf(options.data, options.state);
  const shown = contextOf(rows, options);
  const { base, grid, scale, scenario } = shown;
  const heading = (column: Column, label: string = column) => header(column, label, options);
  const head = [
    heading("rank"),
    placesHeader(shown.count),
    heading("target"),
    h("th", { class: "bar", scope: "col" }, axis(scale, grid, base)),
    heading("ratio"),
    heading("cpu", "us a request"),
    heading("over", "+ us over the floor"),
    heading("n"),
    h("th", { class: "tie", scope: "col" }, "tie"),
    heading("flags", "notes"),
  ];
  const caption = `${scenario}: efficiency relative to ${base}, with 95 % intervals`;
  return h(
    "table",
    { class: "ranking" },
    h("caption", { class: "sr" }, caption),
    h("thead", {}, h("tr", {}, head)),
    h(
      "tbody",
      {},
      rows.map((row) => line(row, shown)),
    ),
  );
}

/** Returns what all rows of a ranking share. */
function contextOf(rows: readonly Row[], { data, state, interactive }: TableOptions) {
  const { scenario } = state;
  const ranked = rankedOf(data, scenario);
  return {
    scenario,
    base: baseOf(data, state)?.target ?? "nothing",
    floors: Object.values(data.floors),
    interactive,
    /** The number of ranked targets in the scenario, filters aside. */
    count: ranked.length,
    /** The targets of the headline are certainly among so many first ones. */
    among: firstOf(ranked)?.among ?? 0,
    standings: standingsOf(data, scenario),
    scale: scaleOf(rows.map(({ ratio }) => Math.min(ratio.hi, 1.6 * ratio.ratio))),
    grid: `grid-${data.scenarios.findIndex(({ name }) => name === scenario)}`,
  };
}

type Context = ReturnType<typeof contextOf>;

const ascendingFirst: ReadonlySet<Column> = new Set(["target", "rank", "cpu", "over"]);

function header(column: Column, label: string, { state, interactive }: TableOptions): Element {
  if (!interactive) return h("th", { class: column, scope: "col" }, label);
  const { sort } = state;
  const chosen = sort.column === column;
  const direction = chosen && (sort.descending ? "descending" : "ascending");
  // A first click sorts names from A, ranks from 1, times from the shortest, and other figures from the largest.
  const descending = chosen ? !sort.descending : !ascendingFirst.has(column);
  const change = { sort: { column, descending } };
  return h(
    "th",
    { class: column, scope: "col", "aria-sort": direction },
    button(`sort-${column}`, change, label, { class: direction && `on ${direction}` }),
  );
}

/** Draws the axis in the header. Every row uses its grid lines again. */
function axis(scale: Scale, grid: string, base: string): Element {
  const lines = [...new Set([...scale.ticks, 1])].map((tick) => {
    const x = scale.at(tick);
    return h("line", { class: tick === 1 ? "one" : "tick", x1: x, x2: x, y2: "100%" });
  });
  return h(
    "svg",
    { class: "axis", role: "img", "aria-label": `relative to ${base}` },
    h("defs", {}, h("g", { id: grid }, lines)),
    axisLabels(scale, String),
  );
}

function placesHeader(count: number): Element {
  return h(
    "th",
    { class: "places", scope: "col" },
    h("span", { class: "sr" }, "possible places, from "),
    h("span", { class: "ends" }, h("span", {}, 1), " ", h("span", {}, count)),
  );
}

/** Draws the possible places of a target, out of `count`, as a bar from the first to the last. */
export function places([from, to]: Rank, count: number): Element {
  const share = (of: number) => `${Number(((100 * of) / count).toFixed(1))}%`;
  const drawn = h("rect", { x: share(from - 1), width: share(to - from + 1) });
  return h("svg", { "aria-hidden": "true" }, drawn);
}

/** Returns the ties and undecided pairs of a target, which its rank does not show. */
function standingWords({ target }: Cell, { standings }: Context): string {
  const standing = standings.get(target);
  if (!standing) return "no rank";
  const { deadHeats, undecided } = standing;
  return `dead heat with ${deadHeats.size}, undecided with ${undecided.size}`;
}

function line(row: Row, shown: Context): Element {
  const { cell, ratio, cost } = row;
  const { interactive, base, floors, among, count } = shown;
  const { rank, target } = cell;
  const isBase = target === base;
  const standing = standingWords(cell, shown);
  const flags = flagsOf(cell);
  const vague = flags.filter((flag) => flag.vague);
  const others = flags.filter((flag) => !flag.vague);
  const isFirst = rank !== null && rank[1] === among && among < count;
  const kinds = [isFirst && "first", vague.length > 0 && "vague"].filter(Boolean);
  const name = interactive
    ? button(`cell-${target}`, { cell: target }, targetName(cell))
    : targetName(cell);
  const replayed = h("span", { class: "replayed", title: "replayed from the cache" }, " ↺");
  const td = (kind: string, ...content: Child[]) => h("td", { class: kind }, content);
  return h(
    "tr",
    { class: kinds.join(" ") || null, "data-row": interactive ? target : null },
    h(
      "td",
      { class: "rank", title: interactive ? standing : null },
      rank === null ? "-" : formatRank(rank),
      h("span", { class: "sr" }, `, ${standing}`),
    ),
    td("places", rank === null ? null : places(rank, count)),
    h(
      "th",
      { class: "target", scope: "row" },
      name,
      " ",
      vague.map(tag),
      h("small", {}, cell.version),
      cell.replayedFrom !== null && replayed,
    ),
    td("bar", bar(row, shown)),
    td(
      "ratio",
      formatRatio(ratio.ratio),
      " ",
      h("small", {}, isBase ? "baseline" : formatInterval(ratio)),
      cost && h("small", { class: "beside" }, `${formatMicroseconds(cost.each.at)} us`),
    ),
    td("cpu", cost && figure(cost.each, eachWords)),
    td(
      "over",
      floors.includes(target)
        ? h("small", {}, "floor")
        : cost?.over && figure(cost.over, overWords),
    ),
    td("n", cell.blocks.length || ""),
    td("tie", cell.tieGroup.join("")),
    td("flags", others.map(tag)),
  );
}

/** Returns a figure, and its interval in small print. */
function figure(of: Seconds, words: (of: Seconds) => string): Child {
  const [at = "", ...interval] = words(of).split(" ");
  return [at, " ", h("small", {}, interval.join(" "))];
}

function tag({ label, text, tone }: Flag): Element {
  return h("span", { class: tone, title: text }, label);
}

function bar({ cell, ratio }: Row, { scale, grid }: Context): Element {
  const { at } = scale;
  const { runtime } = cell;
  const { lo, hi, within, across } = ratio;
  const thin = across ? { lo, hi } : within;
  return h(
    "svg",
    { class: runtime, "aria-hidden": "true" },
    h("use", { href: `#${grid}` }),
    h("rect", { class: "fill", width: at(ratio.ratio) }),
    drawMark({ runtime, at: ratio.ratio, ...thin, ...(across && { within }) }, at),
  );
}
