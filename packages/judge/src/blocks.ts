import {
  exact,
  interval,
  measuredOn,
  median,
  pooledOverInstances,
  pooledOverRuns,
  sum,
  twoStageEstimate,
  type Between,
  type LogEstimate,
} from "@deadheat/stats";
import type { BlockRecord, Side, Warning } from "@deadheat/journal";
import { verdictWarnings } from "./cell/verdict.ts";
import { groupBy } from "./group-by.ts";

/** What a ratio rests on: a block, or what a pair of servers did at one rate. */
export type Sample = Pick<BlockRecord, "role" | "run" | "instance" | "stage" | "machine"> & {
  readonly sides: { readonly target: Windowed; readonly reference: Windowed } | null;
};

/** ln(efficiency of the target) - ln(efficiency of its reference), of the blocks that count. */
export function logRatios(blocks: readonly Sample[]): number[] {
  return blocks.flatMap(({ sides }) =>
    sides ? [Math.log(efficiency(sides.target) / efficiency(sides.reference))] : [],
  );
}

/**
 * What some duets of the same two servers say together. Blocks that were added for the spread of the
 * planned ones count for the mean alone (stats, two-stage.ts). Where several runs, or several instances of a class of
 * machines, were put together, what one instance did in one run is the unit (stats, pooled-over-runs.ts).
 */
export function blockEstimate(blocks: readonly Sample[]): LogEstimate {
  const units = groupBy(blocks, ({ run, instance }) => `${run} ${instance}`);
  return pooledOverRuns([...units.values()].map(estimateOfRun));
}

/** The same, with what is known of the variance between instances where two measured these duets. */
function estimateOver(blocks: readonly Sample[], between: Between | null): LogEstimate {
  const places = [...groupBy(blocks, ({ instance }) => instance).values()];
  if (between === null || places.length !== 2) return blockEstimate(blocks);
  return pooledOverInstances(places.map(blockEstimate), between);
}

function estimateOfRun(blocks: readonly Sample[]): LogEstimate {
  const stage = (which: 1 | 2) => logRatios(blocks.filter((block) => (block.stage ?? 1) === which));
  return twoStageEstimate(stage(1), stage(2));
}

/** Where others had more than this of the servers' CPU, a ratio is less certain than its blocks agree. */
const FOREIGN = 0.05;
/**
 * By how much, as the sd of the logarithm, for a CPU that others have whole: measured beside programs that only spin
 * (docs/findings/slow-machine.md, "A CPU that is shared").
 */
const SHARING = 0.1;

/**
 * What is known of a cell's ratio, or a bridge's: what its blocks say, and where they had the CPU not for themselves,
 * that another hour would say something else of servers that are unlike. The A/A row's two are alike. What one of
 * several instances measured says so, and with what is measured elsewhere carries the variance between them.
 *
 * @param between that variance; null: unknown, or there is one instance alone
 */
export function cellEstimate(
  blocks: readonly Sample[],
  between: Between | null = null,
): LogEstimate {
  const own = withForeign(blocks, estimateOver(blocks, between));
  const [instance, ...others] = new Set(blocks.map((block) => block.instance));
  return instance === undefined || others.length > 0 ? own : measuredOn(instance, between, own);
}

function withForeign(blocks: readonly Sample[], own: LogEstimate): LogEstimate {
  const shared = foreignShare(blocks);
  if (shared <= FOREIGN || blocks.every(({ role }) => role === "aa")) return own;
  return sum(own, { ...exact(), variance: (SHARING * shared) ** 2 });
}

/** Of the servers' CPU, by processes that are none of the measured ones: the median over blocks. */
function foreignShare(blocks: readonly Sample[]): number {
  const known = blocks.flatMap(({ machine }) => machine?.foreign ?? []);
  return known.length === 0 ? 0 : median(known);
}

/** Good answers per CPU-second of the server, without what the ends of a load cost. */
export function efficiency(side: Windowed): number {
  const { good, cpuSeconds } = workOf(side);
  return good / cpuSeconds;
}

type Work = Pick<Side, "good" | "cpuSeconds">;

/** With that of the short load before it. */
type Windowed = Work & Pick<Side, "ends">;

/** What a server did in a window, less what it did in the short load before it. */
export function workOf({ good, cpuSeconds, ends }: Windowed): Work {
  return ends
    ? { good: good - ends.good, cpuSeconds: cpuSeconds - ends.cpuSeconds }
    : { good, cpuSeconds };
}

const STEAL = 0.05;

/** What a reader should know of a cell's blocks before using its figure. */
export function warningsOf(blocks: readonly BlockRecord[]): Warning[] {
  return [...verdictWarnings(blocks), ...machineWarnings(blocks)];
}

/** What the machine did meanwhile that a reader should know. */
export function machineWarnings(blocks: readonly Sample[]): Warning[] {
  const warnings: Warning[] = [];
  const shared = foreignShare(blocks);
  if (shared > FOREIGN) {
    const message =
      `other processes took ${percentOf(shared)} of the servers' CPU: servers that are unlike pay for that unlike ` +
      "(docs/findings/slow-machine.md)";
    warnings.push({ code: "foreign", message });
  }
  const stolen = blocks.map((block) => block.machine?.steal ?? 0);
  if (stolen.length > 0 && median(stolen) > STEAL) {
    const message = `the hypervisor took ${percentOf(median(stolen))} of a CPU away`;
    warnings.push({ code: "steal", message });
  }
  return warnings;
}

const UNSTEADY = 1.25;

/**
 * A machine whose speed changed while it measured, as its floors show: the efficiency of a reference
 * in the fastest tenth of its blocks over that in the slowest. A duet cancels a change of speed, but
 * not that it slows unlike servers unlike: on a shared host a neighbour on the same core took a
 * third from node:http, half from express, a seventh from Deno.serve (docs/findings/slow-machine.md).
 */
export function unsteadiness(
  blocks: readonly BlockRecord[],
  instances: readonly { readonly letter: string; readonly instance: string }[] = [],
): Warning[] {
  const alike = groupBy(
    blocks,
    ({ reference, scenario, instance }) => `${reference} ${scenario} ${instance}`,
  );
  return [...alike.values()].flatMap((own) => {
    const [{ reference, scenario, instance }] = own as [BlockRecord];
    const letter = instances.find((one) => one.instance === instance)?.letter;
    const speeds = own
      .flatMap(({ sides }) => (sides ? [efficiency(sides.reference)] : []))
      .toSorted((a, b) => a - b);
    const slow = speeds[Math.floor((speeds.length - 1) * 0.1)] ?? 1;
    const fast = speeds[Math.ceil((speeds.length - 1) * 0.9)] ?? 1;
    if (fast / slow < UNSTEADY) return [];
    const message =
      `${letter ? `instance ${letter}` : "this machine"}'s speed changed during the run: ${reference} gave ${Math.round(slow / 1000)} to ` +
      `${Math.round(fast / 1000)} thousand responses per CPU-second (${scenario}). Ratios of unlike servers move ` +
      "with that, from one run to the next by more than their intervals; a quieter machine tells more";
    return [{ code: "unsteady", message }];
  });
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** `{ ratio, lo, hi, n, blocks }` of some duets, as results hold it. */
export function measuredRatio(blocks: readonly BlockRecord[], between: Between | null = null) {
  return { ...interval(cellEstimate(blocks, between)), blocks: [...blocks] };
}
