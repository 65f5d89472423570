import type { MetricName, MetricSamples } from "@deadheat/judge";
import type { ComparedRounds } from "../content/compared.ts";

/** The units of metrics, as benchstat names and scales them. */
const units: Partial<Readonly<Record<MetricName, string>>> = {
  cpu: "sec/op",
  start: "startup-sec",
  "memory-idle": "idle-B",
  "memory-peak": "peak-B",
  "latency-p50": "p50-sec",
  "latency-p99": "p99-sec",
  "latency-p50-at-20": "p50-at-20%-sec",
  "latency-p99-at-20": "p99-at-20%-sec",
  "cost-200": "at-200/s-sec/op",
  "cost-1000": "at-1000/s-sec/op",
};

/**
 * Returns the rounds of a comparison in Go's benchmark format, a line for each round and server, which
 * `benchstat -col server report.benchstat.txt` compares. benchstat takes the rounds of both for independent, so its intervals
 * are wider than those of deadheat, which compares the two servers of each round.
 */
export function renderBenchstat({ document, comparisons }: ComparedRounds): string {
  const machine = document.machine === null ? [] : [`cpu: ${line(document.machine.cpu)}`];
  const blocks = document.comparisons.flatMap((one, i) => {
    const samples = comparisons[i] ?? new Map();
    const name = `Benchmark${word(one.scenario)}`;
    return (["base", "new"] as const).map((side) =>
      [`server: ${line(one[side])}`, ...rounds(samples, side, name), ""].join("\n"),
    );
  });
  return [...machine, ...blocks].join("\n");
}

function rounds(samples: MetricSamples, side: "base" | "new", name: string): string[] {
  const known = [...samples].flatMap(([metric, values]) => {
    const unit = units[metric];
    return unit === undefined ? [] : [{ unit, values }];
  });
  const count = Math.min(...known.map(({ values }) => values.length));
  return Array.from({ length: Number.isFinite(count) ? count : 0 }, (_, i) => {
    const values = known.map(({ unit, values: all }) => `${all[i]?.[side] ?? 0} ${unit}`);
    return [name, "1", ...values].join(" ");
  });
}

/** Returns a name without spaces, `GET_/hello`. */
const word = (text: string) => text.trim().replaceAll(/\s+/g, "_");
const line = (text: string) => text.replaceAll(/[\r\n]+/g, " ");
