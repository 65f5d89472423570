import { difference, exact, interval, measuredOn, sum, type LogEstimate } from "@deadheat/stats";
import type { Cell, Interval, Log, PageData, Runtime } from "./page-data.ts";

/** A target against a baseline of the same scenario. */
export interface Relative extends Interval {
  /** Without what the bridges add: how sure the target's own ratio to its floor is. */
  readonly within: Interval;
  /** The two are of different runtimes, so that their ratio goes over a bridge. */
  readonly across: boolean;
}

/**
 * The efficiency of `cell` over that of `base`, with its 95 % interval: two of one runtime through
 * their floor alone, two of different runtimes through the bridges too. Null where one of them, or a
 * bridge, was not measured.
 */
export function relativeTo(cell: Cell, base: Cell, data: PageData): Relative | null {
  if (cell.log === null || base.log === null) return null;
  if (cell.target === base.target) return { ...one, within: one, across: false };
  const [own, theirs] = [estimateOf(cell.log, data), estimateOf(base.log, data)];
  const within = interval(difference(own, theirs));
  if (cell.runtime === base.runtime) return { ...within, within, across: false };
  const bridges = [cell, base].map(({ runtime, scenario }) => bridgeOf(runtime, scenario, data));
  const [ours, other] = bridges;
  if (!ours || !other) return null;
  const across = difference(sum(own, ours), sum(theirs, other));
  return {
    ...interval(across),
    // Around the same ratio, as wide as the two targets' own duets make it.
    within: interval({ ...difference(own, theirs), mean: across.mean }),
    across: true,
  };
}

/** The ratio to the floor of the target's own runtime; null for what was not measured. */
export function relativeToFloor({ log }: Cell): Interval | null {
  return log && interval(ownEstimate(log));
}

/** How the runtime's floor compares with node-http/node; null where that was not measured. */
export function bridgeInterval(runtime: Runtime, scenario: string, data: PageData) {
  const bridge = bridgeOf(runtime, scenario, data);
  return bridge && interval(bridge);
}

const one: Interval = { ratio: 1, lo: 1, hi: 1 };

function bridgeOf(runtime: Runtime, scenario: string, data: PageData): LogEstimate | null {
  if (runtime === "node") return exact();
  const found = data.bridges.find((b) => b.runtime === runtime && b.scenario === scenario);
  return found ? estimateOf(found.log, data) : null;
}

/** Of an unknown variance between instances a warning tells: what is drawn goes without it. */
function estimateOf(log: Log, { between }: PageData): LogEstimate {
  const own = ownEstimate(log);
  return log.instance === null || between === null ? own : measuredOn(log.instance, between, own);
}

function ownEstimate({ mean, variance, df, n, twoStage, runs }: Log): LogEstimate {
  return {
    mean,
    variance,
    df: df ?? Infinity,
    n,
    ...(twoStage && { twoStage }),
    ...(runs !== null && { runs }),
  };
}
