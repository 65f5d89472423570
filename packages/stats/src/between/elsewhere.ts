import type { LogEstimate } from "../estimate.ts";
import { compared, type SameDuet } from "./instances.ts";
import { pooledOverRuns } from "./pooled-over-runs.ts";

/** An estimate of the variance between instances of a class of machines. */
export interface Between {
  /** The variance of the log ratio of one duet (tau squared). */
  readonly variance: number;
  readonly df: number;
}

/**
 * Returns an estimate marked with the instance of a class of machines that measured it. If `sum` and `difference`
 * combine estimates of several instances, they add the variance between instances once for each part. They then use the
 * fewest degrees of freedom, including those of that variance. As in Hartung and Knapp, Student's quantile accounts for
 * the small number of instances.
 *
 * Source: Hartung and Knapp, Statistics in Medicine 20 (2001).
 *
 * @param between null if unknown; then comparisons with another instance are unknown too
 */
export function measuredOn(
  instance: string,
  between: Between | null,
  est: LogEstimate,
): LogEstimate {
  const { variance, df } = between ?? { variance: Infinity, df: 0 };
  return { ...est, elsewhere: { instance, variance, df } };
}

/** Returns the estimate as if the same instance had measured the rest of its comparison. */
export function inOnePlace(est: LogEstimate): LogEstimate {
  const { elsewhere: _, ...here } = est;
  return here;
}

/**
 * Returns the pooled estimate of one duet on too few instances to find their variance from it alone. All instances
 * weigh the same, and `between` is the variance of their class.
 * @throws RangeError if there is no estimate
 */
export function pooledOverInstances(duet: SameDuet, between: Between): LogEstimate {
  const pooled = pooledOverRuns(duet);
  const known = compared(duet);
  if (known === null) return pooled;
  const count = duet.length;
  const within = known.variances.reduce((all, variance) => all + variance, 0) / count;
  const variance = (between.variance + within) / count;
  return { ...pooled, variance, df: Math.min(between.df, known.df) };
}
