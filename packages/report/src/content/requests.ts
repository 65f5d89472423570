import { MIX, type Compared, type Comparison } from "@deadheat/judge";
import type { MetricRow } from "./metric-row.ts";
import { metricRows } from "./metrics.ts";
import { runtimeWords } from "./limits.ts";

/** The number of comparisons up to which each is shown with all of its metrics. */
const FEW = 6;
/** The largest number of comparisons that a text shows with all of their metrics if there are many. */
const MOST_IN_FULL = 3;

/** Returns whether one table shows the CPU time of all comparisons. */
export function isMany({ comparisons, ranking = [] }: Compared): boolean {
  return comparisons.length > FEW && ranking.length === 0;
}

/** Returns the comparisons that a text shows with all of their metrics. If there are many, it leaves the others to the report. */
export function inFull(document: Compared): readonly Comparison[] {
  const { comparisons } = document;
  if (!isMany(document)) return comparisons;
  const open = sorted(comparisons).filter((one) =>
    one.metrics.some(({ gate }) => gate?.outcome === "failed"),
  );
  return open.slice(0, MOST_IN_FULL);
}

/** Returns a row with the CPU time of each comparison, the mix first and then by change. */
export function requestRows({ comparisons }: Compared): MetricRow[] {
  const places: readonly ((one: Comparison) => string)[] = [
    ({ app }) => app ?? "",
    ({ scenario }) => scenario,
    runtimeWords,
  ];
  const differing = places.filter((of) => new Set(comparisons.map(of)).size > 1);
  return sorted(comparisons).flatMap((one) => {
    const row = metricRows(one).find(({ metric }) => metric?.metric === "cpu");
    return row
      ? [
          {
            ...row,
            label: differing
              .map((of) => of(one))
              .join(" ")
              .trim(),
          },
        ]
      : [];
  });
}

function sorted(comparisons: readonly Comparison[]): readonly Comparison[] {
  const changeOf = ({ metrics }: Comparison) =>
    metrics.find(({ metric }) => metric === "cpu")?.ratio ?? 1;
  const isMix = ({ scenario, together }: Comparison) =>
    Number(scenario === MIX || together !== undefined);
  return comparisons.toSorted((a, b) => isMix(b) - isMix(a) || changeOf(b) - changeOf(a));
}
