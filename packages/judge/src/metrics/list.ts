import { contextSwitches } from "./context-switches.ts";
import { costs } from "./cost.ts";
import { cpu } from "./cpu.ts";
import { memoryGrowth } from "./growth.ts";
import { latencies } from "./latency.ts";
import { memoryIdle, memoryPeak } from "./memory.ts";
import type { MetricKind } from "./metric.ts";
import { readWriteCalls } from "./read-write-calls.ts";
import { packages, size } from "./size.ts";
import { start } from "./start.ts";

/** The metrics that two servers are compared by, in the order in which they are shown. A new one is a file and a line here. */
const metrics = [
  cpu,
  start,
  memoryIdle,
  memoryPeak,
  ...latencies,
  ...costs,
  contextSwitches,
  readWriteCalls,
  size,
  packages,
] as const;
type Listed = (typeof metrics)[number];

export type MetricName = Listed["name"];
export const metricNames: readonly MetricName[] = metrics.map(({ name }) => name);
/** The metrics that are known without rounds. */
export type ExactName = Extract<Listed, { samples: null }>["name"];

/** Returns the row of a metric. */
export function metricKind(name: MetricName): MetricKind {
  return metrics.find((one) => one.name === name) as MetricKind;
}

/** The name of a limit: a metric, or memory that grows. */
export type LimitName = MetricName | typeof memoryGrowth.name;
export const limitNames: readonly LimitName[] = [...metricNames, memoryGrowth.name];

/** A word of `--measure`: something that a comparison measures on request. */
export type Measure = Exclude<Listed["measure"], null> | typeof memoryGrowth.measure;

/** Returns the word of `--measure` that adds a metric or growth; null if every round measures it. */
export function measureOf(name: LimitName): Measure | null {
  const { measure } = name === memoryGrowth.name ? memoryGrowth : metricKind(name);
  return measure as Measure | null;
}

/** The words of `--measure`, in the order of the metrics. */
export const measureNames: readonly Measure[] = [
  ...new Set(limitNames.flatMap((name) => measureOf(name) ?? [])),
];
