import { isFloor, type RoundRecord, type Runtime } from "@deadheat/journal";
import { exact, interval, type LogEstimate } from "@deadheat/stats";
import { estimateOf } from "../rounds.ts";
import type { Cell, Result } from "../documents/result.ts";
import { rank } from "../rank.ts";
import { metricKinds, type RoundMetric } from "./metrics.ts";
import { logChanges, samplesOf } from "./judge.ts";

/** The metrics by which a run ranks its targets, besides CPU. */
export const rankedMetrics = ["start", "memory-idle", "memory-peak"] as const;
export type RankedMetric = (typeof rankedMetrics)[number];

export interface MetricPlace {
  readonly target: string;
  /** The median over the rounds. */
  readonly value: number;
  readonly rank: readonly [number, number];
  readonly tieGroup: readonly string[];
  /** The target's need over that of node-http/node; in a scenario without Node over the floor. */
  readonly ratio: number;
  readonly lo: number;
  readonly hi: number;
}

/**
 * Ranks the targets of a scenario by a metric, the one that needs least first. Every target is compared with its floor
 * round by round, and across runtimes through the bridges, as for CPU; Holm corrects all pairs.
 */
export function rankByMetric(
  result: Result,
  scenario: string,
  metric: RankedMetric,
): readonly MetricPlace[] {
  const bridges = new Map<Runtime, LogEstimate>();
  const cells = result.cells.filter((cell) => cell.scenario === scenario && cell.rank !== null);
  for (const { floor, rounds, ...bridge } of result.bridges) {
    const runtime = cells.find(({ target }) => target === floor)?.runtime;
    const gain = bridge.scenario === scenario ? gainOf(rounds, metric) : null;
    if (runtime !== undefined && gain !== null) bridges.set(runtime, gain);
  }
  const known = cells.flatMap((cell) => {
    const { target, runtime, efficiency } = cell;
    const value = valueIn(cell, metric);
    const gain = isFloor(target) ? exact() : gainOf(efficiency?.toFloor.rounds ?? [], metric);
    // Without a bridge a target cannot stand beside those of Node.
    const beside = runtime === "node" || bridges.has(runtime) || !hasNode(cells);
    return value === null || gain === null || !beside
      ? []
      : [{ target, runtime, value, toFloor: gain }];
  });
  const values = new Map(known.map(({ target, value }) => [target, value]));
  const { order } = rank(known, bridges, metricKinds[metric].margin);
  return order.map(({ target, toNodeHttp, rank: place, tieGroup }) => {
    const needs = interval({ ...toNodeHttp, mean: -toNodeHttp.mean });
    const { ratio, lo, hi } = needs;
    return { target, value: values.get(target) ?? 0, rank: place, tieGroup, ratio, lo, hi };
  });
}

function hasNode(cells: readonly Cell[]): boolean {
  return cells.some(({ runtime }) => runtime === "node");
}

/** Returns ln(base / new): above 0 the new server needs less. null with fewer than two rounds, or one without the metric. */
function gainOf(rounds: readonly RoundRecord[], metric: RoundMetric): LogEstimate | null {
  const samples = samplesOf(rounds).get(metric) ?? [];
  if (samples.length < 2) return null;
  return estimateOf(samples, (own) => logChanges(own).map((change) => -change));
}

function valueIn({ memory, startup }: Cell, metric: RankedMetric): number | null {
  return {
    start: startup?.firstByte ?? null,
    "memory-idle": memory?.idle ?? null,
    "memory-peak": memory?.peak ?? null,
  }[metric];
}
