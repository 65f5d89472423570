import type { ExplainedFunction, Reasons } from "@deadheat/judge";
import {
  conditionSentences,
  costSections,
  explainedSentences,
  limitsWords,
  microseconds,
  moreWords,
  movedOf,
  movedSentence,
  namedOf,
  placeWords,
} from "../content/explained.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { printable } from "../format.ts";
import { textTable } from "./table.ts";
import { fill } from "./wrap.ts";

/** The most functions in the table. The page has all. */
const MOST_ROWS = 12;

/** Writes an explanation: the reasons in sentences, the named functions, and the kinds of code, which add up. */
export function renderExplained(
  explained: Reasons,
  { width = 80, page = null }: { readonly width?: number; readonly page?: string | null } = {},
): string {
  const sentences = (lines: readonly (string | null)[]) =>
    lines.flatMap((line) => (line === null ? [] : [fill(printable(line), width)]));
  const moved = movedOf(explained);
  return [
    ...sentences([explainedSentences(explained).join(" ")]),
    "",
    ...functionTable(explained, moved, width),
    ...sentences([movedSentence(moved)]),
    "",
    ...costSections(explained).flatMap(({ columns, rows }) => {
      const lines = rows.map((row) => row.map(printable));
      return [...textTable(columns, lines, width).lines, ""];
    }),
    ...sentences([
      ...conditionSentences(explained),
      ...explained.warnings.map(({ message }) => `! ${message}`),
    ]),
    ...(page === null ? [] : [`page: ${printable(page)}`]),
    "",
  ].join("\n");
}

function functionTable(
  explained: Reasons,
  moved: readonly ExplainedFunction[],
  width: number,
): readonly string[] {
  const named = namedOf(explained);
  const { rest, cpu } = explained;
  const columns: readonly Filled<ExplainedFunction>[] = [
    [right("us"), ({ self }) => moreWords(self.difference)],
    [left("95 %"), ({ self }) => limitsWords(self)],
    [right("base"), ({ self }) => microseconds(self.base)],
    [left("function"), (one) => `${nameWords(one)}${moved.includes(one) ? "*" : ""}`],
    [left("in"), placeWords],
  ];
  const { columns: shown, rows } = tableOf(columns, named.slice(0, MOST_ROWS));
  const sum = (some: readonly ExplainedFunction[], of: "difference" | "base") =>
    some.reduce((all, { self }) => all + self[of], 0);
  const further = named.slice(MOST_ROWS);
  const others = [
    ...(further.length === 0
      ? []
      : [
          [
            moreWords(sum(further, "difference")),
            "",
            microseconds(sum(further, "base")),
            `${further.length} more, on the page`,
            "",
          ],
        ]),
    [
      moreWords(rest.difference),
      limitsWords(rest),
      microseconds(rest.base),
      "below what can be told",
      "",
    ],
    [moreWords(cpu.difference), limitsWords(cpu), microseconds(cpu.base), "all", ""],
  ];
  return textTable(
    shown,
    [...rows, ...others].map((row) => row.map(printable)),
    width,
  ).lines;
}

function nameWords({ name, state, renamedFrom }: ExplainedFunction): string {
  if (renamedFrom !== undefined) return `${name} (was ${renamedFrom})`;
  return state === "both" ? name : `${name} (${state})`;
}
