import type { Column, Section } from "../content/section.ts";
import { inertText } from "./inert.ts";

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
  const texts = rows.map((row) => row.map(inertText));
  return [
    `## ${inertText(title)}`,
    "",
    ...lead.flatMap((line) => [inertText(line), ""]),
    ...(rows.length === 0 ? [] : [markdownTable(columns, texts)]),
    ...(notes.length > 0 ? ["", ...notes.map((note) => `- ${inertText(note)}`)] : []),
  ].join("\n");
}
