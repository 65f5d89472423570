import { styleText } from "node:util";
import type { Comparison } from "@deadheat/judge";
import { formatShare } from "../format.ts";
import { growthRows } from "../content/growth.ts";
import type { MetricRow } from "../content/metric-row.ts";
import { metricRows } from "../content/metrics.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { textTable } from "./table.ts";
import { widthOf } from "./wrap.ts";

const INDENT = "  ";

/** Returns the table of a comparison's metrics, the one that was named before looking first. */
export function metricLines(comparison: Comparison, width: number, color = false): string[] {
  const rows = [...metricRows(comparison), ...growthRows(comparison)];
  if (rows.length === 0) return [];
  const confidences = new Set(comparison.metrics.map(({ confidence }) => formatShare(confidence)));
  const [only] = confidences;
  const columns: readonly Filled<MetricRow>[] = [
    [left(""), ({ label }) => label],
    [right("base"), ({ base }) => base],
    [right("new"), (row) => row.new],
    [right("change"), ({ change }) => change],
    [left(""), ({ interval }) => interval],
    [left(""), (row) => painted(row, color)],
  ];
  const table = tableOf(columns, rows);
  for (const gap of ["  ", " "]) {
    const [head, ...lines] = textTable(table.columns, table.rows, null, gap).lines;
    // The verdict has no heading, so that of the interval may be wider than the interval.
    const heading = `${head}${gap}${confidences.size === 1 ? `${only} interval` : "interval"}`;
    const indented = [heading, ...lines].map((line) => INDENT + line);
    if (indented.every((line) => widthOf(line) <= width)) return indented;
  }
  // A narrow terminal gets two lines a metric.
  return rows.flatMap((row) => [
    `${INDENT}${row.label}  ${row.base}  ${row.new}`,
    `${INDENT}${[row.change, row.interval, painted(row, color)].filter(Boolean).join(" ")}`,
  ]);
}

const styles = {
  faster: "green",
  less: "green",
  slower: "red",
  more: "red",
  same: "yellow",
  undecided: "dim",
} as const;

function painted({ verdict, verdictText }: MetricRow, color: boolean): string {
  return color ? styleText(styles[verdict], verdictText, { validateStream: false }) : verdictText;
}
