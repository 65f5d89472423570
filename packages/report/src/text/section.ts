import type { Section } from "../content/section.ts";
import { printable } from "../format.ts";
import { textTable } from "./table.ts";
import { wrap, type Width } from "./wrap.ts";

/** For a terminal or a log, with what there was no room for. */
export function sectionText(
  { title, lead, columns, rows, notes }: Section,
  width: Width,
): { text: string; leftOut: readonly string[] } {
  const texts = rows.map((row) => row.map(printable));
  const { lines, leftOut } = textTable(rows.length === 0 ? [] : columns, texts, width);
  const text = [
    ...[title, ...lead].map((line) => wrap(printable(line), width)),
    ...(rows.length === 0 ? [] : lines),
    ...notes.map((note) => wrap(`  ${printable(note)}`, width, "    ")),
  ].join("\n");
  return { text, leftOut };
}
