import type { Comparison, Metric } from "@deadheat/judge";
import { growthRows } from "../../content/growth.ts";
import type { MetricRow } from "../../content/metric-row.ts";
import { metricRows } from "../../content/metrics.ts";
import { formatShare } from "../../format.ts";
import { h, hint, type Child, type Element } from "../parts/element.ts";
import { axisLabels, span, type Scale } from "../parts/scale.ts";
import { namedRow, scrolled, table } from "../parts/table.ts";
import { changeScale, tickWords } from "../parts/change-scale.ts";

/**
 * Returns the metrics of a comparison as intervals on one axis, with the margin and the limits drawn in. All that is drawn
 * is in the row as text too. Memory that grows has no ratio, so nothing of it is drawn.
 */
export function metricsTable(one: Pick<Comparison, "metrics" | "growth">, label: string): Element {
  return intervals([...metricRows(one), ...growthRows(one)], "metric", label);
}

/** Returns rows as intervals on one axis. @param first the heading of the rows' labels */
export function intervals(all: readonly MetricRow[], first: string, label: string): Element {
  const scale = axisOf(all.flatMap(({ metric }) => metric ?? []));
  const limited = all.some(({ limit }) => limit !== "");
  const head = [
    first,
    { class: "bar", content: axis(scale) },
    "base",
    "new",
    "change",
    "interval",
    "verdict",
    ...(limited ? ["limit"] : []),
  ];
  const rows = all.map((row) => {
    const { metric } = row;
    const texts = [row.base, row.new, row.change, row.interval, verdictView(row)];
    return namedRow(
      nameOf(row),
      [...texts, ...(limited ? [limitView(row)] : [])],
      h("td", { class: "bar" }, metric && drawn(metric, scale)),
    );
  });
  return scrolled(label, table(head, rows, "plot changes-axis"));
}

/** An interval is not drawn farther than this from the ratios: a wide one would leave no room for the others. */
const WIDEST = 1.5;

/** Returns an axis that holds the intervals, margins and limits of all metrics. */
export function axisOf(metrics: readonly Metric[]): Scale {
  const ratios = [1, ...metrics.map(({ ratio }) => ratio)];
  const [least, most] = [Math.min(...ratios) / WIDEST, Math.max(...ratios) * WIDEST];
  const ends = metrics.flatMap(({ lo, hi, margin, gate }) => [
    Math.max(lo, least),
    Math.min(hi, most),
    1 / (1 + margin),
    1 + margin,
    ...(gate ? [1 + gate.limit] : []),
  ]);
  return changeScale(ends);
}

function nameOf(row: MetricRow): Child {
  return [
    h("b", { class: "name" }, row.label),
    h("small", { class: "beside" }, row.change && `${row.change}, `, verdictView(row)),
  ];
}

/** The style of each verdict. */
const kinds = {
  faster: "better",
  less: "better",
  slower: "worse",
  more: "worse",
  same: "even",
  undecided: "open",
} as const;

function verdictView({ verdict, verdictText }: MetricRow): Element {
  return h("span", { class: `verdict ${kinds[verdict]}` }, verdictText);
}

function limitView({ limit }: MetricRow): Child {
  const [, outcome] = limit.split(": ");
  return outcome !== undefined && h("span", { class: `gate-${outcome}` }, limit);
}

function axis(scale: Scale): Child {
  return [
    "change, new over base",
    h("svg", { class: "axis", "aria-hidden": "true" }, axisLabels(scale, tickWords)),
  ];
}

function drawn(metric: Metric, { at, ticks }: Scale): Element {
  const { ratio, lo, hi, margin, gate, verdict, n } = metric;
  const line = (kind: string, value: number) =>
    h("line", { class: kind, x1: at(value), x2: at(value), y2: "100%" });
  const from = Number.parseFloat(at(1 / (1 + margin)));
  const width = Number.parseFloat(at(1 + margin)) - from;
  return h(
    "svg",
    { "aria-hidden": "true", class: kinds[verdict] },
    h("rect", { class: "margin", x: `${from}%`, width: `${width.toFixed(2)}%`, height: "100%" }),
    ticks.map((tick) => line(Math.abs(tick - 1) < 1e-9 ? "one" : "tick", tick)),
    gate && line("gate", 1 + gate.limit),
    n > 0 && span("inner", lo, hi, at),
    h("circle", { cx: at(ratio), cy: "50%", r: 5 }),
  );
}

export function metricsLegend(metrics: readonly Metric[]): Element {
  const gate = metrics.some((metric) => metric.gate !== null);
  const confidence = [...new Set(metrics.map((metric) => formatShare(metric.confidence)))];
  return hint(
    `Dots are changes, paired by round; lines are ${confidence.join(" and ")} intervals. To the right the new server needs ` +
      `more. The band is the margin within which two servers are the same.${gate ? " The dashed line is the limit." : ""}`,
  );
}
