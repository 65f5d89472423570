import type { LogEstimate } from "./estimate.ts";
import { GAP_OF_MODES, largestGap, LEAST_GAP, twoKinds } from "./kinds.ts";
import { usualVarianceAfter, usualVarianceOf } from "./variances.ts";

/**
 * The spread of rounds as other pairs of servers show it, before the rounds are measured. Pairs differ in their means; the spread
 * of their log ratios is much the same.
 */
export interface Prior {
  /** The variance of the log ratio of one round of two equal servers. */
  readonly variance: number;
  /** The power of `distanceOf` with which that variance grows: different servers pay differently for a restless machine. */
  readonly slope: number;
  /** The weight: as much as this number of degrees of freedom. */
  readonly df: number;
  /** The mean square of the gap between two modes, over all servers, those with one mode included. */
  readonly squaredGap: number;
}

/** The rounds of one pair of servers. */
export interface PriorSample {
  readonly estimate: LogEstimate;
  readonly logRatios: readonly number[];
}

/** The distance of two equal servers, as two versions of a server never cost exactly the same. */
const LEAST_DISTANCE = 0.05;

/**
 * Returns how different two servers are, from 0.05 to 1, by the log ratio of their efficiencies: the share of the more expensive
 * one's CPU time that the other one does not need.
 */
function distanceOf(logRatio: number): number {
  return Math.hypot(LEAST_DISTANCE, 1 - Math.exp(-Math.abs(logRatio)));
}

/** Returns the usual variance of one round of two servers with this log ratio. */
export function usualVariance({ variance, slope }: Prior, logRatio: number): number {
  return variance * (distanceOf(logRatio) / LEAST_DISTANCE) ** slope;
}

/** The fewest pairs of servers that show their spread. Fewer have that of `usual`. */
const FEWEST = 4;
/** The fewest pairs that also show how the spread grows with the distance. */
const FEWEST_FOR_SLOPE = 10;
const MOST_DF = { few: 4, many: 12 } as const;

/**
 * Returns the prior that all pairs of one scenario make for each other. Its limits hold in simulations: with them, intervals
 * contain the truth in 94.5 %, and at most 5 % of families have a false verdict, for servers with one mode, for spreads that
 * differ by a factor of ten, and for servers that rank as published and of which a tenth to a half have two modes
 * (stats/test/prior.test.ts).
 * @param usual the prior for fewer than four pairs, and the slope for fewer than ten
 */
export function priorOf(samples: readonly PriorSample[], usual: Prior): Prior {
  const { variance, slope, df } = spreadOf(samples, usual) ?? usual;
  const known = { variance, slope, df, squaredGap: usual.squaredGap };
  return { ...known, squaredGap: squaredGapOf(samples, known) ?? usual.squaredGap };
}

function spreadOf(samples: readonly PriorSample[], usual: Prior): Omit<Prior, "squaredGap"> | null {
  const known = samples.filter(({ estimate: { df, variance } }) => df > 0 && variance > 0);
  if (known.length < FEWEST) return null;
  const isMany = known.length >= FEWEST_FOR_SLOPE;
  const trend = isMany ? trendOf(known) : null;
  if (trend !== null) return trend;
  // The slope is given, so only the level is fitted.
  const found = usualVarianceOf(
    known.map(({ estimate: { mean, variance, n, df } }) => {
      const own = usualVariance({ ...usual, variance: 1 }, mean);
      return { variance: (variance * n) / own, df, logSize: 0 };
    }),
    isMany ? MOST_DF.many : MOST_DF.few,
  );
  return found && { variance: Math.exp(found.level), slope: usual.slope, df: found.df };
}

/** The slopes that pairs of servers show. Pairs that are all about as distant show no slope, and any may come out. */
const [LEAST_SLOPE, MOST_SLOPE] = [-0.5, 2];

function trendOf(known: readonly PriorSample[]): Omit<Prior, "squaredGap"> | null {
  const found = usualVarianceOf(
    known.map(({ estimate: { mean, variance, n, df } }) => {
      return { variance: variance * n, df, logSize: Math.log(distanceOf(mean) / LEAST_DISTANCE) };
    }),
    MOST_DF.many,
  );
  if (found === null || found.slope < LEAST_SLOPE || found.slope > MOST_SLOPE) return null;
  return { variance: Math.exp(found.level), slope: found.slope, df: found.df };
}

/** The number of pairs as much as which the spread elsewhere counts. */
const WEIGHT = 4;
const MOST_DF_AFTER = 8;
/** Earlier pairs lower the usual variance to this share of it at most. */
const LEAST_SHARE = 1 / 4;

/**
 * Returns the prior of one further pair of servers on a machine that has measured other pairs.
 * @param earlier those pairs
 * @param usual the prior of a machine that has measured nothing
 */
export function priorAfter(earlier: readonly PriorSample[], usual: Prior): Prior {
  const known = earlier.flatMap(({ estimate: { mean, variance, n, df } }) =>
    df > 0 && variance > 0 ? [{ variance: (variance * n) / usualVariance(usual, mean), df }] : [],
  );
  if (known.length === 0) return usual;
  const { variance, df } = usualVarianceAfter(known, usual, WEIGHT, MOST_DF_AFTER);
  return { ...usual, variance: Math.max(variance, LEAST_SHARE * usual.variance), df };
}

/** The gap in a sample, in standard deviations of a usual round, from which a server is suspected of two modes. */
const SUSPICIOUS = 7;

/**
 * Returns whether a server starts in two modes, as far as its rounds show: by themselves (`twoKinds`), or since one gap
 * is far wider than rounds usually spread. Two rounds show it already.
 */
export function isInModes(logRatios: readonly number[], prior: Prior): boolean {
  if (logRatios.length < 2) return false;
  if (twoKinds(logRatios) !== null) return true;
  const mean = logRatios.reduce((sum, one) => sum + one, 0) / logRatios.length;
  const usual = Math.sqrt(usualVariance(prior, mean));
  return largestGap(logRatios) >= Math.max(LEAST_GAP, SUSPICIOUS * usual);
}

/** The number of servers, none of them in modes, that fewer such servers count as. */
const FEWEST_WITHOUT_MODES = 14;

/**
 * Returns the mean square gap between the modes of a server, over all servers. A few rounds show one mode of many servers with
 * two: if all shares of a mode are equally likely, n rounds show both in (n - 1) / (n + 1). The number of servers with
 * modes is therefore larger than the number seen, by its standard error too, and by half a server (Jeffreys' prior of a share).
 * If none is seen, a few servers say little: that half is one of 15 at most, as simulated, since most servers have one mode.
 * @returns null without samples of two rounds or more
 */
function squaredGapOf(samples: readonly PriorSample[], prior: Prior): number | null {
  const usable = samples.filter(({ logRatios }) => logRatios.length > 1);
  if (usable.length < FEWEST) return null;
  const squares = usable.flatMap(({ logRatios }) => {
    const kinds = twoKinds(logRatios);
    if (kinds !== null) return [(kinds[1].mean - kinds[0].mean) ** 2];
    return isInModes(logRatios, prior) ? [largestGap(logRatios) ** 2] : [];
  });
  const seen = squares.length;
  const lengths = usable.map(({ logRatios }) => logRatios.length).toSorted((a, b) => a - b);
  const n = lengths[lengths.length >> 1] as number;
  const shown = (n - 1) / (n + 1);
  const of = 1 + (seen === 0 ? Math.max(usable.length, FEWEST_WITHOUT_MODES) : usable.length);
  const share = Math.min(1, ((seen + Math.sqrt(seen)) / shown + 0.5) / of);
  const mean = seen === 0 ? GAP_OF_MODES ** 2 : squares.reduce((sum, one) => sum + one, 0) / seen;
  return share * mean;
}

/** With fewer rounds, a difference may be that of two modes of one server, however little the rounds spread. */
const ROUNDS_OF_MODES = 3;

/**
 * Returns the estimate with the variance that its rounds and the prior show together, also of a single round. It grows by
 * that of a mode that the rounds may have missed: if all shares of that mode are equally likely, the mean square error after
 * n rounds is 2 / ((n + 2) (n + 3)) of the squared gap. One or two rounds show no difference that is smaller than the gap of
 * two modes. A server that is in two modes keeps the variance of its own rounds.
 *
 * Estimates over several runs are returned as they are: their unit is the run, of which the prior says nothing.
 *
 * Source: Smyth (2004), as for `usualVarianceOf`.
 *
 * @param logRatios the rounds of the estimate
 * @param prior null for the spread of the rounds alone
 */
export function withPrior(
  est: LogEstimate,
  logRatios: readonly number[],
  prior: Prior | null,
): LogEstimate {
  const { n, variance, runs } = est;
  if (prior === null || n === 0 || runs !== undefined) return est;
  const usual = { variance: usualVariance(prior, est.mean), df: prior.df };
  const known = withUsualVariance(est, usual);
  if (isInModes(logRatios, prior)) {
    return { ...est, variance: Math.max(variance, known.variance) };
  }
  const unseen = (2 * prior.squaredGap) / ((n + 2) * (n + 3));
  const slack = n < ROUNDS_OF_MODES ? { slack: GAP_OF_MODES } : {};
  return { ...known, variance: known.variance + unseen, ...slack };
}

/**
 * Returns the estimate with the variance that its rounds and a usual variance of one round show together.
 * @param usual its weight is that of `df` degrees of freedom
 */
export function withUsualVariance(
  est: LogEstimate,
  usual: { readonly variance: number; readonly df: number },
): LogEstimate {
  const { n, variance } = est;
  const own = est.df === 0 ? 0 : est.df * variance * n;
  const df = usual.df + est.df;
  return { ...est, variance: (usual.df * usual.variance + own) / df / n, df };
}
