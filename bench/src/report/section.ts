import CliTable from "cli-table3";
import { escapeMarkdown } from "./markdown-escape.ts";
import { printable } from "./format.ts";
import { borderless } from "./table-style.ts";

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

export interface Column {
  readonly name: string;
  /** Text to the left, figures to the right. */
  readonly align: "left" | "right";
}

export function left(name: string): Column {
  return { name, align: "left" };
}

export function right(name: string): Column {
  return { name, align: "right" };
}

/** For a terminal or a log. */
export function sectionText({ title, lead, columns, rows, notes }: Section): string {
  const table = new CliTable({
    head: columns.map(({ name }) => name),
    chars: borderless,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
    colAligns: columns.map(({ align }) => align),
  });
  for (const row of rows) table.push(row.map(printable));
  const lines = rows.length === 0 ? [] : table.toString().split("\n");
  return [
    title,
    ...lead.map(printable),
    ...lines.map((line) => line.trimEnd()),
    ...notes.map((note) => `  ${printable(note)}`),
  ].join("\n");
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
