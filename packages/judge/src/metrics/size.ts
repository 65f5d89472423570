import type { MetricKind } from "./metric.ts";

/** The dependencies are counted once, so these are exact. */
const exact = {
  verdicts: ["less", "more"],
  margin: 0,
  needsWarmth: false,
  measure: "size",
  goUnit: null,
  samples: null,
} as const;

export const size = {
  ...exact,
  name: "size",
  label: "installed size",
  unit: "bytes",
} as const satisfies MetricKind;

export const packages = {
  ...exact,
  name: "packages",
  label: "packages",
  unit: "packages",
} as const satisfies MetricKind;
