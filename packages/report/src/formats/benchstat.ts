import { metricKind, type MetricSamples } from "@deadheat/judge";
import type { ComparedRounds } from "../content/compared.ts";

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
    const { goUnit: unit } = metricKind(metric);
    return unit === null ? [] : [{ unit, values }];
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
