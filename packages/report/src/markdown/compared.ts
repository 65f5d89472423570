import type { Comparison } from "@deadheat/judge";
import {
  conditionsOf,
  controlSentence,
  leadSentences,
  pairTitle,
  sentencesOf,
  warningsOf,
  whereTitle,
  type ComparedRounds,
} from "../content/compared.ts";
import { metricRows, type MetricRow } from "../content/metrics.ts";
import { growthRows } from "../content/growth.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { formatDate } from "../format.ts";
import { inert, inertBlock } from "./inert.ts";
import { renderReasons } from "./explained.ts";
import { markdownTable } from "./table.ts";

type Row = Omit<MetricRow, "metric"> & Partial<Pick<MetricRow, "metric">>;

const columns: readonly Filled<Row>[] = [
  [left("metric"), ({ label, metric }) => `${label}${metric?.named ? " (named first)" : ""}`],
  [right("base -> new"), ({ values }) => inert(values)],
  [right("change"), ({ change }) => change],
  [left("interval"), ({ interval }) => inert(interval)],
  [left("verdict"), ({ verdictText }) => inert(verdictText)],
  [left("gate"), ({ gate }) => inert(gate)],
];

/** Returns report.md of a comparison or a gate. Names are only ever text. */
export function renderComparedMarkdown({ document }: ComparedRounds): string {
  const { comparisons, control, command, startedAt } = document;
  const [first = "", ...others] = leadSentences(document);
  const several = comparisons.length > 1;
  const together = comparisons.length + control.length;
  return [
    `# ${inert(pairTitle(document))}, ${formatDate(startedAt)} UTC`,
    `**${inert(first)}**`,
    ...others.map(inert),
    ...warningsOf(document).map((text) => `> **Warning:** ${inert(text)}.`),
    ...comparisons.flatMap((one) => [
      `## ${inert(whereTitle(one))}`,
      ...(several ? sentencesOf(one, together).map(inert) : []),
      ...metricsOf(one),
      ...(one.explained ? renderReasons(one.explained, several ? inert(one.scenario) : null) : []),
    ]),
    ...control.flatMap((one) => [
      inert(controlSentence(one)),
      ...metricsOf({ metrics: one.metrics.map((metric) => ({ ...metric, gate: null })) }),
    ]),
    "## How it was measured",
    conditionsOf(document)
      .map((text) => `- ${inert(text)}`)
      .join("\n"),
    ...(command === null ? [] : ["To repeat it:", inertBlock(command, "sh")]),
    "",
  ].join("\n\n");
}

function metricsOf(one: Pick<Comparison, "metrics" | "growth">): string[] {
  const rows: readonly Row[] = [...metricRows(one), ...growthRows(one)];
  if (rows.length === 0) return [];
  const used = columns.filter(
    ([{ name }]) => name !== "gate" || rows.some(({ gate }) => gate !== ""),
  );
  const table = tableOf(used, rows);
  return [markdownTable(table.columns, table.rows)];
}
