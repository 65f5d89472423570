import type { Reasons, ExplainedFunction } from "@deadheat/judge";
import { limitsWords, microseconds, moreWords, namedOf, whereWords } from "../content/explained.ts";
import { explainedSentences } from "../content/explained-sentences.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { inert } from "./inert.ts";
import { markdownTable } from "./table.ts";

/** The most functions that people read in a comment. */
const MOST_ROWS = 10;

const columns: readonly Filled<ExplainedFunction>[] = [
  [right("change, µs per request"), ({ self }) => moreWords(self.difference)],
  [right("95 % interval"), ({ self }) => inert(limitsWords(self))],
  [right("base"), ({ self }) => microseconds(self.base)],
  [
    left("function"),
    ({ name, state }) =>
      inert({ both: name, new: `${name} (new)`, gone: `${name} (removed)` }[state]),
  ],
  [left("in"), (one) => inert(whereWords(one))],
];

/**
 * Returns the sentences of an explanation and a folded table, as paragraphs of a comment. Names are only ever text.
 * @param where the request, inert; null if there is only one
 */
export function renderReasons(explained: Reasons, where: string | null): string[] {
  const named = namedOf(explained);
  const { columns: shown, rows } = tableOf(columns, named.slice(0, MOST_ROWS));
  const more = named.length - rows.length;
  const [first = "", ...others] = explainedSentences(explained).map(inert);
  const lead = [`**Why**${where === null ? "" : ` (${where})`}: ${first}`, ...others].join(" ");
  if (rows.length === 0) return [lead];
  return [
    lead,
    [
      "<details>\n<summary>The functions that differ</summary>",
      markdownTable(shown, rows),
      ...(more > 0 ? [`${more} more functions are in explain.json.`] : []),
      "</details>",
    ].join("\n\n"),
  ];
}
