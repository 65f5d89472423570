import type { RoundRecord } from "@deadheat/journal";
import { atRate, positive, type MetricKind } from "./metric.ts";

const latency = {
  unit: "seconds",
  verdicts: ["faster", "slower"],
  // The tails of two processes of one server differ by several percent.
  margin: 0.1,
  needsWarmth: true,
  measure: "latency",
} as const;

/** @param fraction the share of the slower server's capacity; null for the rate that is common to all comparisons */
const samples = (percentile: "p50" | "p99", fraction: number | null) => (round: RoundRecord) =>
  positive(
    atRate(round, "latency", (one) => one.fraction === fraction),
    (side) => side[percentile],
  );

export const latencies = [
  {
    ...latency,
    name: "latency-p50",
    goUnit: "p50-sec",
    label: "median latency",
    samples: samples("p50", null),
  },
  {
    ...latency,
    name: "latency-p99",
    goUnit: "p99-sec",
    label: "p99 latency",
    samples: samples("p99", null),
  },
  {
    ...latency,
    name: "latency-p50-at-20",
    goUnit: "p50-at-20%-sec",
    label: "median at 20 % load",
    samples: samples("p50", 0.2),
  },
  {
    ...latency,
    name: "latency-p99-at-20",
    goUnit: "p99-at-20%-sec",
    label: "p99 at 20 % load",
    samples: samples("p99", 0.2),
  },
] as const satisfies MetricKind[];
