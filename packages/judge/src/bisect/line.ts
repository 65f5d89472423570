import {
  estimate,
  interval,
  studentQuantile,
  withUsualVariance,
  type LogEstimate,
  type Prior,
} from "@deadheat/stats";

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
  /** The order in which the points of a part are tested: those with the smallest number first. Absent if all are alike. */
  readonly ranks?: readonly number[];
  /** The log ratios of a point over the one that was named as its predecessor, by `pairOf`. */
  readonly confirmations: ReadonlyMap<string, readonly number[]>;
  /** The variance of a round that is usual for servers of one repository, as known before the first one, and its weight. */
  readonly usual: Pick<Prior, "variance" | "df">;
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
 * The fewest rounds of each kind of duet, and the most. The ends and a confirmation take rounds enough to show two modes of a
 * server. A point takes one: the walk goes on until the odds of the two levels place it. What a step has left unexplained is
 * small, and would take most of a search: `mostOfRest` bounds the rounds that show whether it is worth one.
 */
export const ROUNDS = {
  end: 4,
  point: 1,
  confirmation: 3,
  off: 12,
  most: 64,
  mostOfPoint: 48,
  mostOfRest: 16,
} as const;

/** The half-width that the whole difference is measured to, as a share of it. */
const HALF_WIDTH_SHARE = 1 / 5;
/** The smallest half-width that the ends of a line are measured to. */
const END_HALF_WIDTH = 0.01;

/** Returns the point whose code a point loads, which is mostly the point itself. */
export function codeOf({ sameAs }: Line, at: number): number {
  return sameAs.get(at) ?? at;
}

/** Returns the log ratios of a point over an earlier one, or over one of the same code; empty if they had no duets. */
export function ratiosOf(line: Line, from: number, to: number): readonly number[] {
  return line.duets.get(pairOf(codeOf(line, from), codeOf(line, to))) ?? [];
}

/** Returns the number of rounds that an end of the line needs (Stein's two stages), given its rounds so far. */
export function roundsOfEnd(ratios: readonly number[], usual: Line["usual"]): number {
  if (ratios.length < ROUNDS.end) return ROUNDS.end;
  const first = withUsualVariance(estimate(ratios.slice(0, ROUNDS.end)), usual);
  const halfWidth = Math.max(END_HALF_WIDTH, Math.abs(first.mean) * HALF_WIDTH_SHARE);
  return Math.max(ROUNDS.end, roundsWith(first.variance * first.n, first.df, halfWidth));
}

/**
 * Returns the number of rounds that tell a step of this size from none, and also show what it leaves.
 * @param smallest the smallest step that is worth a search
 * @param round the variance of one round of the line
 */
export function roundsOfStep(
  size: number,
  smallest: number,
  round: { readonly variance: number; readonly df: number },
): number {
  const told = Math.max(Math.max(Math.abs(size), smallest) / 1.8, 0.004);
  const sharp = Math.max(1.5 * smallest, 0.004);
  const [enough, exactly] = [told, sharp].map((width) =>
    roundsWith(round.variance, round.df, width),
  ) as [number, number];
  return Math.max(ROUNDS.confirmation, enough, Math.min(exactly, ROUNDS.mostOfRest));
}

/** Returns the number of rounds whose interval has such a half-width, at most `ROUNDS.most`. */
function roundsWith(variance: number, df: number, halfWidth: number): number {
  const t = studentQuantile(0.975, df);
  const all = Math.ceil((variance * t * t) / Math.log1p(halfWidth) ** 2);
  return Math.min(all, ROUNDS.most);
}

/** Returns whether an estimate is told from 0, with 95 %. */
export function isDifferent(est: LogEstimate): boolean {
  const { lo, hi } = interval(est);
  return lo > 1 || hi < 1;
}
