import { difference, exact, inOnePlace, interval, sum, type LogEstimate } from "@deadheat/stats";
import type { Cell, Interval, Log, PageData, Runtime } from "./page-data.ts";

/** The ratio of a target to the baseline of the same scenario. */
export interface Relative extends Interval {
  /** The interval without the uncertainty of the bridges. */
  readonly within: Interval;
  /** Whether the two targets are of different runtimes, so that the ratio goes over a bridge. */
  readonly across: boolean;
}

/**
 * Returns the efficiency of `cell` over that of `base`, with its 95 % interval. Two targets of one runtime are
 * compared through their floor, two of different runtimes through the bridges too. Returns null if a target or a
 * bridge was not measured.
 */
export function relativeTo(cell: Cell, base: Cell, data: PageData): Relative | null {
  if (cell.log === null || base.log === null) return null;
  if (cell.target === base.target) return { ...one, within: one, across: false };
  const [own, theirs] = [estimateOf(cell.log), estimateOf(base.log)];
  const within = interval(difference(own, theirs));
  if (cell.runtime === base.runtime) return { ...within, within, across: false };
  const [ours, other] = [cell, base].map((each) => bridgeOf(each.runtime, each.scenario, data));
  if (!ours || !other) return null;
  const across = difference(sum(own, ours), sum(theirs, other));
  return {
    ...interval(across),
    // The same ratio, with the width that the two targets' own duets give.
    within: interval({ ...difference(own, theirs), mean: across.mean }),
    across: true,
  };
}

/** Returns the ratio to the floor of the target's own runtime, or null if it was not measured. */
export function relativeToFloor({ log }: Cell): Interval | null {
  return log && interval(inOnePlace(estimateOf(log)));
}

/** Returns the ratio of the runtime's floor to node-http/node, or null if it was not measured. */
export function bridgeInterval(runtime: Runtime, scenario: string, data: PageData) {
  const bridge = bridgeOf(runtime, scenario, data);
  return bridge && interval(inOnePlace(bridge));
}

const one: Interval = { ratio: 1, lo: 1, hi: 1 };

function bridgeOf(runtime: Runtime, scenario: string, data: PageData): LogEstimate | null {
  if (runtime === "node") return exact();
  const floor = data.floors[runtime];
  const found = data.bridges.find((b) => b.floor === floor && b.scenario === scenario);
  return found ? estimateOf(found.log) : null;
}

/** JSON has no Infinity, which is the degrees of freedom of an exact value. */
function estimateOf(log: Log): LogEstimate {
  return { ...log, df: (log.df as number | null) ?? Infinity };
}
