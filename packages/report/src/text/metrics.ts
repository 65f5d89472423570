import { styleText } from "node:util";
import type { Comparison } from "@deadheat/judge";
import { metricRows, type MetricRow } from "../content/metrics.ts";
import { growthRows } from "../content/growth.ts";
import { printable } from "../format.ts";
import type { Names } from "./comparison-names.ts";
import { fill } from "./wrap.ts";

/**
 * Returns the table of a comparison's metrics: a head that names both servers, and a line a metric. The metric that was
 * named before looking comes first.
 */
export function metricLines(
  comparison: Pick<Comparison, "metrics" | "growth" | "n" | "scenario">,
  { base, new: next, both }: Names,
  width: number,
  color = false,
): string[] {
  const rows: readonly Row[] = [
    ...metricRows(comparison).map((row) => ({ ...row, verdict: row.metric.verdict })),
    ...growthRows(comparison).map((row) => ({ ...row, verdict: row.verdictText })),
  ];
  if (rows.length === 0) return [];
  const on = both === null ? "" : ` on ${both}`;
  const head = `${next} against ${base}${on}, ${comparison.scenario}`;
  const n = `n = ${comparison.n}`;
  const pad = Math.min(width, 80) - head.length - n.length;
  const first = pad >= 2 ? `${head}${" ".repeat(pad)}${n}` : fill(`${head}, ${n}`, width);
  const widest = (of: (row: Row) => string) => Math.max(...rows.map((row) => of(row).length));
  const widths = {
    label: widest(({ label }) => label),
    values: widest(({ values }) => values),
    change: widest(({ change }) => change),
    interval: widest(({ interval }) => interval),
  };
  const lines = (gap: string) =>
    rows.map((row) =>
      [
        "",
        row.label.padEnd(widths.label),
        row.values.padStart(widths.values),
        row.change.padStart(widths.change),
        row.interval.padEnd(widths.interval),
        row.verdictText,
      ]
        .join(gap)
        .trimEnd(),
    );
  for (const gap of ["  ", " "]) {
    const all = lines(gap);
    if (all.every((line) => line.length <= width)) {
      return [printable(first), ...all.map((line, i) => painted(line, rows[i], color))];
    }
  }
  // A narrow terminal gets two lines a metric.
  const narrow = rows.flatMap((row) => {
    const { label, values, change, interval, verdictText } = row;
    const line = `   ${[change, interval, verdictText].filter(Boolean).join(" ")}`;
    return [`  ${label}  ${values}`, painted(line, row, color)];
  });
  return [printable(first), ...narrow];
}

type Row = Omit<MetricRow, "metric" | "gate"> & { readonly verdict: keyof typeof styles };

const styles = {
  faster: "green",
  less: "green",
  slower: "red",
  more: "red",
  same: "yellow",
  undecided: "dim",
} as const;

/** Returns a printable line, with its verdict, which ends it, in colour. */
function painted(text: string, row: Row | undefined, color: boolean): string {
  const line = printable(text);
  if (!color || row === undefined || !line.endsWith(row.verdictText)) return line;
  const style = styles[row.verdict];
  const styled = styleText(style, row.verdictText, { validateStream: false });
  return line.slice(0, line.length - row.verdictText.length) + styled;
}
