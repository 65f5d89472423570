import type { Column, Section } from "../content/section.ts";
import { printable } from "../format.ts";

/** Escapes text from outside, so that it is only text in Markdown, and in the HTML made from it. */
export function escapeMarkdown(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>|#&]/g, (character) => `\\${character}`);
}

/** @param rows texts in the order of the columns, escaped if they come from outside */
export function markdownTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  return [
    columns.map(({ name }) => name),
    columns.map(({ align }) => (align === "right" ? "--:" : "---")),
    ...rows,
  ]
    .map((texts) => `| ${texts.join(" | ")} |`)
    .join("\n");
}

export function sectionMarkdown({ title, lead, columns, rows, notes }: Section): string {
  const texts = rows.map((row) => row.map(escapeMarkdown));
  return [
    `## ${escapeMarkdown(title)}`,
    "",
    ...lead.flatMap((line) => [escapeMarkdown(line), ""]),
    ...(rows.length === 0 ? [] : [markdownTable(columns, texts)]),
    ...(notes.length > 0 ? ["", ...notes.map((note) => `- ${escapeMarkdown(note)}`)] : []),
  ].join("\n");
}
