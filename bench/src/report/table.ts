import { styleText } from "node:util";
import CliTable from "cli-table3";
import type { Cell, Result } from "../result.ts";
import {
  formatCount,
  formatHalfWidth,
  formatInterval,
  formatRatio,
  intervalBar,
  printable,
} from "./format.ts";
import { notesOf, type Note } from "./notes.ts";
import { retiredSentences } from "./retired.ts";
import {
  bridgeSentences,
  machineSentence,
  measuredSentences,
  noiseSentence,
  tieSentences,
  unrankedReason,
} from "./summary.ts";

import { likeSections } from "./like-sections.ts";
import { sectionText } from "./section.ts";
import { soloSections } from "./solo-sections.ts";
import { borderless } from "./table-style.ts";

const BAR = 24;

export interface TableOptions {
  readonly color: boolean;
}

/** The whole answer of a run, for a terminal or a log. */
export function renderResult(result: Result, options: TableOptions): string {
  const scenarios = [...new Set(result.cells.map((cell) => cell.scenario))];
  return [
    machineSentence(result),
    ...scenarios.map((scenario) => `\n${renderScenario(result, scenario, options)}`),
    ...[...soloSections(result), ...likeSections(result)].map(
      (section) => `\n${sectionText(section)}`,
    ),
    "",
    ...tieSentences(result),
    noiseSentence(result),
    ...bridgeSentences(result),
    ...measuredSentences(result),
    ...retiredSentences(result).map(printable),
    ...result.warnings.map(({ message }) => paint(options, "red", `WARNING: ${message}`)),
    "",
  ].join("\n");
}

function renderScenario(result: Result, scenario: string, options: TableOptions): string {
  const cells = result.cells.filter((cell) => cell.scenario === scenario);
  const ranked = cells.filter((cell) => cell.rank !== null);
  const ends = ranked.flatMap((cell) => {
    const ratio = cell.efficiency?.toNodeHttp;
    return ratio ? [ratio.lo, ratio.hi] : [];
  });
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const table = new CliTable({
    head: [
      "#",
      "tie",
      "target",
      "version",
      "req / CPU-s",
      "to node:http",
      "95 % interval",
      bound(from, to),
      "to floor",
      "95 % interval",
      "",
      "n",
      "verdict",
    ],
    chars: borderless,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
    colAligns: [
      "right",
      "left",
      "left",
      "left",
      "right",
      "right",
      "left",
      "left",
      "right",
      "left",
      "right",
      "right",
      "left",
    ],
  });
  for (const cell of ranked) table.push(row(cell, from, to, result, options));
  const notes = notesOf(cells).map((note) => noteLine(note, options));
  const title = paint(options, "bold", `${scenario}`);
  const trimmed = table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
  return [title, ranked.length > 0 ? trimmed : unrankedReason(result), ...notes].join("\n");
}

function row(
  cell: Cell,
  from: number,
  to: number,
  result: Result,
  options: TableOptions,
): string[] {
  const toFloor = cell.efficiency?.toFloor;
  const toNodeHttp = cell.efficiency?.toNodeHttp;
  const floor = result.floors[cell.runtime] === cell.target;
  const measured = toFloor && !floor;
  return [
    String(cell.rank),
    cell.tieGroup.join(""),
    paint(options, runtimeColor[cell.runtime], cell.target) + (cell.replayedFrom ? " ↺" : ""),
    cell.version,
    formatCount(cell.requestsPerCpuSecond ?? 0),
    toNodeHttp ? formatRatio(toNodeHttp.ratio) : "",
    cell.target === result.floors.node ? "reference" : toNodeHttp ? formatInterval(toNodeHttp) : "",
    toNodeHttp ? intervalBar(toNodeHttp, from, to, BAR) : "",
    toFloor ? formatRatio(toFloor.ratio) : "",
    measured ? formatInterval(toFloor) : "floor",
    measured ? formatHalfWidth(toFloor) : "",
    toFloor ? String(toFloor.n) : "",
    (cell.verdict ?? "") + (cell.status === "limited" ? " (limited)" : ""),
  ];
}

function noteLine({ kind, targets, text }: Note, options: TableOptions): string {
  const of = targets.join(", ");
  if (kind === "warning") return paint(options, "yellow", `  ! ${of}: ${printable(text)}`);
  const mark = kind === "unsupported" ? "-" : "✖";
  const style = kind === "unsupported" ? "dim" : "red";
  return paint(options, style, `  ${mark} ${of}: ${kind}: ${printable(text)}`);
}

/** The bar's column is headed by the ends of its log scale. */
function bound(from: number, to: number): string {
  if (!Number.isFinite(from)) return "";
  const [left, right] = [from.toFixed(2), to.toFixed(2)];
  return left + " ".repeat(Math.max(1, BAR - left.length - right.length)) + right;
}

type Style = Parameters<typeof styleText>[0];
const runtimeColor = { node: "green", bun: "magenta", deno: "cyan" } as const;

function paint({ color }: TableOptions, style: Style, text: string): string {
  return color ? styleText(style, text, { validateStream: false }) : text;
}
