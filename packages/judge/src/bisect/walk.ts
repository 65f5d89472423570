import type { Levels } from "./levels.ts";
import { ROUNDS, type Line } from "./line.ts";

/** The part of a line between two measured points that differ. */
export interface Segment {
  readonly from: number;
  readonly to: number;
}

/** The result of a walk: the point to measure next, or the two neighbours between which the step lies. */
export type Walked =
  | { readonly kind: "measure"; readonly at: number; readonly left: number; readonly steps: number }
  | {
      readonly kind: "step";
      readonly from: number;
      readonly to: number;
      /** The level after the step minus the level before it. */
      readonly size: number;
    };

/** The place of a point: at the level before the step, after it, or between the two, which shows another step. */
export type Place = "before" | "after" | "between";

export interface WalkOptions {
  /** The evidence for a place, in nats: the log of the odds of the nearer level against the other one. */
  readonly evidence: number;
  /** The log ratio that separates before from after; null for the middle of the two levels. */
  readonly threshold: number | null;
  /** Receives each placed point, in the order of the walk. */
  readonly onPlace?: (at: number, place: Place) => void;
}

/** A log ratio, and the number of direct rounds that would be as precise. */
interface Level {
  readonly mean: number;
  readonly n: number;
}

/**
 * Bisects a segment. Each midpoint is placed by the odds of the two levels (Wald's sequential test), with the spread of all
 * rounds of the line. If the midpoint is at neither level, the walk follows the larger step. Levels are against the beginning
 * of the segment.
 */
export function walk(
  line: Line,
  levels: Levels,
  { from, to }: Segment,
  options: WalkOptions,
): Walked {
  const { variance } = levels;
  const levelAt = (at: number): Level => {
    const est = levels.contrast(from, at);
    return est === null ? { mean: 0, n: 0 } : { mean: est.mean, n: variance / est.variance };
  };
  let [lo, hi] = [from, to];
  const ends = levelAt(to);
  let [before, after] = [levelAt(from), ends];
  for (;;) {
    const at = midpoint(line, lo, hi);
    if (at === null) {
      return { kind: "step", from: lo, to: hi, size: after.mean - before.mean };
    }
    const here = levelAt(at);
    const own = lo === from && hi === to ? options : { ...options, threshold: null };
    const place = placed(here, before, after, variance, own);
    if (place === null) {
      // A point cannot be placed more precisely than the end is known, and an end that turns out equal needs no walk.
      const thin = here.n > ends.n && ends.n < ROUNDS.mostOfPoint ? to : at;
      return { kind: "measure", at: thin, ...leftIn(line, lo, hi) };
    }
    options.onPlace?.(at, place);
    const isLargerAfter = Math.abs(here.mean - before.mean) < Math.abs(after.mean - here.mean);
    if (place === "before" || (place === "between" && isLargerAfter)) {
      before = place === "between" ? here : together(before, here);
      lo = at;
    } else {
      after = place === "between" ? here : together(after, here);
      hi = at;
    }
  }
}

function together(a: Level, b: Level): Level {
  if (a.n === Infinity || b.n === Infinity) return a.n === Infinity ? a : b;
  const n = a.n + b.n;
  return { mean: (a.mean * a.n + b.mean * b.n) / n, n };
}

/** Returns the place of a point; null if it needs more rounds. */
function placed(
  { mean, n }: Level,
  before: Level,
  after: Level,
  variance: number,
  { evidence, threshold }: WalkOptions,
): Place | null {
  // A number that follows from a fit is not exactly an integer.
  if (n < ROUNDS.point - 0.01) return null;
  const centre = threshold ?? (before.mean + after.mean) / 2;
  const reach = Math.min(Math.abs(centre - before.mean), Math.abs(after.mean - centre));
  const sign = Math.sign(after.mean - before.mean);
  const odds = (2 * reach * sign * (mean - centre) * n) / variance;
  const near = odds > 0 ? "after" : "before";
  const nearest = odds > 0 ? after : before;
  if (isBetween({ mean, n }, before, after, variance)) return "between";
  // A point that lies off both levels gets rounds enough to show its own level, and is placed by its sign in the end.
  const off = Math.abs(mean - nearest.mean) > reach / 2;
  if (Math.abs(odds) >= evidence && !(off && n < ROUNDS.off)) return near;
  return n >= ROUNDS.mostOfPoint ? near : null;
}

/** The distance from both levels, in standard errors, that shows a level of its own. */
const APART = 3.5;

function isBetween(here: Level, before: Level, after: Level, variance: number): boolean {
  if (here.n < ROUNDS.point * 2) return false;
  return [before, after].every(({ mean, n }) => {
    const error = Math.sqrt(variance / here.n + (n === Infinity ? 0 : variance / n));
    return Math.abs(here.mean - mean) > APART * error;
  });
}

/** Returns the point of the smallest rank nearest to the middle that may be measured; null if there is none. */
function midpoint({ skipped, ranks }: Line, lo: number, hi: number): number | null {
  const all = Array.from({ length: hi - lo - 1 }, (_, i) => lo + 1 + i);
  const free = all.filter((at) => !skipped.has(at));
  const middle = (lo + hi) / 2;
  const rankOf = (at: number) => ranks?.[at] ?? 0;
  const [best = null] = free.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || Math.abs(a - middle) - Math.abs(b - middle),
  );
  return best;
}

/** Returns the number of points left after `lo`, up to `hi`, and the approximate number of tests that finds a step there. */
export function leftIn({ skipped }: Line, lo: number, hi: number) {
  let left = 0;
  for (let at = lo + 1; at <= hi; at++) if (!skipped.has(at)) left++;
  return { left, steps: Math.ceil(Math.log2(Math.max(1, left))) };
}
