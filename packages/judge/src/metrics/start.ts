import { positive, started, type MetricKind } from "./metric.ts";

export const start = {
  name: "start",
  goUnit: "startup-sec",
  label: "startup time",
  unit: "seconds",
  verdicts: ["faster", "slower"],
  margin: 0.05,
  needsWarmth: false,
  measure: null,
  prior: { variance: 0.05 ** 2, slope: 0.4, df: 2, squaredGap: 0, from: "published" },
  samples: (round) => positive(started(round), ({ startup }) => startup.firstByte),
} as const satisfies MetricKind;
