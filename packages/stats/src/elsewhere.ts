import type { LogEstimate } from "./estimate.ts";

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
