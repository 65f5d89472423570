import type { LogEstimate } from "../estimate.ts";
import { compared, type SameDuet } from "./instances.ts";
import { pooledOverRuns } from "./pooled-over-runs.ts";

/** What is known of the variance between instances of a class of machines. */
export interface Between {
  /** Of the log ratio of one duet (tau squared). */
  readonly variance: number;
  readonly df: number;
}

/**
 * An estimate as that of one instance of a class of machines: what it is compared with or multiplied by is of the same
 * instance, or `sum` and `difference` add the variance between instances, once for each part, and take
 * the fewest degrees of freedom, those of that variance among them: as Hartung and Knapp do, Student's
 * quantile makes up for how little a few instances tell.
 *
 * Source: Hartung and Knapp, Statistics in Medicine 20 (2001).
 *
 * @param between null: unknown, and so is every comparison with what another instance measured
 */
export function measuredOn(
  instance: string,
  between: Between | null,
  est: LogEstimate,
): LogEstimate {
  const { variance, df } = between ?? { variance: Infinity, df: 0 };
  return { ...est, elsewhere: { instance, variance, df } };
}

/** As if whatever it is compared with were measured on the same instance. */
export function inOnePlace(est: LogEstimate): LogEstimate {
  const { elsewhere: _, ...here } = est;
  return here;
}

/**
 * What too few instances to tell how far they lie apart say of one duet together: they weigh the same, and
 * lie apart as the instances of their class do.
 *
 * @throws RangeError if there is none
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
