import { stripVTControlCharacters } from "node:util";
import { left, type Column } from "../content/section.ts";
import { printable } from "../format.ts";
import { widthOf, type Width } from "./wrap.ts";

const GAP = "  ";
/** The length to which a text may be cut. */
const SHORTEST = 4;

interface TextTable {
  readonly lines: readonly string[];
  /** The names of the columns that had no room. */
  readonly leftOut: readonly string[];
}

/**
 * Draws a table without rules. If the width is too small, columns are left out. Columns of priority 0 always stay, and
 * the longest of their texts is cut.
 * @param rows texts in the order of the columns, each of one line
 */
export function textTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: Width,
  gap = GAP,
): TextTable {
  const widths = columns.map(({ name }, i) =>
    Math.max(widthOf(name), ...rows.map((row) => widthOf(row[i] ?? ""))),
  );
  const shown = width === null ? columns : fitting(columns, widths, width);
  const places = shown.map((column) => columns.indexOf(column));
  for (;;) {
    const longest = places.toSorted((a, b) => widths[b]! - widths[a]!)[0];
    const over = totalOf(places.map((i) => widths[i]!)) - (width ?? Infinity);
    if (longest === undefined || over <= 0 || widths[longest]! <= SHORTEST) break;
    widths[longest]! -= 1;
  }
  const line = (texts: readonly string[]) =>
    places
      .map((i) => padded(texts[i] ?? "", widths[i]!, columns[i]!.align))
      .join(gap)
      .trimEnd();
  return {
    lines: [columns.map(({ name }) => name), ...rows].map(line),
    leftOut: columns.filter((column) => !shown.includes(column)).map(({ name }) => name),
  };
}

/** Draws lines whose texts come from outside, in columns to the left without headings. */
export function alignedLines(rows: readonly (readonly string[])[]): readonly string[] {
  const texts = rows.map((row) => row.map(printable));
  const columns = (rows[0] ?? []).map(() => left(""));
  return textTable(columns, texts, null).lines.slice(1);
}

function fitting(columns: readonly Column[], widths: readonly number[], width: number): Column[] {
  const widthsOf = (some: ReadonlySet<Column>) => widths.filter((_, i) => some.has(columns[i]!));
  const priorities = [...new Set(columns.map(({ priority }) => priority))].toSorted(
    (a, b) => a - b,
  );
  const chosen = new Set<Column>();
  for (const priority of priorities) {
    const more = columns.filter((column) => column.priority === priority);
    if (priority > 0 && totalOf(widthsOf(new Set([...chosen, ...more]))) > width) continue;
    for (const column of more) chosen.add(column);
  }
  return columns.filter((column) => chosen.has(column));
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, own) => sum + own, 0) + GAP.length * Math.max(0, widths.length - 1);
}

function padded(text: string, width: number, align: Column["align"]): string {
  const length = widthOf(text);
  // A cut text loses its colour, since the cut might remove the sequence that ends the colour.
  if (length > width) return `${[...stripVTControlCharacters(text)].slice(0, width - 1).join("")}…`;
  const space = " ".repeat(width - length);
  return align === "right" ? space + text : text + space;
}
