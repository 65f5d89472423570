import { pageCosts, type Cell, type PageCost, type Result } from "@deadheat/judge";
import { left, leftWords, right, tableOf, type Filled, type Section } from "@deadheat/report";
import { formatBytes, formatCpu, formatLatency } from "@deadheat/report/format";
import { isPageProfile, pageLatency } from "./profiles.ts";

const columns: readonly Filled<PageCost>[] = [
  [left("target"), ({ cell }) => cell.target],
  [right("CPU per page"), ({ cpu }) => secondsText(cpu)],
  [right("over its reference"), ({ over }) => secondsText(over)],
  [left("reference"), ({ cell }) => cell.against ?? ""],
  [right("over the floor", 1), ({ overFloor }) => secondsText(overFloor)],
  [right(`p99 at ${pageLatency.commonRate}/s`, 2), ({ cell }) => formatLatency(latencyOf(cell))],
  [right("start", 2), ({ cell }) => (cell.startup ? `${cell.startup.firstByte.toFixed(2)} s` : "")],
  [right("idle", 3), ({ cell }) => formatBytes(cell.memory?.idle)],
  [right("peak", 3), ({ cell }) => formatBytes(cell.memory?.peak)],
  [right("growth", 3), ({ cell: { growth } }) => (growth ? leftWords(growth.new) : "")],
  [right("response", 4), ({ cell }) => formatBytes(cell.response?.bytes)],
  [right("installed", 5), ({ cell }) => formatBytes(cell.install?.bytes)],
  [right("packages", 5), ({ cell }) => String(cell.install?.packages ?? "")],
  [right("build", 6), ({ cell }) => buildText(cell.install?.buildSeconds)],
  [left("version", 6), ({ cell }) => cell.version],
];

/** Returns the tables of a run of pages: what each page costs, over its renderer and over the floor. */
export function boardSections({ cells, run }: Pick<Result, "cells" | "run">): Section[] {
  if (!isPageProfile(run.profile)) return [];
  const costs = pageCosts(cells).toSorted((a, b) => a.cpu.mean - b.cpu.mean);
  const byScenario = Map.groupBy(costs, ({ cell }) => cell.scenario);
  return [...byScenario].map(([scenario, own]) => ({
    title: `What a page costs: ${scenario}`,
    lead: [
      "Each framework ran beside its renderer, and each renderer beside the floor, which sends the same HTML from a buffer.",
      "The times follow from these ratios, which have 95 % intervals, and from the floor's average time over the run: the speed of the machine changes both servers of a round by the same factor.",
    ],
    ...tableOf(columns, own),
    notes: ["The build time was measured once."],
  }));
}

function secondsText({ mean, lo, hi }: PageCost["cpu"]): string {
  return `${formatCpu(mean)} [${formatCpu(lo)}, ${formatCpu(hi)}]`;
}

/** Returns the 99th percentile of an open loop; undefined if there was none. */
function latencyOf({ openLoop }: Cell): number | null | undefined {
  return openLoop.find(({ common }) => common)?.p99;
}

function buildText(seconds: number | undefined): string {
  return seconds === undefined ? "" : `${seconds.toFixed(0)} s`;
}
