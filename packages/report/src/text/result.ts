import { styleText } from "node:util";
import { type Cell, type Result, isWide } from "@deadheat/judge";
import { groupBy } from "@deadheat/judge/group-by";
import { instanceColumn, instanceSentences } from "../content/instances.ts";
import { orderSections } from "../content/order.ts";
import { notesOf, type Note } from "../content/notes.ts";
import {
  HALF_WIDTH,
  INTERVAL,
  ratioColumns,
  rankingColumns,
  type RankingColumn,
} from "../content/ranking.ts";
import { left, right, tableOf, type Section } from "../content/section.ts";
import {
  bridgeSentences,
  knownSentences,
  machineSentence,
  measuredSentences,
  noiseSentence,
  retiredSentences,
  tieSentences,
  unrankedReason,
} from "../content/sentences.ts";
import { costSections } from "../content/cost.ts";
import { soloSections } from "../content/solo.ts";
import { intervalBar, printable } from "../format.ts";
import { sectionText } from "./section.ts";
import { textTable, totalOf } from "./table.ts";
import { widthOf, wrap, type Width } from "./wrap.ts";

export interface TableOptions {
  readonly color: boolean;
  /** Of the terminal; null: as wide as it needs. */
  readonly columns: Width;
  /** What whoever calls adds to it. */
  readonly sections?: readonly Section[];
}

/** The whole answer of a run, for a terminal or a log. */
export function renderResult(result: Result, options: TableOptions): string {
  const { columns } = options;
  const scenarios = groupBy(result.cells, (cell) => cell.scenario);
  const tables = [
    ...[...scenarios].map(([name, cells]) => renderScenario(name, cells, result, options)),
    ...[
      ...orderSections(result, false),
      ...costSections(result),
      ...soloSections(result),
      ...(options.sections ?? []),
    ].map((one) => sectionText(one, columns)),
  ];
  const leftOut = new Set(tables.flatMap((table) => table.leftOut));
  const fit = (sentence: string) => wrap(printable(sentence), columns);
  return [
    ...knownSentences(result).map((sentence) => paint(options, "bold", fit(sentence))),
    fit(machineSentence(result)),
    ...instanceSentences(result).map(fit),
    ...tables.map(({ text }) => `\n${text}`),
    "",
    ...tieSentences(result).map(fit),
    fit(noiseSentence(result)),
    ...bridgeSentences(result).map(fit),
    ...measuredSentences(result).map(fit),
    ...retiredSentences(result).map(fit),
    ...leftOutSentences([...leftOut]).map(fit),
    ...result.warnings.map(({ message }) => paint(options, "red", fit(`WARNING: ${message}`))),
    "",
  ].join("\n");
}

function leftOutSentences(names: readonly string[]): string[] {
  const own = names.filter((name) => name !== "" && name !== INTERVAL && name !== HALF_WIDTH);
  if (own.length === 0) return [];
  return [`Not shown at this width: ${own.join(", ")}; report.md has every column.`];
}

const WIDEST_BAR = 24;
const NARROWEST_BAR = 10;

function renderScenario(
  scenario: string,
  cells: readonly Cell[],
  result: Result,
  options: TableOptions,
): { text: string; leftOut: readonly string[] } {
  const ranked = cells.filter((cell) => cell.rank !== null);
  const title = paint(options, "bold", printable(scenario));
  const notes = notesOf(cells).map((note) => noteText(note, options));
  if (ranked.length === 0) {
    return { text: [title, unrankedReason(result), ...notes].join("\n"), leftOut: [] };
  }
  const { lines, leftOut } = rankedTable(ranked, result, options);
  return { text: [title, ...lines, ...notes].join("\n"), leftOut };
}

function rankedTable(cells: readonly Cell[], result: Result, options: TableOptions) {
  const first = firstColumns(cells, result, options);
  const all = [...first, ...barColumn(cells, first, options), ...furtherColumns(result)];
  const { columns, rows } = tableOf(all, cells);
  return textTable(columns, rows, options.columns);
}

/** What no terminal is too narrow for. */
function firstColumns(
  cells: readonly Cell[],
  { floors }: Result,
  options: TableOptions,
): RankingColumn[] {
  const across = cells.some((cell) => cell.efficiency?.toNodeHttp);
  const heading = right(across ? "to node:http" : "to floor");
  return [
    rankingColumns.rank,
    [left("target"), (cell) => nameOf(cell, options)],
    ...ratioColumns(heading, mainRatio, ({ target, runtime }) =>
      target === floors[across ? "node" : runtime] ? "reference" : null,
    ),
  ];
}

/** Headed by the ends of its log scale; as wide as the columns that come first leave room. */
function barColumn(
  cells: readonly Cell[],
  first: readonly RankingColumn[],
  { columns }: TableOptions,
): RankingColumn[] {
  const ratios = cells.map(mainRatio);
  const from = Math.min(...ratios.map(({ lo }) => lo));
  const to = Math.max(...ratios.map(({ hi }) => hi));
  const before = first
    .filter(([{ priority }]) => priority === 0)
    .map(([{ name }, of]) => Math.max(widthOf(name), ...cells.map((cell) => widthOf(of(cell)))));
  const room = columns === null ? WIDEST_BAR : columns - totalOf([...before, 0]);
  const width = Math.min(WIDEST_BAR, room);
  if (width < NARROWEST_BAR) return [];
  const ends = [from.toFixed(2), to.toFixed(2)];
  const name = ends.join(" ".repeat(Math.max(1, width - ends.join("").length)));
  return [[left(name, 1), (cell) => intervalBar(mainRatio(cell), from, to, width)]];
}

/** In the order in which they are shown; their priorities say which come first where there is little room. */
function furtherColumns(result: Result): RankingColumn[] {
  const { floors } = result;
  const { speed, blocks, verdict, tie } = rankingColumns;
  return [
    ...ratioColumns(
      right("to floor", 2),
      ({ efficiency }) => efficiency?.toFloor,
      ({ target, runtime }) => (target === floors[runtime] ? "floor" : null),
    ),
    speed,
    blocks,
    verdict,
    ...instanceColumn(result),
    [left("version", 6), ({ version }) => printable(version)],
    tie,
  ];
}

/** To node:http; of a scenario that Node does not have, to the floor. Of a ranked cell. */
function mainRatio({ efficiency }: Cell): { ratio: number; lo: number; hi: number } {
  return efficiency!.toNodeHttp ?? efficiency!.toFloor;
}

function nameOf(cell: Cell, options: TableOptions): string {
  const name = paint(options, runtimeColor[cell.runtime], printable(cell.target));
  const wide = isWide(cell) ? paint(options, "yellow", " !") : "";
  return name + (cell.replayedFrom ? " ↺" : "") + wide;
}

function noteText({ kind, targets, text }: Note, options: TableOptions): string {
  const said = kind === "warning" ? text : `${kind}: ${text}`;
  const [mark, style] = marks[kind];
  const line = `  ${mark} ${targets.join(", ")}: ${said}`;
  return paint(options, style, wrap(printable(line), options.columns, "    "));
}

const marks = {
  warning: ["!", "yellow"],
  unsupported: ["-", "dim"],
  "library of record": ["-", "dim"],
  failed: ["✖", "red"],
  limited: ["✖", "red"],
} as const;

type Style = Parameters<typeof styleText>[0];
const runtimeColor = { node: "green", bun: "magenta", deno: "cyan" } as const;

function paint({ color }: Pick<TableOptions, "color">, style: Style, text: string): string {
  return color ? styleText(style, text, { validateStream: false }) : text;
}
