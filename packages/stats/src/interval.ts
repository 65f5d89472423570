import { checkOpenUnit } from "./check.ts";
import { spreadsOf, type LogEstimate } from "./estimate.ts";
import { studentCdf, studentQuantile } from "./student.ts";

/** A ratio (1 means equal) between its confidence limits. */
export interface Ratio {
  readonly ratio: number;
  readonly lo: number;
  readonly hi: number;
}

/** Such a ratio from n rounds. */
export interface RatioInterval extends Ratio {
  readonly n: number;
}

/**
 * Returns Student's t interval of a ratio: exp(mean -+ t * standard error). Without degrees of freedom (a single round)
 * the interval is 0 to Infinity.
 * @param confidence coverage of the interval, between 0 and 1
 * @throws RangeError if confidence is outside that range
 */
export function interval(est: LogEstimate, confidence = 0.95): RatioInterval {
  const { mean, lo, hi } = meanInterval(est, confidence);
  return { ratio: Math.exp(mean), lo: Math.exp(lo), hi: Math.exp(hi), n: est.n };
}

/** A mean between its confidence limits, for values that are no logarithms. */
export interface MeanInterval {
  mean: number;
  lo: number;
  hi: number;
}

/** Returns Student's t interval of a mean: mean -+ t * standard error. Without degrees of freedom it is infinite. */
export function meanInterval(est: LogEstimate, confidence = 0.95): MeanInterval {
  checkOpenUnit(confidence, "confidence");
  const margin = stretch(est, (1 + confidence) / 2) + (est.slack ?? 0);
  return { mean: est.mean, lo: est.mean - margin, hi: est.mean + margin };
}

/**
 * Returns the two-sided p value of Student's t test that the ratio is 1 (Welch's test for a difference). The p value is
 * below 1 - confidence exactly if the interval excludes 1. Without degrees of freedom it is 1. Without variance it is 1
 * for a mean of 0, and 0 for any other mean.
 */
export function pValue(est: LogEstimate): number {
  const distance = Math.abs(est.mean) - (est.slack ?? 0);
  if (distance <= 0) return 1;
  const each = spreadsOf(est).map(({ variance, df }) => {
    if (df === 0 || variance === Infinity) return 1;
    if (variance === 0) return 0;
    return 2 * studentCdf(-distance / Math.sqrt(variance), df);
  });
  return Math.max(...each);
}

/**
 * Returns the smallest true ratio above 1 that a test as precise as this estimate detects with the given power:
 * exp((t[0.975] + t[power]) * standard error), 1.023 for 2.3 %. The inverse is the smallest slowdown. The mean of the
 * estimate has no influence.
 *
 * The result is Infinity without degrees of freedom, and 1 without variance.
 *
 * @param power chance of detecting such a difference, between 0.5 and 1
 */
export function smallestDetectable(est: LogEstimate, power = 0.8): number {
  return Math.exp(stretch(est, 0.975) + stretch(est, power) + (est.slack ?? 0));
}

/** Returns t[p] standard errors, for p >= 0.5. */
function stretch(est: LogEstimate, p: number): number {
  const each = spreadsOf(est).map(({ variance, df }) => {
    if (variance === 0) return 0;
    if (df === 0 || variance === Infinity) return Infinity;
    return studentQuantile(p, df) * Math.sqrt(variance);
  });
  return Math.max(...each);
}

/** Returns half the width of an interval, relative to its ratio, measured on the wider side. */
export function halfWidth({ ratio, lo, hi }: Ratio): number {
  return Math.max(hi - ratio, ratio - lo) / ratio;
}
