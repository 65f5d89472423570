import type { Bisected } from "@deadheat/judge";
import { bisectedWords, searchSentence, triedSection } from "../content/bisected.ts";
import { present, printable } from "../format.ts";
import { renderExplained } from "./explained.ts";
import { alignedLines, printedTable } from "./table.ts";
import { fill } from "./wrap.ts";

/** Writes a search: the answer, the differences behind it, the measured candidates, caveats and files. */
export function renderBisected(
  bisected: Bisected,
  {
    width = 80,
    files = null,
  }: { readonly width?: number; readonly files?: { readonly html: string } | null } = {},
): string {
  const line = (text: string, indent = "") =>
    fill(`${indent}${printable(text)}`, width, `${indent}  `);
  const { answers, facts, sentences } = bisectedWords(bisected);
  const { columns, rows } = triedSection(bisected);
  return present([
    ...answers.flatMap(([answer, ...about]) => [
      line(answer),
      ...about.map((one) => line(one, "  ")),
    ]),
    facts.length > 0 && "",
    ...alignedLines(facts).map((one) => line(one, "  ")),
    ...sentences.map((one) => line(one)),
    "",
    ...printedTable(columns, rows, width).lines,
    "",
    line(searchSentence(bisected)),
    ...bisected.warnings.map(({ message }) => line(`! ${message}`)),
    bisected.explained && `\n${renderExplained(bisected.explained, { width })}`,
    files && `Report: ${printable(files.html)}`,
    "",
  ]).join("\n");
}
