import { styleText } from "node:util";
import { runtimeFacts } from "@deadheat/journal";
import { type Cell, type Result, isWide } from "@deadheat/judge";
import { instanceSentences } from "../content/instances.ts";
import { notesOf, noteWords, type Note } from "../content/notes.ts";
import { costSentences, HALF_WIDTH, INTERVAL, rankingColumns } from "../content/ranking.ts";
import { tableOf, type Section } from "../content/section.ts";
import { sectionsOf } from "../content/sections.ts";
import {
  closingSentences,
  knownSentences,
  machineSentence,
  retiredSentences,
  unrankedReason,
} from "../content/sentences.ts";
import { asSentence, printable } from "../format.ts";
import { historyText } from "../history/text.ts";
import { isHistory } from "../history/words.ts";
import { sectionText, textTable, type TextTable } from "./table.ts";
import { wrap, type Width } from "./wrap.ts";

export interface TableOptions {
  readonly color: boolean;
  /** The width of the terminal; null for as wide as the tables need. */
  readonly columns: Width;
  readonly sections?: readonly Section[];
}

export function renderResult(result: Result, options: TableOptions): string {
  const { columns, sections = [] } = options;
  if (isHistory(result)) return historyText(result, columns);
  const scenarios = Map.groupBy(result.cells, (cell) => cell.scenario);
  const tables = [
    ...[...scenarios].map(([name, cells]) => renderScenario(name, cells, result, options)),
    ...sectionsOf(result, sections, false).map((section) => sectionText(section, columns)),
  ];
  const fit = (sentence: string) => wrap(printable(sentence), columns);
  return [
    ...knownSentences(result).map((sentence) => paint(options, "bold", fit(sentence))),
    ...[...costSentences(result), machineSentence(result), ...instanceSentences(result)].map(fit),
    ...tables.map(({ text }) => `\n${text}`),
    "",
    ...closingSentences(result).map(fit),
    ...retiredSentences(result).map(fit),
    ...leftOutSentences(tables.flatMap(({ leftOut }) => leftOut)).map(fit),
    ...result.warnings.map(({ message }) =>
      paint(options, "red", fit(`WARNING: ${asSentence(message)}`)),
    ),
    "",
  ].join("\n");
}

function leftOutSentences(all: readonly string[]): string[] {
  const names = [...new Set(all)].filter((name) => !["", INTERVAL, HALF_WIDTH].includes(name));
  const notShown = `Not shown at this width: ${names.join(", ")}. report.md has every column.`;
  return names.length === 0 ? [] : [notShown];
}

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

function rankedTable(cells: readonly Cell[], result: Result, options: TableOptions): TextTable {
  const { first, others } = rankingColumns(cells, result, {
    nameOf: (cell) => nameOf(cell, options),
    versionOf: ({ version }) => printable(version),
  });
  const { columns, rows } = tableOf([...first, ...others], cells);
  return textTable(columns, rows, options.columns);
}

function nameOf(cell: Cell, options: TableOptions): string {
  const name = paint(options, runtimeFacts[cell.runtime].look.terminal, printable(cell.target));
  const wide = isWide(cell) ? paint(options, "yellow", " !") : "";
  return name + (cell.replayedFrom ? " ↺" : "") + wide;
}

function noteText(note: Note, options: TableOptions): string {
  const [mark, style] = marks[note.kind];
  const line = `  ${mark} ${note.targets.join(", ")}: ${noteWords(note)}`;
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

function paint({ color }: Pick<TableOptions, "color">, style: Style, text: string): string {
  return color ? styleText(style, text, { validateStream: false }) : text;
}
