import type { Cell } from "@deadheat/judge";
import type { Rank } from "@deadheat/judge/known";
import { isAcross, mainRatio } from "../content/ranking.ts";
import { left, right } from "../content/section.ts";
import { flagsOf } from "./flags.ts";
import { h, type Child, type Element } from "./parts/element.ts";
import { plotTable, ratios, type Mark } from "./parts/plot.ts";

/**
 * How a page writes the numbers of a ranking: the report as plain text, the site as links and with the field of the result that
 * each number is from.
 */
export interface RankingTexts {
  readonly rank: (cell: Cell) => Child;
  readonly name: (cell: Cell) => Child;
  readonly version: (cell: Cell) => Child;
  /** The ratio to node:http, or to the floor in a scenario without Node. */
  readonly ratio: (cell: Cell) => Child;
  readonly each: (cell: Cell) => Child;
  /** The CPU time that a request takes beyond that of the floor. */
  readonly over: (cell: Cell) => Child;
  readonly rounds: (cell: Cell) => Child;
}

interface RankingOptions {
  readonly label: string;
  readonly cells: readonly Cell[];
  /** The number of ranked cells of the scenario, of which a page may show those of one runtime. */
  readonly of: number;
  readonly texts: RankingTexts;
}

/** Returns the ranking of a scenario: possible places, ratios with intervals, costs, ties, and remarks. */
export function rankingTable({ label, cells, of, texts }: RankingOptions): Element {
  const to = isAcross(cells) ? "to node:http" : "to its floor";
  return plotTable<Cell>({
    label,
    rows: cells,
    kind: "ranking",
    name: [
      "rank, target",
      (cell) => [
        h("span", { class: "place" }, texts.rank(cell)),
        texts.name(cell),
        " ",
        tagsOf(cell, true),
        h("span", { class: "version" }, texts.version(cell)),
      ],
    ],
    drawn: [ratios(`requests per CPU-second, ${to}`, (cell) => [markOf(cell)])],
    columns: [
      [right(to), texts.ratio],
      [right("µs per request"), texts.each],
      [right("overhead, µs"), texts.over],
      [left("places"), ({ rank }) => rank && places(rank, of)],
      [right("n"), texts.rounds],
      [left("tie"), ({ tieGroup }) => tieGroup.join("")],
      [left("notes"), (cell) => tagsOf(cell, false)],
    ],
  });
}

/**
 * Returns the mark of a cell. The thick part of its interval is the uncertainty of its own rounds with the floor; the
 * comparison with another runtime adds the thin part.
 */
export function markOf(cell: Cell): Mark {
  const { ratio, lo, hi } = mainRatio(cell);
  const { toFloor, toNodeHttp } = cell.efficiency!;
  const mark = { runtime: cell.runtime, at: ratio, lo, hi };
  if (toNodeHttp === null || cell.runtime === "node") return mark;
  const own = ratio / toFloor.ratio;
  return { ...mark, within: { lo: own * toFloor.lo, hi: own * toFloor.hi } };
}

/** Draws the possible places of a target, out of `count`, as a bar from the first to the last. */
export function places([from, to]: Rank, count: number): Element {
  const share = (of: number) => `${Number(((100 * of) / count).toFixed(1))}%`;
  const drawn = h("rect", { x: share(from - 1), width: share(to - from + 1), height: "100%" });
  return h("svg", { class: "places", "aria-hidden": "true" }, drawn);
}

/** The flags of an imprecise number appear next to the name, which no screen hides. */
function tagsOf(cell: Cell, imprecise: boolean): Element[] {
  return flagsOf(cell)
    .filter((flag) => flag.imprecise === imprecise)
    .map(({ label, text, tone }) => h("span", { class: tone, title: text }, label));
}
