import type { Cell, OpenLoopStep, Result, SweepStep } from "@deadheat/judge";
import {
  formatBytes,
  formatCount,
  formatInterval,
  formatLatency,
  formatPercent,
  formatRatio,
} from "../format.ts";
import { left, right, type Section } from "./section.ts";

/** What servers did that were alone, each measure by itself. */
export function soloSections(result: Result): Section[] {
  const scenarios = Map.groupBy(result.cells, (cell) => cell.scenario);
  return [...scenarios].flatMap(([scenario, cells]) => [
    ...sweepSection(scenario, cells, result),
    ...openLoopSection(scenario, cells, result),
  ]);
}

/** `41,200`, or `>= 71,000` where the generator was full before the server. */
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

/** `none`, or `3 read, 1 timeout`. */
export function formatErrors(errors: SweepStep["errors"]): string {
  const some = Object.entries(errors).filter(([, count]) => count > 0);
  return some.length === 0 ? "none" : some.map(([kind, count]) => `${count} ${kind}`).join(", ");
}

function sweepSection(scenario: string, cells: readonly Cell[], result: Result): Section[] {
  const { sweep } = result.run;
  const swept = cells.filter((cell) => cell.sweep.length > 0);
  if (!sweep || swept.length === 0) return [];
  const rows = sweep.connections.flatMap((connections) =>
    swept.flatMap((cell) => {
      const step = cell.sweep.find((one) => one.connections === connections);
      return step ? [sweepRow(cell, step)] : [];
    }),
  );
  return [
    {
      title: `${scenario}: sweep, each server alone, latency under saturation`,
      lead: [
        `Closed loops of ${sweep.stepSeconds} s, ${sweep.rounds} rounds of fresh processes. ">=": the ` +
          "generator was full before the server; such a figure is a lower bound, and no table ranks " +
          "it. Latency here is connections / throughput: it tells how long the queue is, not how " +
          "fast the server is. Throughput of servers that were alone spreads far more than ratios " +
          "in duets do: to compare, read the duets, or `to floor`, taken in the same minutes.",
      ],
      columns: [
        right("connections"),
        left("target"),
        right("requests/s"),
        left("95 %", 4),
        right("to floor", 1),
        left("95 %", 1),
        right("mean", 7),
        right("stdev", 8),
        right("p50", 3),
        right("p75", 8),
        right("p90", 7),
        right("p99", 2),
        right("p99.9", 6),
        right("max", 6),
        right("bodies/s", 9),
        left("errors", 5),
        left("verdict", 4),
      ],
      rows,
      notes: swept.flatMap((cell) =>
        cell.sweep.flatMap(({ connections, reason }) =>
          reason === null ? [] : [`${cell.target}, ${connections} connections: ${reason}`],
        ),
      ),
    },
  ];
}

function sweepRow(cell: Cell, step: SweepStep): string[] {
  const { latency: l, toFloor } = step;
  return [
    String(step.connections),
    cell.target + (cell.replayedFrom ? " ↺" : ""),
    formatThroughput(step),
    formatThroughputInterval(step),
    toFloor ? formatRatio(toFloor.ratio) : "",
    toFloor ? formatInterval(toFloor) : step.floor === null ? "reference" : "",
    ...[l?.mean, l?.stdev, l?.p50, l?.p75, l?.p90, l?.p99, l?.p99_9, l?.max].map(formatLatency),
    step.bytesPerSecond === null ? "" : formatBytes(step.bytesPerSecond),
    formatErrors(step.errors),
    step.verdict ?? "",
  ];
}

function openLoopSection(scenario: string, cells: readonly Cell[], result: Result): Section[] {
  const settings = result.run.latency;
  const opened = cells.filter((cell) => cell.openLoop.length > 0);
  if (!settings || opened.length === 0) return [];
  const common = (step: OpenLoopStep) => step.common;
  const ofCapacity = (step: OpenLoopStep) => !step.common;
  const rows = (which: (step: OpenLoopStep) => boolean) =>
    opened.flatMap((cell) => cell.openLoop.filter(which).map((step) => openLoopRow(cell, step)));
  return [
    {
      title: `${scenario}: open loop, latency from the scheduled time`,
      lead: [
        `Each server alone, ${settings.rounds} rounds of fresh processes, ${settings.connections} ` +
          `connections, ${settings.stepSeconds} s at each rate. Requests are due at a fixed rate ` +
          "whatever the answers do, and a latency counts from when its request was due. First the " +
          "rate that all targets get, then shares of each one's own capacity, which a closed loop on " +
          "the same process has found. p99.9 needs 100,000 answers a round.",
      ],
      columns: [
        left("target"),
        right("requests/s"),
        left("which is", 2),
        right("mean", 6),
        right("p50", 1),
        right("p90", 5),
        right("p99"),
        left("p99 of the rounds", 4),
        right("p99.9", 3),
        right("max", 3),
        right("generator late", 7),
      ],
      rows: [...rows(common), ...rows(ofCapacity)],
      notes: opened.flatMap((cell) =>
        cell.openLoop.flatMap(({ rate, reason }) =>
          reason === null ? [] : [`${cell.target}, ${formatCount(rate)} requests/s: ${reason}`],
        ),
      ),
    },
  ];
}

function openLoopRow(cell: Cell, step: OpenLoopStep): string[] {
  const { fractionOfCapacity: share, capacity, p99Rounds } = step;
  const bound = step.capacityIsLowerBound ? ">= " : "";
  const of =
    share === null || capacity === null
      ? ""
      : `${formatPercent(share)} of ${bound}${formatCount(capacity)}`;
  return [
    cell.target + (cell.replayedFrom ? " ↺" : ""),
    formatCount(step.rate),
    of,
    ...[step.mean, step.p50, step.p90, step.p99].map(formatLatency),
    p99Rounds.length < 2
      ? ""
      : `${formatLatency(Math.min(...p99Rounds))} to ${formatLatency(Math.max(...p99Rounds))}`,
    ...[step.p99_9, step.max, step.lateness].map(formatLatency),
  ];
}

/** What a server's process takes: starting, memory, disk. The same whatever was measured. */
export function processSection(result: Result): Section[] {
  const [scenario] = result.cells.map((cell) => cell.scenario);
  const cells = result.cells.filter(
    (cell) => cell.scenario === scenario && (cell.startup !== null || cell.memory !== null),
  );
  if (cells.length === 0) return [];
  return [
    {
      title: "Start, memory and size",
      lead: [
        `Medians over fresh processes (${scenario}). Start: from spawn to the readiness line, and to ` +
          "the first byte of the first answer. Memory: resident, of the process tree, after its first " +
          "answer and at most. Installed: what the app depends on, for all runtimes together, as " +
          "pnpm resolved it; without the runtime itself.",
      ],
      columns: [
        left("target"),
        right("ready"),
        right("first byte"),
        right("memory, idle"),
        right("at most"),
        right("installed"),
        right("packages"),
      ],
      rows: cells.map(({ target, startup, memory, install }) => [
        target,
        formatLatency(startup?.ready),
        formatLatency(startup?.firstByte),
        memory ? formatBytes(memory.idle) : "",
        memory ? formatBytes(memory.peak) : "",
        install ? formatBytes(install.bytes) : "",
        install ? String(install.packages) : "",
      ]),
      notes: [],
    },
  ];
}
