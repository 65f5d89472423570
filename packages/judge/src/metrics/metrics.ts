import type { RoundRecord, Side } from "@deadheat/journal";
import { efficiency } from "../rounds.ts";
import { metricNames, type Metric, type MetricName } from "../documents/metric.ts";

/** The facts about a metric that are the same in every comparison. */
export interface MetricKind {
  readonly unit: Metric["unit"];
  readonly margin: number;
  /** The verdicts on a new server that needs less and more. */
  readonly verdicts: readonly [Metric["verdict"], Metric["verdict"]];
  /** true if a server that is still compiling says nothing about it. */
  readonly needsWarmth: boolean;
}

const time = { unit: "seconds", verdicts: ["faster", "slower"] } as const;
const space = { unit: "bytes", verdicts: ["less", "more"], needsWarmth: false } as const;
const cpu: MetricKind = { ...time, margin: 0.02, needsWarmth: true };
const cost: MetricKind = { ...cpu, margin: 0.05 };
/** The tails of two processes of one server differ by several percent. */
const latency: MetricKind = { ...time, margin: 0.1, needsWarmth: true };
const memory: MetricKind = { ...space, margin: 0.05 };

export const metricKinds: Readonly<Record<MetricName, MetricKind>> = {
  cpu,
  start: { ...time, margin: 0.05, needsWarmth: false },
  "memory-idle": memory,
  "memory-peak": memory,
  "latency-p50": latency,
  "latency-p99": latency,
  "latency-p50-at-20": latency,
  "latency-p99-at-20": latency,
  "cost-200": cost,
  "cost-1000": cost,
  size: { ...space, margin: 0 },
  packages: { ...space, unit: "packages", margin: 0 },
};

/** The metrics that every round of a duet measures. */
export type RoundMetric = "cpu" | "start" | "memory-idle" | "memory-peak";
export const roundMetrics: readonly RoundMetric[] = ["cpu", "start", "memory-idle", "memory-peak"];

/** The metrics that a round has on request. */
export type FurtherMetric = Exclude<MetricName, RoundMetric | "size" | "packages">;
export const furtherMetrics = metricNames.filter((name): name is FurtherMetric =>
  /^(?:latency|cost)-/.test(name),
);

/** Returns such a metric of both servers in a round; null if it was not measured or is void. */
export function furtherPairOf(
  metric: FurtherMetric,
  { further }: Pick<RoundRecord, "further">,
): { readonly base: number; readonly new: number } | null {
  if (metric === "cost-200" || metric === "cost-1000") {
    const rate = metric === "cost-200" ? 200 : 1000;
    const sides = further?.cost.find((one) => one.rate.base === rate)?.sides ?? null;
    return sides && { base: 1 / efficiency(sides.base), new: 1 / efficiency(sides.new) };
  }
  const fraction = metric.endsWith("-at-20") ? 0.2 : null;
  const of = metric.startsWith("latency-p50") ? "p50" : "p99";
  const sides = further?.latency.find((one) => one.fraction === fraction)?.sides ?? null;
  return sides && { base: sides.base[of], new: sides.new[of] };
}

/** Returns a metric of one server in one round; null if it is unknown, as the memory is outside Linux. */
export function valueOf(metric: RoundMetric, side: Side): number | null {
  // A server that ran already has no start here, and its memory has its own past.
  if (metric !== "cpu" && side.startup.ready === 0) return null;
  const value = {
    cpu: () => 1 / efficiency(side),
    start: () => side.startup.firstByte,
    "memory-idle": () => side.memory?.idle ?? 0,
    "memory-peak": () => side.memory?.peak ?? 0,
  }[metric]();
  return value > 0 ? value : null;
}
