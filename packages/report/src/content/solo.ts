import type { Cell, OpenLoopStep, Result, SweepStep } from "@deadheat/judge";
import {
  formatBytes,
  formatCount,
  formatInterval,
  formatLatency,
  formatPercent,
  formatRatio,
} from "../format.ts";
import { leftWords } from "./growth.ts";
import { left, right, type MetricTable, type Filled } from "./section.ts";

/** Returns `41,200`, or `>= 71,000` if the generator was full before the server. */
export function formatThroughput({
  requestsPerSecond,
  lowerBound,
}: Pick<SweepStep, "requestsPerSecond" | "lowerBound">): string {
  if (requestsPerSecond === null) return "";
  return `${lowerBound ? ">= " : ""}${formatCount(requestsPerSecond.median)}`;
}

export function formatThroughputInterval({
  requestsPerSecond,
}: Pick<SweepStep, "requestsPerSecond">): string {
  if (requestsPerSecond === null) return "";
  return `[${formatCount(requestsPerSecond.lo)}, ${formatCount(requestsPerSecond.hi)}]`;
}

/** Returns `none`, or `3 read, 1 timeout`. */
export function formatErrors(errors: SweepStep["errors"]): string {
  const some = Object.entries(errors).filter(([, count]) => count > 0);
  return some.length === 0 ? "none" : some.map(([kind, count]) => `${count} ${kind}`).join(", ");
}

interface Row<Step> {
  readonly cell: Cell;
  readonly step: Step;
}

const sweepColumns: readonly Filled<Row<SweepStep>>[] = [
  [right("connections"), ({ step }) => String(step.connections)],
  [left("target"), ({ cell }) => nameOf(cell)],
  [right("requests/s"), ({ step }) => formatThroughput(step)],
  [left("95 %", 4), ({ step }) => formatThroughputInterval(step)],
  [right("to floor", 1), ({ step }) => formatRatio(step.toFloor?.ratio)],
  [
    left("95 %", 1),
    ({ step }) => (step.floor === null ? "reference" : formatInterval(step.toFloor)),
  ],
  [right("mean", 7), ({ step }) => formatLatency(step.latency?.mean)],
  [right("stdev", 8), ({ step }) => formatLatency(step.latency?.stdev)],
  [right("p50", 3), ({ step }) => formatLatency(step.latency?.p50)],
  [right("p75", 8), ({ step }) => formatLatency(step.latency?.p75)],
  [right("p90", 7), ({ step }) => formatLatency(step.latency?.p90)],
  [right("p99", 2), ({ step }) => formatLatency(step.latency?.p99)],
  [right("p99.9", 6), ({ step }) => formatLatency(step.latency?.p99_9)],
  [right("max", 6), ({ step }) => formatLatency(step.latency?.max)],
  [right("bodies/s", 9), ({ step }) => formatBytes(step.bytesPerSecond)],
  [left("errors", 5), ({ step }) => formatErrors(step.errors)],
  [left("bottleneck", 4), ({ step }) => step.bottleneck ?? ""],
];

/** Returns the throughput and latency of each server alone, by number of connections. */
export function sweepTable(
  scenario: string,
  cells: readonly Cell[],
  { sweep }: Pick<Result["run"], "sweep">,
): MetricTable<Row<SweepStep>> {
  const all = cells.flatMap((cell) => cell.sweep.map((step) => ({ cell, step })));
  return {
    title: `${scenario}: sweep, each server alone, latency under saturation`,
    lead:
      `Closed loops of ${sweep?.stepSeconds} s, ${sweep?.rounds} rounds of fresh processes. ">=": the ` +
      "load generator was full before the server, so the number is a lower bound, and no ranking uses " +
      "it. Latency here is connections / throughput: it shows how long the queue is, not how " +
      "fast the server is. The throughput of a single server varies far more than the ratios " +
      "of duets. To compare servers, read the duets, or `to floor`, measured in the same minutes.",
    columns: sweepColumns,
    groupedBy: "connections",
    groups: (sweep?.connections ?? []).map((connections) => ({
      title: `${connections} connections`,
      rows: all.filter(({ step }) => step.connections === connections),
    })),
    plots: [
      {
        name: "requests/s",
        of: ({ step: { requestsPerSecond: rate } }) => rate && { ...rate, at: rate.median },
        format: formatCount,
      },
    ],
    notes: notesOf(all, ({ connections }) => `${connections} connections`),
  };
}

const openLoopColumns: readonly Filled<Row<OpenLoopStep>>[] = [
  [left("target"), ({ cell }) => nameOf(cell)],
  [right("requests/s"), ({ step }) => formatCount(step.rate)],
  [left("which is", 2), ({ step }) => shareWords(step)],
  [right("mean", 6), ({ step }) => formatLatency(step.mean)],
  [right("p50", 1), ({ step }) => formatLatency(step.p50)],
  [right("p90", 5), ({ step }) => formatLatency(step.p90)],
  [right("p99"), ({ step }) => formatLatency(step.p99)],
  [
    left("p99 of the rounds", 4),
    ({ step: { p99Rounds: all } }) =>
      all.length < 2 ? "" : [Math.min(...all), Math.max(...all)].map(formatLatency).join(" to "),
  ],
  [right("p99.9", 3), ({ step }) => formatLatency(step.p99_9)],
  [right("max", 3), ({ step }) => formatLatency(step.max)],
  [right("generator late", 7), ({ step }) => formatLatency(step.lateness)],
];

/** Returns the latency of each server alone, when requests come at a fixed rate. */
export function openLoopTable(
  scenario: string,
  cells: readonly Cell[],
  { latency }: Pick<Result["run"], "latency">,
): MetricTable<Row<OpenLoopStep>> {
  const all = cells.flatMap((cell) => cell.openLoop.map((step) => ({ cell, step })));
  const rowsOf = (common: boolean) => all.filter(({ step }) => step.common === common);
  return {
    title: `${scenario}: open loop, latency from the scheduled time`,
    lead:
      `Each server alone, ${latency?.rounds} rounds of fresh processes, ${latency?.connections} ` +
      `connections, ${latency?.stepSeconds} s at each rate. Requests are due at a fixed rate, ` +
      "however fast the responses come, and latency counts from the moment when a request was due. First the " +
      "rate that all targets get, then shares of each target's own capacity, which a closed loop on " +
      "the same process has measured. p99.9 needs 100,000 responses per round.",
    columns: openLoopColumns,
    groupedBy: null,
    groups: [
      { title: "The same rate for all targets", rows: rowsOf(true) },
      { title: "Shares of each target's own capacity", rows: rowsOf(false) },
    ],
    plots: [
      {
        name: "p50, p99, p99.9",
        of: ({ step: { p50, p99, p99_9 } }) =>
          p50 === null || p99 === null ? null : { at: p99, lo: p50, hi: p99_9 ?? p99 },
        format: formatLatency,
        log: true,
      },
    ],
    notes: notesOf(all, ({ rate }) => `${formatCount(rate)} requests/s`),
  };
}

function notesOf<Step extends { readonly reason: string | null }>(
  all: readonly Row<Step>[],
  load: (step: Step) => string,
): string[] {
  return all.flatMap(({ cell: { target }, step }) =>
    step.reason === null ? [] : [`${target}, ${load(step)}: ${step.reason}`],
  );
}

function shareWords({ fractionOfCapacity: share, capacity, capacityIsLowerBound }: OpenLoopStep) {
  if (share === null || capacity === null) return "";
  return `${formatPercent(share)} of ${capacityIsLowerBound ? ">= " : ""}${formatCount(capacity)}`;
}

type Process = { readonly cell: Cell };

const processColumns: readonly Filled<Process>[] = [
  [left("target"), ({ cell }) => cell.target],
  [right("ready"), ({ cell }) => formatLatency(cell.startup?.ready)],
  [right("first byte"), ({ cell }) => formatLatency(cell.startup?.firstByte)],
  [right("idle memory"), ({ cell }) => formatBytes(cell.memory?.idle)],
  [right("peak memory"), ({ cell }) => formatBytes(cell.memory?.peak)],
  [right("installed"), ({ cell }) => formatBytes(cell.install?.bytes)],
  [right("packages"), ({ cell }) => String(cell.install?.packages ?? "")],
];

const growthColumn: Filled<Process> = [
  right("growth per request"),
  ({ cell: { growth } }) => (growth ? leftWords(growth.new) : ""),
];

/** Returns the startup time, memory and installed size of each target, and its memory growth if it was measured. */
export function processTable(scenario: string, cells: readonly Cell[]): MetricTable<Process> {
  const measured = cells.filter(({ startup, memory }) => startup !== null || memory !== null);
  return {
    title: "Startup time, memory and size",
    lead:
      `Medians over fresh processes (${scenario}). Startup: from spawn to the readiness line, and to ` +
      "the first byte of the first response. Memory: resident memory (RSS) of the process tree, after the first " +
      "response and at its peak. Installed: the app's dependencies for all runtimes together, as " +
      "pnpm resolved them, without the runtime itself.",
    columns: measured.some(({ growth }) => growth)
      ? [...processColumns, growthColumn]
      : processColumns,
    groupedBy: null,
    groups: [{ title: "", rows: measured.map((cell) => ({ cell })) }],
    plots: [
      {
        name: "startup",
        of: ({ cell: { startup: of } }) => of && rangeOf(of.ready, of.firstByte),
        format: formatLatency,
      },
      {
        name: "memory",
        of: ({ cell: { memory } }) => memory && rangeOf(memory.idle, memory.peak),
        format: formatBytes,
      },
      {
        name: "installed",
        of: ({ cell: { install } }) => (install ? rangeOf(0, install.bytes) : null),
        format: formatBytes,
      },
    ],
    notes: [],
  };
}

function rangeOf(lo: number, hi: number) {
  return { at: hi, lo, hi };
}

function nameOf({ target, replayedFrom }: Cell): string {
  return target + (replayedFrom ? " ↺" : "");
}
