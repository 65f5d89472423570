import type { Compared } from "@deadheat/judge";
import { csvOf } from "./csv-text.ts";

const header = [
  "started_at",
  "server",
  "base",
  "new",
  "request",
  "metric",
  "unit",
  "base_value",
  "new_value",
  "ratio",
  "ratio_lo",
  "ratio_hi",
  "rounds",
  "p",
  "verdict",
  "limit",
  "outcome",
] as const;

/** Returns a comparison or a gate as CSV, a line for each metric. A ratio is new over base: above 1 is more. */
export function renderComparedCsv({ comparisons, startedAt }: Compared): string {
  const lines = comparisons.flatMap(({ app, base, new: next, scenario, metrics }) =>
    metrics.map((one) => [
      startedAt,
      app,
      base,
      next,
      scenario,
      one.metric,
      one.unit,
      one.base,
      one.new,
      one.ratio,
      one.lo,
      one.hi,
      one.n,
      one.p,
      one.verdict,
      one.gate?.limit,
      one.gate?.outcome,
    ]),
  );
  return csvOf([header, ...lines]);
}
