import { escapeMarkdown } from "../markdown/table.ts";
import { printable } from "../format.ts";
import { textTable, type Column } from "../text/table.ts";
import { wrap, type Width } from "../text/wrap.ts";

/** A table with its title and what has to be known to read it, before it is drawn. */
export interface Section {
  readonly title: string;
  /** Above the table. */
  readonly lead: readonly string[];
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Below the table. */
  readonly notes: readonly string[];
}

/** For a terminal or a log, with what there was no room for. */
export function sectionText(
  { title, lead, columns, rows, notes }: Section,
  width: Width,
): { text: string; leftOut: readonly string[] } {
  const { lines, leftOut } = textTable(
    columns,
    rows.map((row) => row.map(printable)),
    width,
  );
  const text = [
    ...[title, ...lead].map((line) => wrap(printable(line), width)),
    ...(rows.length === 0 ? [] : lines),
    ...notes.map((note) => wrap(`  ${printable(note)}`, width, "    ")),
  ].join("\n");
  return { text, leftOut: rows.length === 0 ? [] : leftOut };
}

export function sectionMarkdown({ title, lead, columns, rows, notes }: Section): string {
  const row = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;
  const table = [
    row(columns.map(({ name }) => escapeMarkdown(name))),
    row(columns.map(({ align }) => (align === "right" ? "--:" : "---"))),
    ...rows.map((texts) => row(texts.map(escapeMarkdown))),
  ];
  return [
    `## ${escapeMarkdown(title)}`,
    "",
    ...lead.flatMap((line) => [escapeMarkdown(line), ""]),
    ...(rows.length === 0 ? [] : table),
    ...(notes.length > 0 ? ["", ...notes.map((note) => `- ${escapeMarkdown(note)}`)] : []),
  ].join("\n");
}
