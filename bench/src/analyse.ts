import {
  difference,
  drift,
  exact,
  holm,
  interval,
  median,
  pValue,
  sum,
  tieGroups,
  twoStageEstimate,
  type LogEstimate,
} from "@deadheat/stats";
import { floors, type Runtime } from "./manifest.ts";
import type { BlockRecord, Side } from "./record.ts";
import type { Cell, Warning } from "./result.ts";

/** ln(efficiency of the target) - ln(efficiency of its reference), of the blocks that count. */
export function logRatios(blocks: readonly BlockRecord[]): number[] {
  return blocks.flatMap(({ sides }) =>
    sides ? [Math.log(efficiency(sides.target) / efficiency(sides.reference))] : [],
  );
}

/**
 * What some duets of the same two servers say together. Blocks that were added for the spread of the
 * planned ones count for the mean alone (stats, two-stage.ts).
 */
export function blockEstimate(blocks: readonly BlockRecord[]): LogEstimate {
  const stage = (which: 1 | 2) => logRatios(blocks.filter((block) => (block.stage ?? 1) === which));
  return twoStageEstimate(stage(1), stage(2));
}

/** Good answers per CPU-second of the server. */
export function efficiency({ good, cpuSeconds }: Pick<Side, "good" | "cpuSeconds">): number {
  return good / cpuSeconds;
}

/** A server was running or waiting for its CPU for this share of the time under load. */
export const SERVER_BOUND = 0.95;
export const GENERATOR_BOUND = 0.85;

/**
 * What kept the servers of a cell from answering more, by the medians over its blocks: their own
 * CPU, the generator's, or neither.
 */
export function verdictOf(blocks: readonly BlockRecord[]): NonNullable<Cell["verdict"]> {
  const busy = blocks.flatMap(({ sides }) => (sides ? [busyShare(sides.target, sides)] : []));
  if (median(busy) >= SERVER_BOUND) return "server-bound";
  const generator = blocks.flatMap((block) => block.machine?.generatorBusy ?? []);
  return generator.length > 0 && median(generator) >= GENERATOR_BOUND
    ? "generator-bound"
    : "unsaturated";
}

/** Where the system does not tell the waiting time, the two servers' shares of their CPU. */
function busyShare(side: Side, both: { target: Side; reference: Side }): number {
  if (side.delaySeconds !== null) return (side.cpuSeconds + side.delaySeconds) / side.loadSeconds;
  return (both.target.cpuSeconds + both.reference.cpuSeconds) / side.loadSeconds;
}

/** By how much ln ratio changes from the first half of the window to the second. */
export function driftOf(blocks: readonly BlockRecord[]): LogEstimate {
  const halves = (which: 0 | 1) =>
    blocks.flatMap(({ sides }) => {
      const [ours, theirs] = [sides?.target.halves[which], sides?.reference.halves[which]];
      return ours && theirs ? [Math.log(efficiency(ours) / efficiency(theirs))] : [];
    });
  return drift(halves(0), halves(1));
}

const DRIFT = 0.02;
const FOREIGN = 0.05;
const STEAL = 0.05;

/** What a reader should know of a cell's blocks before using its figure. */
export function warningsOf(blocks: readonly BlockRecord[]): Warning[] {
  const warnings: Warning[] = [];
  const change = driftOf(blocks);
  if (Math.abs(change.mean) > DRIFT && pValue(change) < 0.05) {
    const percent = (100 * Math.expm1(change.mean)).toFixed(1);
    const message = `not warm: its ratio moved by ${percent} % from the first half of the window to the second`;
    warnings.push({ code: "not-warm", message });
  }
  const share = (name: "foreign" | "steal") =>
    median(blocks.map((block) => block.machine?.[name] ?? 0));
  if (share("foreign") > FOREIGN) {
    const message = `other processes took ${percentOf(share("foreign"))} of the server's CPU`;
    warnings.push({ code: "foreign", message });
  }
  if (share("steal") > STEAL) {
    const message = `the hypervisor took ${percentOf(share("steal"))} of a CPU away`;
    warnings.push({ code: "steal", message });
  }
  return warnings;
}

const UNSTEADY = 1.25;

/**
 * A machine whose speed changed while it measured, as its floors show: the efficiency of a reference
 * in the fastest tenth of its blocks over that in the slowest. A duet cancels a change of speed, but
 * not that it slows unlike servers unlike: on a shared host a neighbour on the same core took a
 * third from node:http, half from express, a seventh from Deno.serve (docs/method.md).
 */
export function unsteadiness(blocks: readonly BlockRecord[]): Warning[] {
  const alike = Map.groupBy(blocks, ({ reference, scenario }) => `${reference} ${scenario}`);
  return [...alike.values()].flatMap((own) => {
    const [{ reference, scenario }] = own as [BlockRecord];
    const speeds = own
      .flatMap(({ sides }) => (sides ? [efficiency(sides.reference)] : []))
      .toSorted((a, b) => a - b);
    const slow = speeds[Math.floor((speeds.length - 1) * 0.1)] ?? 1;
    const fast = speeds[Math.ceil((speeds.length - 1) * 0.9)] ?? 1;
    if (fast / slow < UNSTEADY) return [];
    const message =
      `this machine's speed changed during the run: ${reference} gave ${Math.round(slow / 1000)} to ` +
      `${Math.round(fast / 1000)} thousand responses per CPU-second (${scenario}). Ratios of unlike servers move ` +
      "with that, from one run to the next by more than their intervals; a quieter machine tells more";
    return [{ code: "unsteady", message }];
  });
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** A cell that can be ranked: its log ratio to the floor of its runtime. */
export interface Ranked {
  readonly target: string;
  readonly runtime: Runtime;
  readonly toFloor: LogEstimate;
}

export interface Ranking {
  /** By ratio to node-http/node, the best first. */
  readonly order: readonly (Ranked & {
    readonly toNodeHttp: LogEstimate;
    readonly rank: number;
    readonly tieGroup: string[];
  })[];
  readonly pairs: number;
  readonly significant: number;
  readonly ties: [string, string][];
}

/**
 * Ranks the cells of one scenario. All pairs are compared, Holm corrects for their number; two of
 * one runtime through their floor alone, so that the bridge's uncertainty does not blur them; two of
 * different runtimes through both bridges. A rank is 1 + the number of cells that are
 * significantly faster, a tie group a letter of the compact letter display.
 */
export function rank(
  cells: readonly Ranked[],
  bridges: ReadonlyMap<Runtime, LogEstimate>,
  alpha = 0.05,
): Ranking {
  const bridge = (runtime: Runtime) => bridges.get(runtime) ?? exact();
  const order = cells
    .map((cell) => ({ ...cell, toNodeHttp: sum(cell.toFloor, bridge(cell.runtime)) }))
    .toSorted((a, b) => b.toNodeHttp.mean - a.toNodeHttp.mean);
  const indices = order.flatMap((_, i) =>
    order.slice(i + 1).map((__, k) => [i, i + 1 + k] as const),
  );
  const raw = indices.map(([i, j]) => {
    const [a, b] = [order[i] as Ranked, order[j] as Ranked];
    if (a.runtime === b.runtime) return pValue(difference(a.toFloor, b.toFloor));
    const across = difference(sum(a.toFloor, bridge(a.runtime)), sum(b.toFloor, bridge(b.runtime)));
    return pValue(across);
  });
  const adjusted = holm(raw);
  const differing = new Set(
    indices.filter((_, k) => (adjusted[k] ?? 1) < alpha).map(([i, j]) => i * order.length + j),
  );
  const differs = (i: number, j: number) =>
    differing.has(Math.min(i, j) * order.length + Math.max(i, j));
  const groups = tieGroups(order.length, differs);
  const ties = indices.filter(([i, j]) => !differs(i, j));
  return {
    order: order.map((cell, i) => ({
      ...cell,
      rank: 1 + order.filter((_, j) => j < i && differs(i, j)).length,
      tieGroup: groups[i] ?? [],
    })),
    pairs: indices.length,
    significant: differing.size,
    ties: ties.map(([i, j]) => [order[i]?.target ?? "", order[j]?.target ?? ""]),
  };
}

/** `{ ratio, lo, hi, n, blocks }` of some duets, as results hold it. */
export function measuredRatio(blocks: readonly BlockRecord[]) {
  return { ...interval(blockEstimate(blocks)), blocks: [...blocks] };
}

export function isFloor(target: string): boolean {
  return Object.values(floors).includes(target);
}
