import { cochranQ, holm, pauleMandel, type Between } from "@deadheat/stats";
import { isCold, type RoundRecord } from "@deadheat/journal";
import { roundEstimate } from "./rounds.ts";
import type { Result } from "./documents/result.ts";
import type { PooledTarget } from "./gather.ts";

/** The fewest instances that tell the variance between instances. Two would say nothing about a third. */
const LEAST_INSTANCES = 3;

/** Returns the instances that measured any of the targets, in the order in which they began. */
export function instancesOf(
  targets: readonly Pick<PooledTarget, "instances">[],
): Result["instances"] {
  const all = targets
    .flatMap((target) => target.instances)
    .toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
  const kernels = new Map(all.map(({ instance, kernel }) => [instance, kernel]));
  const several = new Set(kernels.values()).size > 1;
  return [...kernels].map(([instance, kernel], i) => {
    return { letter: letterOf(i), instance, ...(several && { kernel }) };
  });
}

function letterOf(i: number): string {
  const letter = String.fromCharCode(65 + (i % 26));
  return i < 26 ? letter : `${letter}${Math.floor(i / 26) + 1}`;
}

/**
 * Returns how much instances of a class differ, from the duets that at least three of them measured. These are the
 * anchors of a split run, or all duets of a repeated run.
 *
 * A server against itself may raise the variance and never lowers it: another machine changes how unlike servers
 * compare (docs/findings.md, "A slow, restless or shared machine").
 */
export function betweenInstances(
  targets: readonly Pick<PooledTarget, "rounds">[],
): NonNullable<Result["between"]> {
  const duets = targets.flatMap(({ rounds }) => onSeveral(rounds));
  const estimatesOf = (isAlone: boolean) =>
    duets.flatMap((duet) => ((duet.new === duet.base) === isAlone ? [duet.estimates] : []));
  const unlike = pauleMandel(estimatesOf(false));
  const alone = pauleMandel(estimatesOf(true));
  const variance = Math.max(unlike?.variance ?? 0, alone?.variance ?? 0);
  const told = duets.flatMap(({ estimates, ...duet }) => {
    const found = cochranQ(estimates);
    if (found === null) return [];
    const tau = Math.sqrt(pauleMandel([estimates])?.variance ?? 0);
    return [{ ...duet, instances: estimates.length, ...found, tau }];
  });
  const adjusted = holm(told.map(({ p }) => p));
  return {
    tau: unlike && Math.sqrt(variance),
    df: unlike && unlike.df,
    duets: told.map((duet, i) => ({ ...duet, p: adjusted[i]! })),
  };
}

/** Returns the duets that several instances measured, with one estimate per instance. */
function onSeveral(rounds: readonly RoundRecord[]) {
  const good = rounds.filter((round) => round.void === null && !isCold(round));
  const duets = Map.groupBy(good, ({ base, scenario }) => JSON.stringify([base, scenario]));
  return [...duets.values()].flatMap((own) => {
    const [{ new: next, base, scenario, instance }] = own as [RoundRecord];
    // If one instance measured everything, rounds do not name it.
    if (instance === undefined) return [];
    const estimates = [...Map.groupBy(own, (round) => round.instance).values()].map(roundEstimate);
    return estimates.length < LEAST_INSTANCES ? [] : [{ new: next, base, scenario, estimates }];
  });
}

/** Returns the variance in the form that estimates carry. null if it is unknown or there was one instance. */
export function varianceOf(between: Result["between"]): Between | null {
  if (!between || between.tau === null || between.df === null) return null;
  return { variance: between.tau ** 2, df: between.df };
}

/** Returns the letters of the given instances. Returns none if one instance measured everything. */
export function lettersOf(
  some: Iterable<string | undefined>,
  all: Result["instances"],
): { instances?: string[] } {
  if (all.length < 2) return {};
  const found = new Set(some);
  return { instances: all.filter((one) => found.has(one.instance)).map(({ letter }) => letter) };
}
