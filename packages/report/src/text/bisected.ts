import type { Bisected } from "@deadheat/judge";
import { bisectedSentences, searchSentences, triedSection } from "../content/bisected.ts";
import { printable } from "../format.ts";
import { renderExplained } from "./explained.ts";
import { textTable } from "./table.ts";
import { fill } from "./wrap.ts";

/** The files of a search. */
export interface BisectedFiles {
  readonly html: string;
  readonly log: string | null;
}

/** Writes a search: what it found in sentences, the steps that led there, and how it was measured. */
export function renderBisected(
  bisected: Bisected,
  {
    width = 80,
    files = null,
  }: { readonly width?: number; readonly files?: BisectedFiles | null } = {},
): string {
  const sentences = (lines: readonly string[]) => lines.map((line) => fill(printable(line), width));
  const { columns, rows } = triedSection(bisected);
  const table = textTable(
    columns,
    rows.map((row) => row.map(printable)),
    width,
  ).lines;
  return [
    ...sentences(bisectedSentences(bisected)),
    "",
    ...table,
    "",
    ...sentences([
      ...searchSentences(bisected),
      ...bisected.warnings.map(({ message }) => `! ${message}`),
    ]),
    ...(bisected.explained === undefined
      ? []
      : ["", renderExplained(bisected.explained, { width })]),
    ...(files === null ? [] : [`page: ${printable(files.html)}`]),
    ...(files?.log ? [`log:  ${printable(files.log)} (git bisect replay takes it)`] : []),
    "",
  ].join("\n");
}
