import type { MetricName, Limits } from "@deadheat/judge";

export const furtherMeasures = ["latency", "cost", "size", "memory-growth"] as const;
/** The metrics that a comparison measures on request. */
export type FurtherMeasure = (typeof furtherMeasures)[number];

/** Returns what is measured on request, and what the gates and the primary metric need. */
export function measuresFor(
  asked: readonly FurtherMeasure[] | undefined,
  limits: Limits,
  primary: MetricName,
): FurtherMeasure[] {
  const needed = new Set(
    [...Object.keys(limits), primary].map((metric) =>
      metric === "packages" ? "size" : metric === "memory-growth" ? metric : metric.split("-")[0],
    ),
  );
  return furtherMeasures.filter((one) => asked?.includes(one) || needed.has(one));
}
