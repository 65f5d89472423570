import type { Cell, OpenLoopStep, Result, SweepStep } from "@deadheat/judge";
import { groupBy } from "@deadheat/judge/group-by";
import {
  formatBytes,
  formatCount,
  formatInterval,
  formatLatency,
  formatPercent,
  formatRatio,
} from "../format.ts";
import { left, right, tableOf, type Filled, type Section } from "./section.ts";

/** Returns the tables of measures that a server takes alone: sweeps and open loops. */
export function soloSections(result: Result): Section[] {
  const scenarios = groupBy(result.cells, (cell) => cell.scenario);
  return [...scenarios].flatMap(([scenario, cells]) => [
    ...sweepSection(scenario, cells, result),
    ...openLoopSection(scenario, cells, result),
  ]);
}

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

interface SweepRow {
  readonly cell: Cell;
  readonly step: SweepStep;
}

const sweepColumns: readonly Filled<SweepRow>[] = [
  [right("connections"), ({ step }) => String(step.connections)],
  [left("target"), ({ cell }) => nameOf(cell)],
  [right("requests/s"), ({ step }) => formatThroughput(step)],
  [left("95 %", 4), ({ step }) => formatThroughputInterval(step)],
  [right("to floor", 1), ({ step: { toFloor } }) => (toFloor ? formatRatio(toFloor.ratio) : "")],
  [
    left("95 %", 1),
    ({ step: { toFloor, floor } }) =>
      toFloor ? formatInterval(toFloor) : floor === null ? "reference" : "",
  ],
  [right("mean", 7), ({ step }) => formatLatency(step.latency?.mean)],
  [right("stdev", 8), ({ step }) => formatLatency(step.latency?.stdev)],
  [right("p50", 3), ({ step }) => formatLatency(step.latency?.p50)],
  [right("p75", 8), ({ step }) => formatLatency(step.latency?.p75)],
  [right("p90", 7), ({ step }) => formatLatency(step.latency?.p90)],
  [right("p99", 2), ({ step }) => formatLatency(step.latency?.p99)],
  [right("p99.9", 6), ({ step }) => formatLatency(step.latency?.p99_9)],
  [right("max", 6), ({ step }) => formatLatency(step.latency?.max)],
  [
    right("bodies/s", 9),
    ({ step: { bytesPerSecond: of } }) => (of === null ? "" : formatBytes(of)),
  ],
  [left("errors", 5), ({ step }) => formatErrors(step.errors)],
  [left("verdict", 4), ({ step }) => step.verdict ?? ""],
];

function sweepSection(scenario: string, cells: readonly Cell[], { run }: Result): Section[] {
  const { sweep } = run;
  if (!sweep) return [];
  const all = cells.flatMap((cell) => cell.sweep.map((step) => ({ cell, step })));
  if (all.length === 0) return [];
  const at = (connections: number) => all.filter(({ step }) => step.connections === connections);
  return [
    {
      title: `${scenario}: sweep, each server alone, latency under saturation`,
      lead: [
        `Closed loops of ${sweep.stepSeconds} s, ${sweep.rounds} rounds of fresh processes. ">=": the ` +
          "generator was full before the server, so the figure is a lower bound, and no ranking uses " +
          "it. Latency here is connections / throughput: it shows how long the queue is, not how " +
          "fast the server is. The throughput of a server alone spreads far more than ratios " +
          "in duets do. To compare servers, read the duets, or `to floor`, measured in the same minutes.",
      ],
      ...tableOf(sweepColumns, sweep.connections.flatMap(at)),
      notes: notesOf(all, ({ connections }) => `${connections} connections`),
    },
  ];
}

interface OpenLoopRow {
  readonly cell: Cell;
  readonly step: OpenLoopStep;
}

const openLoopColumns: readonly Filled<OpenLoopRow>[] = [
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

function openLoopSection(scenario: string, cells: readonly Cell[], { run }: Result): Section[] {
  const { latency } = run;
  if (!latency) return [];
  const all = cells.flatMap((cell) => cell.openLoop.map((step) => ({ cell, step })));
  if (all.length === 0) return [];
  const rows = [true, false].flatMap((common) => all.filter(({ step }) => step.common === common));
  return [
    {
      title: `${scenario}: open loop, latency from the scheduled time`,
      lead: [
        `Each server alone, ${latency.rounds} rounds of fresh processes, ${latency.connections} ` +
          `connections, ${latency.stepSeconds} s at each rate. Requests are due at a fixed rate, ` +
          "however fast the answers come, and latency counts from the moment when a request was due. First the " +
          "rate that all targets get, then shares of each target's own capacity, which a closed loop on " +
          "the same process has measured. p99.9 needs 100,000 answers a round.",
      ],
      ...tableOf(openLoopColumns, rows),
      notes: notesOf(all, ({ rate }) => `${formatCount(rate)} requests/s`),
    },
  ];
}

/** Returns why steps have no figures. */
function notesOf<Step extends { readonly reason: string | null }>(
  all: readonly { readonly cell: Cell; readonly step: Step }[],
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

const processColumns: readonly Filled<Cell>[] = [
  [left("target"), ({ target }) => target],
  [right("ready"), ({ startup }) => formatLatency(startup?.ready)],
  [right("first byte"), ({ startup }) => formatLatency(startup?.firstByte)],
  [right("memory, idle"), ({ memory }) => (memory ? formatBytes(memory.idle) : "")],
  [right("at most"), ({ memory }) => (memory ? formatBytes(memory.peak) : "")],
  [right("installed"), ({ install }) => (install ? formatBytes(install.bytes) : "")],
  [right("packages"), ({ install }) => (install ? String(install.packages) : "")],
];

/** Returns the start time, memory and installed size of each target. */
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
          "the first byte of the first answer. Memory: resident memory of the process tree, after the first " +
          "answer and at its peak. Installed: the app's dependencies for all runtimes together, as " +
          "pnpm resolved them, without the runtime itself.",
      ],
      ...tableOf(processColumns, cells),
      notes: [],
    },
  ];
}

function nameOf({ target, replayedFrom }: Cell): string {
  return target + (replayedFrom ? " ↺" : "");
}
