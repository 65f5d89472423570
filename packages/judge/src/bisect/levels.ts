import { estimate, exact, pValue, type LogEstimate } from "@deadheat/stats";
import { codeOf, pairOf, pointsOf, ratiosOf, type Line } from "./line.ts";

interface Step {
  readonly from: number;
  readonly to: number;
}

/** Holds what all duets of a line together say about its points. */
export interface Levels {
  /** The variance of one round, and its degrees of freedom. */
  readonly variance: number;
  readonly df: number;
  /** Returns the log ratio of a point over an earlier one; null if no chain of duets connects the two. */
  readonly contrast: (from: number, to: number) => LogEstimate | null;
}

/**
 * Fits the levels of all points to all duets by weighted least squares: each round is one observation of the difference of
 * two points, so a point that has no duets with another one is still known against it through a third. (Searle 1971, Linear
 * Models: the normal equations of paired comparisons are the Laplacian of the graph of duets.)
 */
export function levelsOf(line: Line): Levels {
  const { variance, df } = roundVariance(line);
  const duets = duetsOf(line);
  const nodes = connected(duets);
  const index = new Map(nodes.map((node, i) => [node, i]));
  // Point 0 has level 0, and no row. A row ends as: the identity, the level, and the row of the inverse.
  const size = nodes.length;
  const matrix = nodes.map(() => new Float64Array(2 * size + 1));
  const add = (row: number | undefined, column: number | undefined, by: number) => {
    const cells = row === undefined ? undefined : matrix[row];
    if (cells !== undefined && column !== undefined) cells[column] = (cells[column] ?? 0) + by;
  };
  for (const i of nodes.keys()) add(i, size + 1 + i, 1);
  for (const { from, to, ratios } of duets) {
    const [a, b] = [index.get(from), index.get(to)];
    const total = ratios.reduce((sum, one) => sum + one, 0);
    add(a, a, ratios.length);
    add(b, b, ratios.length);
    add(a, b, -ratios.length);
    add(b, a, -ratios.length);
    add(a, size, -total);
    add(b, size, total);
  }
  solve(matrix);
  const cell = (at: number, column: number | undefined) => {
    const row = index.get(at);
    return row === undefined || column === undefined ? undefined : matrix[row]?.[column];
  };
  const level = (at: number) => (at === 0 ? 0 : (cell(at, size) ?? null));
  const covariance = (one: number, other: number) => {
    const column = index.get(other);
    return cell(one, column === undefined ? undefined : size + 1 + column) ?? 0;
  };
  return {
    variance,
    df,
    contrast: (from, to) => {
      const [a, b] = [codeOf(line, from), codeOf(line, to)];
      if (a === b) return exact();
      const [before, after] = [level(a), level(b)];
      if (before === null || after === null) return null;
      const share = covariance(a, a) + covariance(b, b) - 2 * covariance(a, b);
      const own = duets.filter((one) => one.from === b || one.to === b);
      const n = own.flatMap(({ ratios }) => ratios).length;
      return { mean: after - before, variance: variance * share, df, n };
    },
  };
}

/**
 * Returns the estimate of a point against the base end, from the duets of the two alone, with the spread of all rounds of the
 * line; null without any.
 */
export function levelOf(line: Line, at: number): LogEstimate | null {
  if (codeOf(line, at) === 0) return exact();
  const ratios = ratiosOf(line, 0, at);
  return ratios.length === 0 ? null : estimateIn(line, ratios);
}

/**
 * The p-value below which the whole difference needs no confirmation. A part of a line was chosen by its rounds, so that other
 * rounds must confirm it. Its ends were not chosen (bisect-ends.test.ts: of equal neighbours 1 in 400 is named, as with a
 * confirmation, and one that is 15 % slower takes 4 rounds instead of 7).
 */
const CERTAIN = 0.0001;

/** Returns whether a step is the whole line, and its ends differ so clearly that no further rounds need to confirm it. */
export function isCertain(line: Line, { from, to }: Step): boolean {
  const total = from === 0 && to === line.size - 1 ? levelOf(line, to) : null;
  return total !== null && pValue(total) < CERTAIN;
}

/** Returns the estimate of a step, from the duets that confirm it; null without any. */
export function confirmationOf(line: Line, step: Step): LogEstimate | null {
  const { from, to } = step;
  if (isCertain(line, step)) return levelOf(line, to);
  const ratios = line.confirmations.get(pairOf(from, to)) ?? [];
  return ratios.length === 0 ? null : estimateIn(line, ratios);
}

function estimateIn(line: Line, ratios: readonly number[]): LogEstimate {
  const { mean, n } = estimate(ratios);
  const { variance, df } = roundVariance(line);
  return { mean, variance: variance / n, df, n };
}

interface Duets {
  readonly from: number;
  readonly to: number;
  readonly ratios: readonly number[];
}

/** Returns all duets between points of different code. */
function duetsOf(line: Line): Duets[] {
  return [...line.duets, ...line.confirmations].flatMap(([name, ratios]) => {
    const [from, to] = pointsOf(name).map((at) => codeOf(line, at)) as [number, number];
    return from === to || ratios.length === 0 ? [] : [{ from, to, ratios }];
  });
}

/** Returns the points that a chain of duets connects with point 0, without that. */
function connected(duets: readonly Duets[]): number[] {
  const known = new Set([0]);
  for (let size = 0; size < known.size;) {
    size = known.size;
    for (const { from, to } of duets) {
      if (known.has(from)) known.add(to);
      else if (known.has(to)) known.add(from);
    }
  }
  known.delete(0);
  return [...known];
}

/** Solves a positive definite system in place (Gauss and Jordan; the largest element is always on the diagonal). */
function solve(rows: readonly Float64Array[]): void {
  for (const [k, pivot] of rows.entries()) {
    const head = pivot[k] as number;
    for (let j = 0; j < pivot.length; j++) pivot[j] = (pivot[j] as number) / head;
    for (const row of rows) {
      const by = row[k] as number;
      if (row === pivot || by === 0) continue;
      for (let j = 0; j < row.length; j++) row[j] = (row[j] as number) - by * (pivot[j] as number);
    }
  }
}

/**
 * Returns the variance of one round, pooled over all duets of the line and what is usual: servers of one repository spread by
 * the same amount, and a few rounds of one point say little about it.
 */
function roundVariance({ duets, confirmations, usual }: Line): { variance: number; df: number } {
  let squares = usual.df * usual.variance;
  let { df } = usual;
  for (const ratios of [...duets.values(), ...confirmations.values()]) {
    if (ratios.length < 2) continue;
    const { variance, n } = estimate(ratios);
    squares += variance * n * (n - 1);
    df += n - 1;
  }
  return { variance: Math.max(squares / df, LEAST_VARIANCE), df };
}

/** No machine measures a round more exactly than to 0.2 %. */
const LEAST_VARIANCE = 0.002 ** 2;
