import { positive, started, type MetricKind } from "./metric.ts";

const memory = {
  unit: "bytes",
  verdicts: ["less", "more"],
  margin: 0.05,
  needsWarmth: false,
  measure: null,
} as const;

export const memoryIdle = {
  ...memory,
  name: "memory-idle",
  goUnit: "idle-B",
  label: "idle memory (RSS)",
  prior: { variance: 0.006 ** 2, slope: 0.5, df: 2, squaredGap: 0, from: "published" },
  samples: (round) => positive(started(round), (side) => side.memory?.idle),
} as const satisfies MetricKind;

export const memoryPeak = {
  ...memory,
  name: "memory-peak",
  goUnit: "peak-B",
  label: "peak memory (RSS)",
  prior: { variance: 0.02 ** 2, slope: 0, df: 2, squaredGap: 0, from: "published" },
  samples: (round) => positive(started(round), (side) => side.memory?.peak),
} as const satisfies MetricKind;
