import type { RoundRecord } from "@deadheat/journal";
import { efficiency } from "../rounds.ts";
import type { Metric, MetricName } from "../documents/metric.ts";

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

type Both<T> = { readonly base: T; readonly new: T };

/**
 * Returns a metric of both servers in a round; null if it was not measured, is void, or is unknown, as the memory is
 * outside Linux.
 */
export function valuesIn({ sides, further }: RoundRecord, metric: MetricName): Both<number> | null {
  // A server that ran already has no start here, and its memory has its own past.
  const started = sides && [sides.base, sides.new].every(({ startup }) => startup.ready > 0);
  switch (metric) {
    case "cpu":
      return positive(sides, secondsOf);
    case "start":
      return positive(started && sides, ({ startup }) => startup.firstByte);
    case "memory-idle":
      return positive(started && sides, (side) => side.memory?.idle ?? 0);
    case "memory-peak":
      return positive(started && sides, (side) => side.memory?.peak ?? 0);
    case "cost-200":
    case "cost-1000": {
      const rate = metric === "cost-200" ? 200 : 1000;
      return positive(further?.cost.find((one) => one.rate.base === rate)?.sides, secondsOf);
    }
    case "latency-p50":
    case "latency-p99":
    case "latency-p50-at-20":
    case "latency-p99-at-20": {
      const fraction = metric.endsWith("-at-20") ? 0.2 : null;
      const of = metric.startsWith("latency-p50") ? "p50" : "p99";
      const loads = further?.latency.find((one) => one.fraction === fraction);
      return positive(loads?.sides, (side) => side[of]);
    }
    default:
      return null;
  }
}

const secondsOf = (side: Parameters<typeof efficiency>[0]) => 1 / efficiency(side);

/** Returns a value of both sides if both have one. */
function positive<T>(sides: Both<T> | false | null | undefined, of: (side: T) => number) {
  if (!sides) return null;
  const values = { base: of(sides.base), new: of(sides.new) };
  return values.base > 0 && values.new > 0 ? values : null;
}
