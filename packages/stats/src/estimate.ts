import { checkFinite } from "./check.ts";

/** An estimate of a log ratio: what every other function here takes and gives. */
export interface LogEstimate {
  /** ln(ratio), estimated; 0 means equal. */
  mean: number;
  /** Variance of `mean` itself, s^2 / n: its square root is the standard error. */
  variance: number;
  /** Degrees of freedom of `variance`: n - 1 for one sample, Infinity for an exact value. */
  df: number;
  /** Blocks behind the estimate; of a combination, those of its smallest sample; 0 if exact. */
  n: number;
  /** Its blocks, or those of a part of it, were in part chosen by the spread of the others. */
  twoStage?: true;
  /** Runs behind a pooled estimate, whose unit they are; of a combination, the fewest. */
  runs?: number;
  /** The instance of a class of machines that measured it, and what a comparison with another one's adds (elsewhere.ts). */
  elsewhere?: { instance: string; variance: number; df: number };
}

/**
 * The mean of independent log ratios, one per block.
 *
 * A single block has a mean but says nothing of its spread: variance Infinity, df 0, which
 * `interval` shows as 0 to Infinity and `pValue` as 1.
 *
 * @param logRatios ln(a / b) of each block, at least one
 * @throws RangeError if there is none, or one is not finite
 */
export function estimate(logRatios: readonly number[]): LogEstimate {
  checkFinite(logRatios, "logRatios");
  const n = logRatios.length;
  // Counted from the first value, so that equal values have exactly their own mean, variance 0.
  const origin = logRatios[0]!;
  let shift = 0;
  for (const value of logRatios) shift += (value - origin) / n;
  const mean = origin + shift;
  if (n === 1) return { mean, variance: Infinity, df: 0, n };
  let squares = 0;
  for (const value of logRatios) squares += (value - mean) ** 2;
  return { mean, variance: squares / (n - 1) / n, df: n - 1, n };
}

/**
 * A log ratio known without measuring, such as a reference relative to itself.
 *
 * @param mean ln(ratio), 0 unless given
 * @throws RangeError if it is not finite
 */
export function exact(mean = 0): LogEstimate {
  checkFinite([mean], "mean");
  return { mean, variance: 0, df: Infinity, n: 0 };
}

/**
 * The sum of independent log estimates, that is the product of their ratios: a target relative to
 * its floor, times that floor relative to another one. Variances add. The degrees of freedom are
 * Welch's and Satterthwaite's, at least the smallest of the parts that vary, and at most that times their
 * number: what Welch's are for parts of equal size and spread. Beyond that they rest on a small
 * part that looked calm by luck: three blocks against 24 that spread alike would differ falsely in 7.5 % of
 * all cases, and eighty times too often at the levels which `holm` asks of a thousand pairs.
 *
 * Where a part is two-stage or pooled over runs they are the smallest. A second stage makes the estimated
 * variances alike, however lucky the first ones were, and Welch's degrees of freedom suppose the
 * opposite: two cells with five blocks each and a second stage differ falsely in 8 % of all cases by
 * Welch's, in 4.5 % by the smallest. Pooled estimates have few, and runs may spread very unlike.
 *
 * Grouping, sum(sum(a, b), c) for sum(a, b, c), makes a difference only where one of these limits is met.
 *
 * Parts of one instance of a class of machines stay that instance's; beside parts from elsewhere, each of them adds
 * the variance between instances (see `measuredOn`).
 *
 * Parts must not share blocks. What two sides of a comparison have in common (a bridge) cancels,
 * so leave it out of both instead of adding it to each.
 *
 * Source: Satterthwaite, Biometrics Bulletin 2 (1946); Welch, Biometrika 34 (1947). For the smallest:
 * Mickey and Brown, Annals of Mathematical Statistics 37 (1966); the two-stage difference itself has
 * Chapman's distribution, Annals of Mathematical Statistics 21 (1950), which is hardly narrower at 5 %.
 *
 * @throws RangeError if there is no part
 */
export function sum(...parts: readonly LogEstimate[]): LogEstimate {
  if (parts.length === 0) throw new RangeError("sum: at least one estimate is needed");
  const place = onePlace(parts);
  const total = sumHere(place === null ? parts.map(anywhere) : parts);
  return place ? { ...total, elsewhere: place } : total;
}

/** Of parts that one instance measured, what they add elsewhere; undefined: none says who did; null: several did. */
function onePlace(parts: readonly LogEstimate[]): LogEstimate["elsewhere"] | null {
  const measured = parts.filter(({ n }) => n > 0);
  const places = measured.flatMap(({ elsewhere }) => elsewhere ?? []);
  const [first] = places;
  if (first === undefined) return undefined;
  const { instance } = first;
  if (places.length < measured.length || places.some((place) => place.instance !== instance)) {
    return null;
  }
  const variance = places.reduce((all, place) => all + place.variance, 0);
  return { instance, variance, df: Math.min(...places.map(({ df }) => df)) };
}

/** With the variance between instances, of which it is then one sample of many. */
function anywhere({ elsewhere, ...est }: LogEstimate): LogEstimate {
  if (elsewhere === undefined) return est;
  const df = Math.min(est.df, elsewhere.df);
  const runs = Math.min(est.runs ?? Infinity, elsewhere.df + 1);
  return { ...est, variance: est.variance + elsewhere.variance, df, runs };
}

function sumHere(parts: readonly LogEstimate[]): LogEstimate {
  let mean = 0;
  let variance = 0;
  let n = Infinity;
  let runs = Infinity;
  for (const part of parts) {
    mean += part.mean;
    variance += part.variance;
    if (part.n > 0) n = Math.min(n, part.n);
    runs = Math.min(runs, part.runs ?? Infinity);
  }
  const twoStage = parts.some((part) => part.twoStage);
  return {
    mean,
    variance,
    df: twoStage || runs < Infinity ? smallestDf(parts) : welchDf(parts, variance),
    n: n === Infinity ? 0 : n,
    ...(twoStage && { twoStage }),
    ...(runs < Infinity && { runs }),
  };
}

/**
 * a minus b, for independent estimates: the log of the ratio of their ratios.
 * See `sum` for the variance and the degrees of freedom.
 */
export function difference(a: LogEstimate, b: LogEstimate): LogEstimate {
  return sum(a, { ...b, mean: -b.mean });
}

function smallestDf(parts: readonly LogEstimate[]): number {
  return Math.min(...varying(parts).map(({ df }) => df));
}

function welchDf(parts: readonly LogEstimate[], total: number): number {
  const smallest = smallestDf(parts);
  // No spread at all, or one of unknown size: no weights to speak of, the poorest part decides.
  if (total === 0 || total === Infinity) return smallest;
  let inverse = 0;
  for (const { variance, df } of varying(parts)) inverse += (variance / total) ** 2 / df;
  return Math.min(1 / inverse, smallest * varying(parts).length);
}

/** The parts of which the spread matters: all of them where none has any. */
function varying(parts: readonly LogEstimate[]): readonly LogEstimate[] {
  const some = parts.filter(({ variance }) => variance > 0);
  return some.length > 0 ? some : parts;
}
