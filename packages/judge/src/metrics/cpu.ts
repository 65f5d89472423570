import { positive, secondsOf, type MetricKind } from "./metric.ts";

/** The mean square gap of modes: 9 of 560 servers with four rounds or more in the published runs showed two, 18 % apart. */
const MODES = 0.0006;

export const cpu = {
  name: "cpu",
  goUnit: "sec/op",
  label: "CPU per request",
  unit: "seconds",
  verdicts: ["faster", "slower"],
  margin: 0.02,
  needsWarmth: true,
  measure: null,
  prior: { variance: 0.02 ** 2, slope: 0.66, df: 2.5, squaredGap: MODES, from: "published" },
  samples: ({ sides }) => positive(sides, secondsOf),
} as const satisfies MetricKind;
