import { checkFinite } from "./check.ts";

/** An estimate of a log ratio, which all other functions of this package accept or return. */
export interface LogEstimate {
  /** The estimated ln(ratio); 0 means equal. */
  mean: number;
  /** The variance of `mean` itself, s^2 / n, as its rounds show it. Its square root is the standard error. */
  variance: number;
  /** A further variance that is known without rounds, and that no round makes smaller. Absent if there is none. */
  constant?: number;
  /** The distance by which a mode that so few rounds cannot show may have moved `mean`. Absent for none. */
  slack?: number;
  /** The degrees of freedom of `variance`: n - 1 for one sample, Infinity for an exact value. */
  df: number;
  /** The number of rounds behind the estimate; in a combination, the number in the smallest sample; 0 if exact. */
  n: number;
  /** true if the number of rounds, here or in a part, was chosen by the spread of the first ones. */
  twoStage?: true;
  /** The number of runs behind a pooled estimate, whose unit is the run; in a combination, the smallest number. */
  runs?: number;
  /** The instance of a class of machines that measured it, and the variance to add in comparisons elsewhere. */
  elsewhere?: { instance: string; variance: number; df: number };
}

/**
 * Returns the mean of independent log ratios, one per round.
 *
 * A single round has a mean but no spread: variance Infinity and df 0. `interval` then returns 0 to Infinity, and
 * `pValue` 1.
 *
 * @param logRatios ln(new / base) of each round, at least one
 * @throws RangeError if there is none, or one is not finite
 */
export function estimate(logRatios: readonly number[]): LogEstimate {
  checkFinite(logRatios, "logRatios");
  const n = logRatios.length;
  // Sums are relative to the first value, so that equal values have exactly their own mean and variance 0.
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
 * Returns a log ratio that is known without measuring, such as a reference relative to itself.
 * @param mean ln(ratio)
 * @throws RangeError if mean is not finite
 */
export function exact(mean = 0): LogEstimate {
  checkFinite([mean], "mean");
  return { mean, variance: 0, df: Infinity, n: 0 };
}

/** Returns the estimate with a variance added that is known without rounds, and that no further round makes smaller. */
export function widened(est: LogEstimate, variance: number): LogEstimate {
  return variance === 0 ? est : { ...est, constant: (est.constant ?? 0) + variance };
}

/**
 * Returns the variances to test with, each with its degrees of freedom: that of the rounds, and that with the constant
 * part. A test must pass with both. By Welch's formula alone an added variance could make an interval narrower, since
 * it adds degrees of freedom.
 */
export function spreadsOf({
  variance,
  constant = 0,
  df,
}: LogEstimate): readonly Pick<LogEstimate, "variance" | "df">[] {
  const own = { variance, df };
  if (constant === 0 || df === 0 || variance === Infinity) return [own];
  const total = variance + constant;
  return [own, { variance: total, df: df * Math.min(2, (total / variance) ** 2) }];
}

/**
 * Returns the sum of independent log estimates, which is the product of their ratios: a target relative to its floor,
 * times that floor relative to another one. Variances add.
 *
 * The degrees of freedom are Welch's and Satterthwaite's, between the smallest of the parts that vary and that number
 * times the number of parts. The upper limit is Welch's result for parts of equal size and spread. A larger result
 * would rest on a small part that looked calm by luck. For example, three rounds against 24 of the same spread would
 * differ falsely in 7.5 % of all cases. At the levels that `holm` requires for a thousand pairs, they would do so
 * eighty times too often.
 *
 * If a part is two-stage or pooled over runs, the degrees of freedom are the smallest. A second stage makes the
 * estimated variances similar, however lucky the first stages were, but Welch's formula assumes the opposite. Two cells
 * with five rounds each and a second stage differ falsely in 8 % of all cases by Welch's formula. By the smallest it is
 * 4.5 %. Pooled estimates have few degrees of freedom, and their runs may spread very differently.
 *
 * Grouping, sum(sum(a, b), c) for sum(a, b, c), changes the result only if it reaches one of these limits.
 *
 * A sum of parts from one instance of a class of machines belongs to that instance. If parts come from several
 * instances, each part adds the variance between instances (see `measuredOn`).
 *
 * Parts must not share rounds. A bridge that both sides of a comparison have in common cancels, so leave it out of
 * both.
 *
 * Source: Satterthwaite, Biometrics Bulletin 2 (1946); Welch, Biometrika 34 (1947). For the smallest: Mickey and Brown,
 * Annals of Mathematical Statistics 37 (1966). The two-stage difference itself has Chapman's distribution, Annals of
 * Mathematical Statistics 21 (1950), which is hardly narrower at 5 %.
 *
 * @throws RangeError if there is no part
 */
export function sum(...parts: readonly LogEstimate[]): LogEstimate {
  if (parts.length === 0) throw new RangeError("sum: at least one estimate is needed");
  const place = onePlace(parts);
  const total = sumHere(place === null ? parts.map(anywhere) : parts);
  return place ? { ...total, elsewhere: place } : total;
}

/**
 * Returns the instance of all parts, with the variance to add elsewhere; undefined for no instance, null for several.
 */
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

/**
 * Returns the estimate with the variance between instances added, so that its instance counts as one sample of many.
 */
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
  let constant = 0;
  let slack = 0;
  for (const part of parts) {
    mean += part.mean;
    variance += part.variance;
    constant += part.constant ?? 0;
    slack += part.slack ?? 0;
    if (part.n > 0) n = Math.min(n, part.n);
    runs = Math.min(runs, part.runs ?? Infinity);
  }
  const twoStage = parts.some((part) => part.twoStage);
  return {
    mean,
    variance,
    df: twoStage || runs < Infinity ? smallestDf(parts) : welchDf(parts, variance),
    n: n === Infinity ? 0 : n,
    ...(constant > 0 && { constant }),
    ...(slack > 0 && { slack }),
    ...(twoStage && { twoStage }),
    ...(runs < Infinity && { runs }),
  };
}

/** Returns a minus b for independent estimates, the log of the ratio of their ratios. See `sum` for the variance. */
export function difference(a: LogEstimate, b: LogEstimate): LogEstimate {
  return sum(a, { ...b, mean: -b.mean });
}

function smallestDf(parts: readonly LogEstimate[]): number {
  return Math.min(...varying(parts).map(({ df }) => df));
}

function welchDf(parts: readonly LogEstimate[], total: number): number {
  const smallest = smallestDf(parts);
  // Without spread, or with a spread of unknown size, there are no weights. The part with the fewest degrees decides.
  if (total === 0 || total === Infinity) return smallest;
  let inverse = 0;
  for (const { variance, df } of varying(parts)) inverse += (variance / total) ** 2 / df;
  return Math.min(1 / inverse, smallest * varying(parts).length);
}

/** Returns the parts that have a spread, or all parts if none has. */
function varying(parts: readonly LogEstimate[]): readonly LogEstimate[] {
  const some = parts.filter(({ variance }) => variance > 0);
  return some.length > 0 ? some : parts;
}
