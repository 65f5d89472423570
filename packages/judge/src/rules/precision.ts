import {
  interval,
  meanInterval,
  smallestDetectable,
  withPrior,
  type LogEstimate,
  type Prior,
  type MeanInterval,
  type RatioInterval,
} from "@deadheat/stats";
import type { Growth } from "../documents/growth.ts";
import type { Metric } from "../documents/metric.ts";

/**
 * Returns the smallest relative difference that so many rounds detect in four of five cases: 0.05 for 5 %.
 * @param spread the standard deviation of the log ratio of one round
 * @param rounds at least one
 */
export function detectable(spread: number, rounds: number, prior: Prior): number {
  const df = rounds - 1;
  const own = { mean: 0, variance: df === 0 ? Infinity : spread ** 2 / rounds, df, n: rounds };
  return smallestDetectable(withPrior(own, [], prior)) - 1;
}

const MOST_ROUNDS = 1000;

/** Returns the number of rounds that detect a relative difference in four of five cases; at most 1,000. */
export function roundsFor(difference: number, spread: number, prior: Prior): number {
  let rounds = 1;
  while (rounds < MOST_ROUNDS && detectable(spread, rounds, prior) > difference) rounds++;
  return rounds;
}

/** A bound that is farther away than this says no more than that nothing is known. */
const FARTHEST = 1e6;

/**
 * Returns the interval of an estimate. Without a known spread, the bounds of a single round are a million times away. Every
 * ratio in a document is bounded so: JSON has no infinity, and would turn it into null.
 */
export function boundedInterval(est: LogEstimate, confidence = 0.95): RatioInterval {
  const { ratio, lo, hi, n } = interval(est, confidence);
  return { ratio, lo: Math.max(lo, ratio / FARTHEST), hi: Math.min(hi, ratio * FARTHEST), n };
}

/** The same for bytes per response: a terabyte. */
const FARTHEST_BYTES = 1e12;

/** Returns the interval of a mean of bytes per response. The bounds of a single round are a terabyte away. */
export function boundedBytes(est: LogEstimate, confidence: number): MeanInterval {
  const { mean, lo, hi } = meanInterval(est, confidence);
  return { mean, lo: Math.max(lo, mean - FARTHEST_BYTES), hi: Math.min(hi, mean + FARTHEST_BYTES) };
}

/** Returns true if nothing is known about the bounds of growth. */
export function isUnbounded({ lo, hi }: Pick<Growth["difference"], "lo" | "hi">): boolean {
  return hi - lo >= FARTHEST_BYTES;
}

/** The width from which an interval is no answer: a factor of two on either side. */
const TOO_WIDE = 4;

/**
 * Returns true if there is too little data about a metric to print its interval: an open verdict with bounds that are
 * further than a factor of two away.
 */
export function isTooLittle({ n, lo, hi, verdict }: Pick<Metric, "n" | "lo" | "hi" | "verdict">) {
  return n > 0 && verdict === "undecided" && hi / lo > TOO_WIDE;
}
