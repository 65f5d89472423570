import { isOff, type Compared, type Comparison } from "@deadheat/judge";
import {
  conditionsOf,
  controlSentence,
  detailSentences,
  headline,
  warningsOf,
} from "../content/compared.ts";
import { caveatsOf } from "../content/caveats.ts";
import { explainSentences } from "../content/explain-next.ts";
import { growthRows } from "../content/growth.ts";
import { runtimeWords } from "../content/limits.ts";
import type { MetricRow } from "../content/metric-row.ts";
import { metricRows } from "../content/metrics.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { renderReasons } from "./explained.ts";
import { inert, inertBlock, inertCode } from "./inert.ts";
import { markdownTable } from "./table.ts";

/** The largest number of rows that people read in a comment. */
const MOST_ROWS = 50;
/** The largest number of controls, and of warnings. */
const MOST_LINES = 10;

/**
 * Returns a comparison or a gate as Markdown, for a file, a job's summary or the comment on a pull request: the answer, the
 * table, what the control and the limits say, and folded details. Text of the document is only ever text.
 */
export function renderComparedMarkdown(document: Compared): string {
  const { comparisons, control, gate } = document;
  const [first, ...details] = [headline(document), ...detailSentences(document)].map(inert);
  const several = comparisons.length > 1;
  return [
    `> [!${alertOf(document)}]\n> **${first}**${details.map((line) => `\\\n> ${line}`).join("")}`,
    `Base: ${sideOf(document, "base")}. New: ${sideOf(document, "new")}.`,
    ...tableLines(document),
    ...warningsOf(document)
      .slice(0, MOST_LINES)
      .map((text) => `**Warning**: ${inert(text)}`),
    ...comparisons.flatMap(({ explained, scenario }) =>
      explained === undefined ? [] : renderReasons(explained, several ? inert(scenario) : null),
    ),
    ...explainSentences(comparisons),
    ...(control ?? [])
      .toSorted((a, b) => Number(isOff(b)) - Number(isOff(a)))
      .slice(0, MOST_LINES)
      .map((one) => inert(controlSentence(one))),
    ...(gate !== null && control === null ? ["Control: not measured."] : []),
    ...(gate?.outcome === "unmeasured" ? ["This says nothing about the change."] : []),
    "<details>\n<summary>How it was measured, and how to repeat it</summary>",
    conditionsOf(document)
      .map((text) => `- ${inert(text)}`)
      .join("\n"),
    ...(document.command === null ? [] : ["To repeat it:", inertBlock(document.command, "sh")]),
    "</details>",
    "",
  ].join("\n\n");
}

/** Returns the kind of GitHub's alert. A gate that passed still warns of what became worse. */
function alertOf({ comparisons, gate }: Compared): "NOTE" | "TIP" | "WARNING" | "CAUTION" {
  if (gate?.outcome === "unmeasured") return "CAUTION";
  if (gate?.outcome === "undecided") return "NOTE";
  const verdicts = new Set<string>(
    comparisons.flatMap(({ verdict, metrics, growth }) => [
      verdict,
      ...metrics.map((metric) => metric.verdict),
      growth?.difference.verdict ?? "",
    ]),
  );
  const isWorse = verdicts.has("slower") || verdicts.has("more");
  if (gate?.outcome === "failed" || isWorse) return "WARNING";
  return comparisons.some(({ verdict }) => verdict === "faster") ? "TIP" : "NOTE";
}

/** Returns `main (1a2b3c4)`. The document has no commit for the working tree, a comparison has. */
function sideOf(document: Compared, side: "base" | "new"): string {
  const { name, commit } = document[side];
  const { revision } = document.comparisons[0]?.versions[side] ?? {};
  const short = (commit ?? revision?.commit ?? "").slice(0, 7);
  const changes = revision?.uncommitted ? " with uncommitted changes" : "";
  return inertCode(short === "" || name.includes(short) ? name : `${name} (${short}${changes})`);
}

/** A metric of a comparison. The names of the comparison appear in its first row alone. */
interface Row {
  readonly one: Comparison;
  readonly row: MetricRow;
  readonly first: boolean;
}

const app: Filled<Row> = [left("server"), ({ one, first }) => (first ? inert(one.app ?? "") : "")];
const columns: readonly Filled<Row>[] = [
  [left("request"), ({ one, first }) => (first ? inert(one.scenario) : "")],
  [left("runtime"), ({ one, first }) => (first ? unbroken(inert(runtimeWords(one))) : "")],
  [left("metric"), ({ row }) => unbroken(row.label)],
  [right("base"), ({ row }) => unbroken(row.base)],
  [right("new"), ({ row }) => unbroken(row.new)],
  [right("change"), ({ row }) => unbroken(row.change)],
  [right("interval"), ({ row }) => unbroken(row.interval)],
];
const verdict: Filled<Row> = [
  left("verdict"),
  ({ row }) =>
    unbroken(["same", "undecided"].includes(row.verdict) ? row.verdictText : `**${row.verdict}**`),
];
const limit: Filled<Row> = [left("limit"), ({ row }) => unbroken(row.limit)];

/** Returns the table of all metrics. If nothing could be measured, the rows have no verdicts. */
function tableLines(document: Compared): string[] {
  const { comparisons, gate } = document;
  if (comparisons.length === 0) return [];
  const all = comparisons.flatMap((one) =>
    [...metricRows(one), ...growthRows(one)].map((row, i) => ({ one, row, first: i === 0 })),
  );
  const used = [
    ...(comparisons.some((one) => one.app !== null) ? [app] : []),
    ...columns,
    ...(gate?.outcome === "unmeasured" ? [] : [verdict]),
    ...(all.some(({ row }) => row.limit !== "") ? [limit] : []),
  ];
  const table = tableOf(used, all.slice(0, MOST_ROWS));
  const more = all.length - table.rows.length;
  const caveats = new Set(comparisons.flatMap((one) => caveatsOf(one, comparisons.length)));
  return [
    markdownTable(table.columns, table.rows),
    [
      "Above 0 the new server needs more.",
      ...[...caveats].slice(0, MOST_LINES).map(inert),
      ...(more > 0 ? [`${more} more rows are in the artifact.`] : []),
    ].join(" "),
  ];
}

/** Keeps the words of a narrow cell on one line. */
function unbroken(text: string): string {
  return text.replaceAll(" ", "&nbsp;");
}
