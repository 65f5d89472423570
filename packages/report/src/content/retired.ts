import type { Result } from "@deadheat/judge";
import { formatLatency, formatPublished } from "../format.ts";
import { left, right, tableOf, type Filled, type Section } from "./section.ts";

type Retired = NonNullable<Result["retired"]>[number]["retired"];
type Metric = NonNullable<Retired["published"]>["metrics"][number];

const columns: readonly Filled<Metric>[] = [
  [left("server"), ({ server }) => server],
  [right("connections"), ({ connections }) => String(connections)],
  [right("req/s"), ({ requestsPerSecond: { mean } }) => formatPublished(mean)],
  [right("stdev"), ({ requestsPerSecond: { stdev } }) => formatPublished(stdev)],
  [right("max"), ({ requestsPerSecond: { max } }) => formatPublished(max)],
  [right("p99"), ({ latency }) => formatLatency(latency?.p99)],
];

/** Returns the frameworks that can no longer be run, with the numbers that others published. */
export function retiredSections({ retired = [] }: Pick<Result, "retired">): Section[] {
  return retired.map(({ framework, retired: { reason, kin, published } }) => {
    const lead = [
      `${reason}. The closest alternative is ${kin}.`,
      published
        ? `Not measured by deadheat, and not comparable with any number here. Published by ${published.by} (${published.method}): ${published.source}`
        : "No published numbers were found.",
    ];
    const table = tableOf(columns, published?.metrics ?? []);
    return { title: `Retired: ${framework}`, lead, ...table, notes: [] };
  });
}
