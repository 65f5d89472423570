import { median } from "@deadheat/stats";
import { floors, type Warning } from "@deadheat/journal";
import { efficiency } from "../rounds.ts";
import type { Result } from "../documents/result.ts";

// A busy host slows different servers by different factors, so the ratio of two of them changes with the hour, and no
// way of reading the rounds of one run takes that out (docs/findings.md, "Why the ratio of different servers changes").
// Five published runs follow a law: what moves is the CPU time that the more expensive server needs beyond the other, and
// it moves in proportion to how much slower the machine is than at its best.

/** How far ln(ratio) moves (a standard deviation), as a multiple of the more expensive server's extra share and the slowdown. */
const MOVES = 0.8;
/** The slowdown of an ordinary hour on a shared machine: the root mean square over the published runs that are calm. */
const ORDINARY_SLOWDOWN = 0.13;
/** The slowdown above which no part of a run met a calm machine. */
const NEVER_CALM = Math.log(1.25);
/** The normal quantile of a 95 % interval. */
const Z = 1.96;
/** An interval that is wider on either side says nothing: a factor of two. */
const WIDEST = Math.LN2;

/** The scenario in which machines are compared. */
const SCENARIO = "text";

/** The CPU seconds of a request to node:http in the fastest published round, by CPU. */
export const fastestSeconds: Readonly<Record<string, number>> = {
  "Intel(R) Xeon(R) Processor": 7.6e-6,
  "AMD EPYC": 11.3e-6,
};

type MeasuredRun = Pick<Result, "machine" | "cells" | "bridges" | "noise">;

/** The speed of a machine during a run. */
export interface Speed {
  /** CPU seconds of a request to the floor in its fastest round. */
  readonly best: number;
  /** The median over the rounds. */
  readonly typical: number;
  /** The fastest round that is known of this CPU, or of the run if the CPU is unknown. */
  readonly known: number;
}

/** Returns the speed of a run's machine by node:http; null if the run has fewer than three rounds with it. */
export function speedOf({ machine, cells, bridges, noise }: MeasuredRun): Speed | null {
  const rounds = [
    ...cells.flatMap((cell) => cell.efficiency?.toFloor.rounds ?? []),
    ...bridges.flatMap((bridge) => bridge.rounds),
    ...(noise.aa?.rounds ?? []),
  ];
  const seconds = rounds.flatMap(({ base, scenario, sides, void: isVoid }) =>
    base === floors.node && scenario === SCENARIO && sides && isVoid === null
      ? [1 / efficiency(sides.base)]
      : [],
  );
  if (seconds.length < 3) return null;
  const best = Math.min(...seconds);
  return {
    best,
    typical: median(seconds),
    known: Math.min(best, fastestSeconds[machine.cpu] ?? best),
  };
}

/**
 * Returns the slowdown of a run's machine, ln(typical / fastest): 0 on a calm one, 0.55 if a request took 1.7 times as long.
 * A run whose speed is unknown has the slowdown of an ordinary hour.
 */
export function slowdownIn(measured: MeasuredRun): number {
  const speed = speedOf(measured);
  return speed === null ? ORDINARY_SLOWDOWN : Math.log(speed.typical / speed.known);
}

/**
 * Returns the slowdown of a run that met a machine about as fast as its class can be, for a part of the time. null if it
 * never did: such a run says nothing about another hour.
 */
export function calmSlowdownIn(measured: MeasuredRun): number | null {
  return isNeverCalm(speedOf(measured)) ? null : slowdownIn(measured);
}

/**
 * Returns the interval in which the same ratio lies in another ordinary hour on this class of machine, in 95 of 100 cases.
 * It is symmetric in ln(ratio), so the ratio turned round has the same interval turned round.
 * @param slowdown that of the run (`calmSlowdownIn`)
 * @returns null if nothing is known about another hour: without a slowdown, and beyond a factor of two on either side
 */
export function anotherHour(
  { ratio, lo, hi }: { readonly ratio: number; readonly lo: number; readonly hi: number },
  slowdown: number | null,
): { readonly lo: number; readonly hi: number } | null {
  if (slowdown === null) return null;
  const mean = Math.log(ratio);
  const extraShare = 1 - Math.exp(-Math.abs(mean));
  const moves = Z * MOVES * extraShare * Math.hypot(slowdown, ORDINARY_SLOWDOWN);
  // The other run has an interval as well, about as wide.
  const below = Math.hypot(Math.SQRT2 * (mean - Math.log(lo)), moves);
  const above = Math.hypot(Math.SQRT2 * (Math.log(hi) - mean), moves);
  if (Math.max(below, above) > WIDEST) return null;
  return { lo: Math.exp(mean - below), hi: Math.exp(mean + above) };
}

function isNeverCalm(speed: Speed | null): speed is Speed {
  return speed !== null && Math.log(speed.best / speed.known) >= NEVER_CALM;
}

/** Returns a warning if no part of a run met a machine that was about as fast as its class can be. */
export function neverCalm(measured: MeasuredRun): Warning[] {
  const speed = speedOf(measured);
  if (!isNeverCalm(speed)) return [];
  const { best, known } = speed;
  return [{ code: "never-calm", facts: { floor: floors.node, best, known } }];
}
