import {
  metricKind,
  isTooLittle,
  isGrowthOff,
  type Comparison,
  type Metric,
  type MetricName,
} from "@deadheat/judge";
import { byteScales, formatShare, scaleFor, type Scale } from "../format.ts";
import { growthChange } from "./growth.ts";
import { TOO_LITTLE, type MetricRow } from "./metric-row.ts";

export type { Metric, MetricName, MetricSamples } from "@deadheat/judge";

/** Returns the words of a metric's name: `peak memory (RSS)`. */
export function metricLabel(metric: MetricName): string {
  return metricKind(metric).label;
}

/** Returns a row for each metric, the one that was named before looking first. */
export function metricRows({ metrics }: Pick<Comparison, "metrics">): MetricRow[] {
  return metrics
    .toSorted((a, b) => Number(b.named) - Number(a.named))
    .map((metric) => ({
      metric,
      label: metricLabel(metric.metric),
      ...inUnitOfBoth(metric),
      change: isTooLittle(metric) ? "" : changeWords(metric.ratio),
      interval:
        metric.n === 0 || isTooLittle(metric) ? "" : `[${signed(metric.lo)}, ${signed(metric.hi)}]`,
      verdict: metric.verdict,
      verdictText: verdictTextOf(metric),
      limit: metric.gate ? `${formatShare(metric.gate.limit)}: ${metric.gate.outcome}` : "",
    }));
}

function inUnitOfBoth({ metric, base, new: next }: Metric): Pick<MetricRow, "base" | "new"> {
  const [one = "", other = ""] = inOneUnit(metric, [base, next]);
  return { base: one, new: other };
}

/** Returns `+6.6 %`. */
export function changeWords(ratio: number): string {
  return `${signed(ratio)} %`;
}

/** Returns values of a metric in one unit, that of the largest, with the digits of the smallest. */
export function inOneUnit(metric: MetricName, values: readonly number[]): string[] {
  const { unit } = metricKind(metric);
  const { size, name } = scaleFor(scales[unit], Math.max(...values));
  const least = Math.min(...values) / size;
  const suffix = name === "" || name.startsWith("/") ? name : ` ${name}`;
  return values.map((value) => `${rounded(value / size, least, unit, name)}${suffix}`);
}

/** Returns `14.3 µs`: one value of a metric. */
export function metricValue(metric: MetricName, value: number): string {
  return inOneUnit(metric, [value]).join("");
}

/** Returns `peak memory (RSS) +1.2 % [+0.4, +2.0]`: the metrics in which a server differs from itself. */
export function offWords({ metrics, growth }: Pick<Comparison, "metrics" | "growth">): string {
  const words = metrics
    .filter(({ gate, lo, hi }) => gate !== null && (lo > 1 || hi < 1))
    .map((metric) => `${metricLabel(metric.metric)} ${changeAndInterval(metric)}`);
  if (growth !== undefined && isGrowthOff(growth)) words.push(growthChange(growth));
  return words.join(", ");
}

/** Returns `+6.6 % [+5.3, +7.9]`. */
export function changeAndInterval({ ratio, lo, hi }: Pick<Metric, "ratio" | "lo" | "hi">): string {
  return `${changeWords(ratio)} [${signed(lo)}, ${signed(hi)}]`;
}

const [, ...largeByteScales] = byteScales;

const scales: Readonly<Record<Metric["unit"], readonly [Scale, ...Scale[]]>> = {
  seconds: [
    { size: 1e-6, name: "µs" },
    { size: 1e-3, name: "ms" },
    { size: 1, name: "s" },
  ],
  bytes: largeByteScales,
  packages: [{ size: 1, name: "" }],
  "per request": [{ size: 1, name: "/req" }],
};

/** Rounds to the digits of a second value, two at least. CPU time is known to a tenth of a microsecond, counts to three digits. */
function rounded(value: number, like: number, unit: Metric["unit"], name: string): string {
  if (unit === "packages") return String(Math.round(value));
  if (unit === "per request") {
    return value.toFixed(Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(like)))));
  }
  const fine = name === "µs" ? 99.95 : 9.95;
  return value.toFixed(like >= fine ? 0 : like >= 0.995 ? 1 : 2);
}

/** Returns the percent of a ratio above 1, as sentences and tables show it: `6.6`. */
export function percentMore(ratio: number): string {
  return (100 * (ratio - 1)).toFixed(1);
}

function signed(ratio: number): string {
  const text = percentMore(ratio);
  const zero = Number(text) === 0;
  return zero ? "+0.0" : ratio > 1 ? `+${text}` : text;
}

function verdictTextOf(metric: Metric): string {
  const { verdict, margin } = metric;
  if (isTooLittle(metric)) return TOO_LITTLE;
  return verdict === "same" ? `same (within ${formatShare(margin)})` : verdict;
}
