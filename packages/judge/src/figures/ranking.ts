import { isFloor, type BlockRecord, type Runtime } from "@deadheat/journal";
import { exact, interval, type LogEstimate } from "@deadheat/stats";
import { estimateOf } from "../blocks.ts";
import type { Cell, Result } from "../documents/result.ts";
import { rank } from "../rank.ts";
import { figureKinds, type BlockFigure } from "./figures.ts";
import { logChanges, samplesOf } from "./judge.ts";

/** The figures by which a run ranks its targets, besides CPU. */
export const rankedFigures = ["start", "memory-idle", "memory-peak"] as const;
export type RankedFigure = (typeof rankedFigures)[number];

/** A target in the ranking of a figure. */
export interface FigurePlace {
  readonly target: string;
  /** The median over the blocks. */
  readonly value: number;
  readonly rank: readonly [number, number];
  readonly tieGroup: readonly string[];
  /** The target's need over that of node-http/node; in a scenario without Node over the floor. */
  readonly ratio: number;
  readonly lo: number;
  readonly hi: number;
}

/**
 * Ranks the targets of a scenario by a figure, the one that needs least first. Every target is compared with its floor
 * block by block, and across runtimes through the bridges, as for CPU; Holm corrects all pairs.
 */
export function rankByFigure(
  result: Result,
  scenario: string,
  figure: RankedFigure,
): readonly FigurePlace[] {
  const bridges = new Map<Runtime, LogEstimate>();
  const cells = result.cells.filter((cell) => cell.scenario === scenario && cell.rank !== null);
  for (const { floor, blocks, ...bridge } of result.bridges) {
    const runtime = cells.find(({ target }) => target === floor)?.runtime;
    const gain = bridge.scenario === scenario ? gainOf(blocks, figure) : null;
    if (runtime !== undefined && gain !== null) bridges.set(runtime, gain);
  }
  const known = cells.flatMap((cell) => {
    const { target, runtime, efficiency } = cell;
    const value = valueIn(cell, figure);
    const gain = isFloor(target) ? exact() : gainOf(efficiency?.toFloor.blocks ?? [], figure);
    // Without a bridge a target cannot stand beside those of Node.
    const beside = runtime === "node" || bridges.has(runtime) || !hasNode(cells);
    return value === null || gain === null || !beside
      ? []
      : [{ target, runtime, value, toFloor: gain }];
  });
  const values = new Map(known.map(({ target, value }) => [target, value]));
  const { order } = rank(known, bridges, figureKinds[figure].margin);
  return order.map(({ target, toNodeHttp, rank: place, tieGroup }) => {
    const needs = interval({ ...toNodeHttp, mean: -toNodeHttp.mean });
    const { ratio, lo, hi } = needs;
    return { target, value: values.get(target) ?? 0, rank: place, tieGroup, ratio, lo, hi };
  });
}

function hasNode(cells: readonly Cell[]): boolean {
  return cells.some(({ runtime }) => runtime === "node");
}

/** Returns ln(base / new): above 0 the new server needs less. null with fewer than two blocks, or one without the figure. */
function gainOf(blocks: readonly BlockRecord[], figure: BlockFigure): LogEstimate | null {
  const samples = samplesOf(blocks).get(figure) ?? [];
  if (samples.length < 2) return null;
  return estimateOf(samples, (own) => logChanges(own).map((change) => -change));
}

function valueIn({ memory, startup }: Cell, figure: RankedFigure): number | null {
  return {
    start: startup?.firstByte ?? null,
    "memory-idle": memory?.idle ?? null,
    "memory-peak": memory?.peak ?? null,
  }[figure];
}
