import type { Reasons, ExplainedFunction } from "@deadheat/judge";
import {
  amountWords,
  limitsWords,
  moreWords,
  namedOf,
  nameWords,
  unitOf,
  whereWords,
  type Unit,
} from "../content/explained.ts";
import { explainedSentences, profileSentences } from "../content/explained-sentences.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { asSentence } from "../format.ts";
import { inert } from "./inert.ts";
import { markdownTable } from "./table.ts";

/** The most functions that people read in a comment. */
const MOST_ROWS = 10;

const columnsIn = (unit: Unit): readonly Filled<ExplainedFunction>[] => [
  [right(`change, ${unit.symbol}${unit.per}`), ({ self }) => moreWords(self.difference, unit)],
  [right("95 % interval"), ({ self }) => inert(limitsWords(self, unit))],
  [right("base"), ({ self }) => amountWords(self.base, unit)],
  [left("function"), (one) => inert(nameWords(one))],
  [left("in"), (one) => inert(whereWords(one))],
];

/**
 * Returns the sentences of an explanation and a folded table, as paragraphs of a comment. Names are only ever text.
 * @param where the request, inert; null if there is only one
 */
export function renderReasons(explained: Reasons, where: string | null): string[] {
  const [first = "", ...others] = explainedSentences(explained).map(inert);
  const lead = [`**Why**${where === null ? "" : ` (${where})`}: ${first}`, ...others].join(" ");
  const table = tableLines(explained);
  if (table.length === 0) return [lead];
  return [lead, "<details>\n<summary>The functions that differ</summary>", ...table, "</details>"];
}

/** Returns an explanation as Markdown, for an issue: the sentences, the functions, and how they were measured. */
export function renderExplainedMarkdown(explained: Reasons): string {
  return [
    ...explainedSentences(explained).map(inert),
    ...tableLines(explained),
    ...[...profileSentences(explained), ...explained.warnings.map(({ message }) => message)].map(
      (line) => inert(asSentence(line)),
    ),
    "",
  ].join("\n\n");
}

function tableLines(explained: Reasons): string[] {
  const named = namedOf(explained);
  const { columns, rows } = tableOf(columnsIn(unitOf(explained)), named.slice(0, MOST_ROWS));
  const more = named.length - rows.length;
  if (rows.length === 0) return [];
  return [
    markdownTable(columns, rows),
    ...(more > 0 ? [`${more} more functions are in explain.json.`] : []),
  ];
}
