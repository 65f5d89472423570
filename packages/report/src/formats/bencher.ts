import type { Cell, Result } from "@deadheat/judge";
import type { Ratio } from "@deadheat/stats";

interface Metric {
  readonly value: number;
  readonly lower_value?: number;
  readonly upper_value?: number;
}

/**
 * Returns a result in Bencher Metric Format (https://bencher.dev/docs/reference/bencher-metric-format/): a benchmark
 * for each measured cell, with its measures by slug. Ratios have the bounds of their 95 % interval.
 */
export function renderBencher(result: Result): string {
  const benchmarks = result.cells
    .filter((cell) => cell.efficiency !== null)
    .map((cell) => [`${cell.scenario}: ${cell.target}`.slice(0, LONGEST_NAME), measures(cell)]);
  return `${JSON.stringify(Object.fromEntries(benchmarks), null, 2)}\n`;
}

/** The length of the longest name that Bencher accepts. */
const LONGEST_NAME = 1024;

function measures(cell: Cell): Record<string, Metric> {
  const { efficiency, cpuPerRequest, memory, startup } = cell;
  return {
    ...(efficiency?.toNodeHttp ? { "efficiency-to-node-http": metric(efficiency.toNodeHttp) } : {}),
    ...(efficiency ? { "efficiency-to-floor": metric(efficiency.toFloor) } : {}),
    ...(cpuPerRequest === null ? {} : { "cpu-seconds-per-request": { value: cpuPerRequest } }),
    ...(memory ? { "memory-peak-bytes": { value: memory.peak } } : {}),
    ...(startup ? { "startup-first-byte-seconds": { value: startup.firstByte } } : {}),
  };
}

function metric({ ratio, lo, hi }: Ratio): Metric {
  return { value: ratio, lower_value: lo, upper_value: hi };
}
