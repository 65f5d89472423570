import { roundsForHalfWidth, estimate, exact, interval, type LogEstimate } from "@deadheat/stats";

/**
 * A line of candidates, from the base end (point 0) to the new end (the last point), and all that was measured on it. Pure
 * data: the same line always leads to the same next action.
 */
export interface Line {
  /** The number of points, both ends included. */
  readonly size: number;
  /** The point at which two branches part; null if the base end is an ancestor of the new end. */
  readonly fork: number | null;
  /** The log ratios of a point over an earlier one, in the order of measurement, by `pairOf`. */
  readonly duets: ReadonlyMap<string, readonly number[]>;
  /** The points that could not be measured. */
  readonly skipped: ReadonlySet<number>;
  /** The points that load the same code as another point. */
  readonly sameAs: ReadonlyMap<number, number>;
  /** The log ratios of a point over the one that was named as its predecessor, by `pairOf`. */
  readonly confirmations: ReadonlyMap<string, readonly number[]>;
}

/** Returns the name of the duets of point `to` with point `from`. */
export function pairOf(from: number, to: number): string {
  return `${from}..${to}`;
}

/** Returns the points that a name of duets holds. */
export function pointsOf(name: string): [from: number, to: number] {
  const [from = 0, to = 0] = name.split("..").map(Number);
  return [from, to];
}

/**
 * The fewest rounds of each kind of duet, and the most. A clear difference of two ends, or of a step, takes `clear`. What a
 * step has left unexplained is small, and would take most of a search: `mostOfRest` bounds the rounds that show whether it is
 * worth one.
 */
export const ROUNDS = {
  clear: 4,
  end: 8,
  point: 3,
  off: 12,
  most: 64,
  mostOfPoint: 48,
  mostOfRest: 16,
} as const;

/** The half-width that differences are measured to, as a share of them. */
const HALF_WIDTH_SHARE = 1 / 8;
/** The smallest half-width that the ends of a line are measured to. */
const END_HALF_WIDTH = 0.01;
/** The smallest difference that a few rounds may show clearly: a quarter. */
const CLEAR = Math.log(1.25);

/** Returns the point whose code a point loads, which is mostly the point itself. */
export function codeOf({ sameAs }: Line, at: number): number {
  return sameAs.get(at) ?? at;
}

/** Returns the log ratios of a point over an earlier one, or over one of the same code; empty if they had no duets. */
export function ratiosOf(line: Line, from: number, to: number): readonly number[] {
  return line.duets.get(pairOf(codeOf(line, from), codeOf(line, to))) ?? [];
}

/** Returns the estimate of a point against the base end, from the duets of the two alone; null if there are less than two. */
export function levelOf(line: Line, at: number): LogEstimate | null {
  if (codeOf(line, at) === 0) return exact();
  const ratios = ratiosOf(line, 0, at);
  return ratios.length < 2 ? null : estimate(ratios);
}

/** Returns the number of rounds that an end of the line needs (Stein's two stages), given its rounds so far. */
export function roundsOfEnd(ratios: readonly number[]): number {
  const first = ratios.slice(0, ROUNDS.end);
  const size = Math.abs(first.reduce((sum, one) => sum + one / ROUNDS.end, 0));
  return roundsFor(ratios, Math.max(END_HALF_WIDTH, size * HALF_WIDTH_SHARE), ROUNDS.end);
}

/**
 * Returns the number of rounds that tell a step of this size from none, and also show what it leaves, given the rounds so far.
 * @param smallest the smallest step that is worth a search
 */
export function roundsOfStep(ratios: readonly number[], size: number, smallest: number): number {
  const told = Math.max(Math.max(Math.abs(size), smallest) / 1.8, 0.004);
  const sharp = roundsFor(ratios, Math.max(1.5 * smallest, 0.004), 6);
  return Math.max(roundsFor(ratios, told, 6), Math.min(sharp, ROUNDS.mostOfRest));
}

function roundsFor(ratios: readonly number[], halfWidth: number, first: number): number {
  if (ratios.length < ROUNDS.clear || isClear(ratios.slice(0, ROUNDS.clear))) return ROUNDS.clear;
  if (ratios.length < first) return first;
  const all = roundsForHalfWidth(ratios.slice(0, first), Math.log(1 + halfWidth), first);
  return Math.min(Math.max(first, all), ROUNDS.most);
}

function isClear(ratios: readonly number[]): boolean {
  const est = estimate(ratios);
  const { lo, hi } = interval(est);
  const size = Math.abs(est.mean);
  return size > CLEAR && Math.log(hi / lo) / 2 < size * HALF_WIDTH_SHARE;
}

/** Returns whether an estimate is told from 0, with 95 %. */
export function isDifferent(est: LogEstimate): boolean {
  const { lo, hi } = interval(est);
  return lo > 1 || hi < 1;
}
