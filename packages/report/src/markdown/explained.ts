import type { Reasons, ExplainedFunction } from "@deadheat/judge";
import {
  amountWords,
  limitsWords,
  moreWords,
  namedOf,
  placeWords,
  unitOf,
  type Unit,
} from "../content/explained.ts";
import { explainedSentences } from "../content/explained-sentences.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { inert } from "./inert.ts";
import { markdownTable } from "./table.ts";

/** The most functions that people read in a comment. */
const MOST_ROWS = 10;

const columnsIn = (unit: Unit): readonly Filled<ExplainedFunction>[] => [
  [right(`change, ${unit.symbol}${unit.per}`), ({ self }) => moreWords(self.difference, unit)],
  [right("95 % interval"), ({ self }) => inert(limitsWords(self, unit))],
  [right("base"), ({ self }) => amountWords(self.base, unit)],
  [
    left("function"),
    ({ name, state }) =>
      inert({ both: name, new: `${name} (new)`, gone: `${name} (removed)` }[state]),
  ],
  [left("in"), (one) => inert(placeWords(one))],
];

/**
 * Returns the sentences of an explanation and a folded table, as paragraphs of a comment. Names are only ever text.
 * @param where the request, inert; null if there is only one
 */
export function renderReasons(explained: Reasons, where: string | null): string[] {
  const named = namedOf(explained);
  const { columns: shown, rows } = tableOf(columnsIn(unitOf(explained)), named.slice(0, MOST_ROWS));
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
