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

/** The part of a record that a ratio rests on: a block of a duet, or a pair of servers at one fixed rate. */
export type Sample = Pick<BlockRecord, "role" | "run" | "instance" | "stage" | "machine"> & {
  readonly sides: { readonly new: Windowed; readonly base: Windowed } | null;
};

/** Returns ln(efficiency of new / efficiency of base) for each block that is not void. */
export function logRatios(blocks: readonly Sample[]): number[] {
  return blocks.flatMap(({ sides }) =>
    sides ? [Math.log(efficiency(sides.new) / efficiency(sides.base))] : [],
  );
}

/**
 * Returns the estimate from duets of the same two servers. Blocks of the second stage count for the mean alone (stats,
 * two-stage.ts). With several runs or instances, the unit is one instance in one run (stats, pooled-over-runs.ts).
 */
export function blockEstimate(blocks: readonly Sample[]): LogEstimate {
  const units = groupBy(blocks, ({ run, instance }) => `${run} ${instance}`);
  return pooledOverRuns([...units.values()].map(estimateOfRun));
}

/** Returns the same estimate. For exactly two instances it uses the known variance between instances. */
function estimateOver(blocks: readonly Sample[], between: Between | null): LogEstimate {
  const places = [...groupBy(blocks, ({ instance }) => instance).values()];
  if (between === null || places.length !== 2) return blockEstimate(blocks);
  return pooledOverInstances(places.map(blockEstimate), between);
}

function estimateOfRun(blocks: readonly Sample[]): LogEstimate {
  const stage = (which: 1 | 2) => logRatios(blocks.filter((block) => (block.stage ?? 1) === which));
  return twoStageEstimate(stage(1), stage(2));
}

/** A ratio is less certain than its blocks suggest if other processes use more than this share of the servers' CPU. */
const FOREIGN = 0.05;
/**
 * The standard deviation of the log ratio if other processes take the whole CPU. It was measured beside programs that
 * only spin (docs/findings/slow-machine.md, "A CPU that is shared").
 */
const SHARING = 0.1;

/**
 * Returns the estimate for a cell or a bridge. If other processes used the servers' CPU, a variance is added. The A/A
 * row is exempt: only unlike servers differ from one hour to the next. If a single instance measured the blocks, the
 * estimate names that instance, so that comparisons with other instances carry the variance between them.
 *
 * @param between the variance between instances; null if it is unknown or there is one instance
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

/** Returns the median share of the servers' CPU that other processes used. */
function foreignShare(blocks: readonly Sample[]): number {
  const known = blocks.flatMap(({ machine }) => machine?.foreign ?? []);
  return known.length === 0 ? 0 : median(known);
}

/** Returns the good responses per CPU-second, without the cost of starting and ending a load. */
export function efficiency(side: Windowed): number {
  const { good, cpuSeconds } = workOf(side);
  return good / cpuSeconds;
}

type Work = Pick<Side, "good" | "cpuSeconds">;

/** The work in the window, and that of the short load before it. */
type Windowed = Work & Pick<Side, "ends">;

/** Returns the work in the window minus that of the short load before it. */
export function workOf({ good, cpuSeconds, ends }: Windowed): Work {
  return ends
    ? { good: good - ends.good, cpuSeconds: cpuSeconds - ends.cpuSeconds }
    : { good, cpuSeconds };
}

const STEAL = 0.05;

/** Returns the warnings that a reader needs before using a cell's figure. */
export function warningsOf(blocks: readonly BlockRecord[]): Warning[] {
  return [...verdictWarnings(blocks), ...machineWarnings(blocks)];
}

/** Returns warnings about the machine: CPU that other processes used, and CPU that the hypervisor took. */
export function machineWarnings(blocks: readonly Sample[]): Warning[] {
  const warnings: Warning[] = [];
  const shared = foreignShare(blocks);
  if (shared > FOREIGN) {
    const message =
      `other processes used ${percentOf(shared)} of the servers' CPU, which slows unlike servers differently ` +
      "(docs/findings/slow-machine.md)";
    warnings.push({ code: "foreign", message });
  }
  const stolen = blocks.map((block) => block.machine?.steal ?? 0);
  if (stolen.length > 0 && median(stolen) > STEAL) {
    const message = `the hypervisor took ${percentOf(median(stolen))} of a CPU`;
    warnings.push({ code: "steal", message });
  }
  return warnings;
}

const UNSTEADY = 1.25;

/**
 * Returns a warning for each base whose speed changed during the run, by the efficiency in the fastest and the
 * slowest tenth of its blocks. A duet cancels a change of speed that hits both servers alike, but unlike servers slow
 * down differently. On a shared host a neighbour on the same core took a third from node:http, half from express and a
 * seventh from Deno.serve (docs/findings/slow-machine.md).
 */
export function unsteadiness(
  blocks: readonly BlockRecord[],
  instances: readonly { readonly letter: string; readonly instance: string }[] = [],
): Warning[] {
  const alike = groupBy(
    blocks,
    ({ base, scenario, instance }) => `${base} ${scenario} ${instance}`,
  );
  return [...alike.values()].flatMap((own) => {
    const [{ base, scenario, instance }] = own as [BlockRecord];
    const letter = instances.find((one) => one.instance === instance)?.letter;
    const speeds = own
      .flatMap(({ sides }) => (sides ? [efficiency(sides.base)] : []))
      .toSorted((a, b) => a - b);
    const slow = speeds[Math.floor((speeds.length - 1) * 0.1)] ?? 1;
    const fast = speeds[Math.ceil((speeds.length - 1) * 0.9)] ?? 1;
    if (fast / slow < UNSTEADY) return [];
    const message =
      `${letter ? `instance ${letter}` : "this machine"}'s speed changed during the run: ${base} gave ${Math.round(slow / 1000)} to ` +
      `${Math.round(fast / 1000)} thousand responses per CPU-second (${scenario}). Ratios of unlike servers then ` +
      "differ between runs by more than their intervals. Measure on a quieter machine";
    return [{ code: "unsteady", message }];
  });
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Returns `{ ratio, lo, hi, n, blocks }`, the form in which results hold a ratio. */
export function measuredRatio(blocks: readonly BlockRecord[], between: Between | null = null) {
  return { ...interval(cellEstimate(blocks, between)), blocks: [...blocks] };
}
