import { pooledOverRuns, twoStageEstimate, type LogEstimate } from "@deadheat/stats";
import type { RoundRecord, Side, Warning } from "@deadheat/journal";

/** The part of a record that a ratio rests on: a round of a duet, or a pair of servers at one fixed rate. */
export type Sample = Pick<RoundRecord, "role" | "run" | "instance" | "stage" | "machine"> & {
  readonly sides: { readonly new: Windowed; readonly base: Windowed } | null;
};

/** Returns ln(efficiency of new / efficiency of base) for each round that is not void. */
export function logRatios(rounds: readonly Sample[]): number[] {
  return rounds.flatMap(({ sides }) =>
    sides ? [Math.log(efficiency(sides.new) / efficiency(sides.base))] : [],
  );
}

/**
 * Returns the estimate from duets of the same two servers. Rounds of the second stage count for the mean alone (stats,
 * two-stage.ts). With several runs or instances, the unit is one instance in one run (stats, pooled-over-runs.ts).
 */
export function roundEstimate(rounds: readonly Sample[]): LogEstimate {
  return estimateOf(rounds, logRatios);
}

/** Returns the estimate of the log ratios that `ratiosOf` finds in the rounds. */
export function estimateOf<T extends Unit>(
  rounds: readonly T[],
  ratiosOf: (rounds: readonly T[]) => number[],
): LogEstimate {
  const units = Map.groupBy(rounds, ({ run, instance }) => `${run} ${instance}`);
  const ofRun = (own: readonly T[]) => {
    const stage = (which: 1 | 2) => ratiosOf(own.filter((round) => (round.stage ?? 1) === which));
    return twoStageEstimate(stage(1), stage(2));
  };
  return pooledOverRuns([...units.values()].map(ofRun));
}

type Unit = Pick<RoundRecord, "run" | "instance" | "stage">;

/** Returns the good responses per CPU-second, without the cost of starting and ending a load. */
export function efficiency(side: Windowed): number {
  const { good, cpuSeconds } = workOf(side);
  return good / cpuSeconds;
}

type Work = Pick<Side, "good" | "cpuSeconds">;

/** The work in the window, that of the short load before it, and that of a service's other exchange. */
type Windowed = Work & Pick<Side, "counts" | "ends" | "beside">;

/**
 * Returns the work in the window minus that of the short load before it. If a service has another exchange, the CPU time
 * is that of as many requests of both, by their shares.
 */
export function workOf({ good, cpuSeconds, ends, beside }: Windowed): Work {
  const work = { good: good - ends.good, cpuSeconds: cpuSeconds - ends.cpuSeconds };
  if (!beside) return work;
  const other = workOf(beside);
  const besideSeconds = (work.good * other.cpuSeconds) / other.good;
  const { share } = beside;
  return { good: work.good, cpuSeconds: (1 - share) * work.cpuSeconds + share * besideSeconds };
}

/**
 * Returns the count of a response by a counter of the kernel, without that of starting and ending a load. If a service has
 * another exchange, it is the sum of both by their shares. null if one of the loads has no such count.
 */
export function countOf(side: Windowed, name: string): number | null {
  const { good, counts, ends, beside } = side;
  const before = ends.good === 0 ? 0 : ends.counts?.[name];
  const count = counts?.[name];
  if (count === undefined || before === undefined) return null;
  const own = (count - before) / (good - ends.good);
  if (!beside) return own;
  const other = countOf(beside, name);
  return other === null ? null : (1 - beside.share) * own + beside.share * other;
}

const UNSTEADY = 1.25;

/**
 * Returns a warning for each base whose speed changed during the run, by the efficiency in the fastest and the
 * slowest tenth of its rounds. A duet cancels a change of speed that is equal for both servers, but different servers slow
 * down differently. On a shared host a neighbour on the same core took a third from node:http, half from express and a
 * seventh from Deno.serve (docs/findings.md, "A slow, restless or shared machine").
 */
export function unsteadiness(
  rounds: readonly RoundRecord[],
  instances: readonly { readonly letter: string; readonly instance: string }[] = [],
): Warning[] {
  const byBase = Map.groupBy(
    rounds,
    ({ base, scenario, instance }) => `${base} ${scenario} ${instance}`,
  );
  return [...byBase.values()].flatMap((own) => {
    const [{ base, scenario, instance }] = own as [RoundRecord];
    const letter = instances.find((one) => one.instance === instance)?.letter ?? null;
    const speeds = own
      .flatMap(({ sides }) => (sides ? [efficiency(sides.base)] : []))
      .toSorted((a, b) => a - b);
    const slow = speeds[Math.floor((speeds.length - 1) * 0.1)] ?? 1;
    const fast = speeds[Math.ceil((speeds.length - 1) * 0.9)] ?? 1;
    if (fast / slow < UNSTEADY) return [];
    return [{ code: "unsteady", facts: { instance: letter, base, scenario, slow, fast } }];
  });
}
