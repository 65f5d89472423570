import {
  metricKinds,
  isTooLittle,
  isGrowthOff,
  type Comparison,
  type Metric,
  type MetricName,
} from "@deadheat/judge";
import { share } from "./comparison-words.ts";
import { growthChange } from "./growth.ts";

export type { Metric, MetricName, MetricSamples } from "@deadheat/judge";

/** One metric of a comparison in words. */
export interface MetricRow {
  readonly metric: Metric;
  /** `memory under load`. */
  readonly label: string;
  /** `92 -> 95 MB`. */
  readonly values: string;
  /** `+3.1 %`: what the new server needs more. Empty if there is too little data. */
  readonly change: string;
  /** `[-1.0, +7.4]`, in percent. Empty for an exact metric, and if there is too little data. */
  readonly interval: string;
  /** `slower`, `tie (2 %)`. */
  readonly verdictText: string;
  /** `gate 5 %: passed`; empty without a gate. */
  readonly gate: string;
}

const labels: Readonly<Record<MetricName, string>> = {
  cpu: "CPU per request",
  start: "start to first answer",
  "memory-idle": "memory at rest",
  "memory-peak": "memory under load",
  "latency-p50": "latency, median",
  "latency-p99": "latency, p99",
  "latency-p50-at-20": "median at 20 % load",
  "latency-p99-at-20": "p99 at 20 % load",
  "cost-200": "CPU at 200 requests/s",
  "cost-1000": "CPU at 1,000 a second",
  size: "installed size",
  packages: "installed packages",
};

/** Returns the words of a metric's name: `memory under load`. */
export function metricLabel(metric: MetricName): string {
  return labels[metric];
}

/** Returns a row for each metric, the one that was named before looking first. */
export function metricRows({ metrics }: Pick<Comparison, "metrics">): MetricRow[] {
  return metrics
    .toSorted((a, b) => Number(b.named) - Number(a.named))
    .map((metric) => ({
      metric,
      label: labels[metric.metric],
      values: valuesOf(metric),
      change: isTooLittle(metric) ? "" : changeWords(metric.ratio),
      interval:
        metric.n === 0 || isTooLittle(metric)
          ? ""
          : `[${signed(metric.lo - 1)}, ${signed(metric.hi - 1)}]`,
      verdictText: verdictTextOf(metric),
      gate: metric.gate ? `gate ${share(metric.gate.limit)}: ${metric.gate.outcome}` : "",
    }));
}

/** Returns `+6.6 %`. */
export function changeWords(ratio: number): string {
  return `${signed(ratio - 1)} %`;
}

/** Returns `13.4 -> 14.3 us`: both values in one unit. */
function valuesOf({ unit, base, new: next }: Pick<Metric, "unit" | "base" | "new">): string {
  const scale = scaleOf(unit, Math.max(base, next));
  const shown = (value: number) =>
    rounded(value / scale.size, Math.max(base, next) / scale.size, scale.name);
  return `${shown(base)} -> ${shown(next)}${scale.name === "" ? "" : ` ${scale.name}`}`;
}

/** Returns `14.3 us`: one value of a metric. */
export function metricValue(metric: MetricName, value: number): string {
  const scale = scaleOf(metricKinds[metric].unit, value);
  return `${rounded(value / scale.size, value / scale.size, scale.name)} ${scale.name}`.trim();
}

/** Returns the metrics of a comparison whose gate has this outcome, the one with the largest change first. */
export function gatedMetrics({ metrics }: Pick<Comparison, "metrics">, outcome: string): Metric[] {
  return metrics
    .filter(({ gate }) => gate?.outcome === outcome)
    .toSorted((a, b) => b.ratio - a.ratio);
}

/** Returns `memory under load +1.2 % [+0.4, +2.0]`: the metrics in which a server differs from itself. */
export function offWords({ metrics, growth }: Pick<Comparison, "metrics" | "growth">): string {
  const words = metrics
    .filter(({ gate, lo, hi }) => gate !== null && (lo > 1 || hi < 1))
    .map((metric) => `${labels[metric.metric]} ${changeAndInterval(metric)}`);
  if (growth !== undefined && isGrowthOff(growth)) words.push(growthChange(growth));
  return words.join(", ");
}

/** Returns `+6.6 % [+5.3, +7.9]`. */
export function changeAndInterval({ ratio, lo, hi }: Pick<Metric, "ratio" | "lo" | "hi">): string {
  return `${changeWords(ratio)} [${signed(lo - 1)}, ${signed(hi - 1)}]`;
}

interface Scale {
  readonly size: number;
  readonly name: string;
}

const scales: Readonly<Record<Metric["unit"], readonly Scale[]>> = {
  seconds: [
    { size: 1e-6, name: "us" },
    { size: 1e-3, name: "ms" },
    { size: 1, name: "s" },
  ],
  bytes: [
    { size: 1e3, name: "kB" },
    { size: 1e6, name: "MB" },
    { size: 1e9, name: "GB" },
  ],
  packages: [{ size: 1, name: "" }],
};

function scaleOf(unit: Metric["unit"], value: number): Scale {
  const [first, ...rest] = scales[unit] as [Scale, ...Scale[]];
  return rest.findLast(({ size }) => value >= size * 0.9995) ?? first;
}

/** Rounds to two digits at least. CPU time is known to a tenth of a microsecond. */
function rounded(value: number, larger: number, unit: string): string {
  if (unit === "") return String(Math.round(value));
  const fine = unit === "us" ? 99.95 : 9.95;
  return value.toFixed(larger >= fine ? 0 : larger >= 0.995 ? 1 : 2);
}

function signed(change: number): string {
  const text = (100 * change).toFixed(1);
  const zero = Number(text) === 0;
  return zero ? "+0.0" : change > 0 ? `+${text}` : text;
}

function verdictTextOf(metric: Metric): string {
  const { verdict, margin } = metric;
  if (isTooLittle(metric)) return "undecided (too little data)";
  return verdict === "same" ? `tie (${share(margin)})` : verdict;
}
