import type { MetricName } from "../documents/metric.ts";
import type { FixedPrior } from "../documents/prior.ts";

/** The priors of a comparison. A metric without one is judged by its own rounds alone. */
export type Priors = Readonly<Partial<Record<MetricName, FixedPrior>>>;

/** The mean square gap of modes: 9 of 560 servers with four rounds or more in the published runs showed two, 18 % apart. */
const MODES = 0.0006;

const from = "published";
const cpu = { variance: 0.02 ** 2, slope: 0.66, df: 2.5, squaredGap: MODES, from } as const;
const start = { variance: 0.05 ** 2, slope: 0.4, df: 2, squaredGap: 0, from } as const;
const idle = { variance: 0.006 ** 2, slope: 0.5, df: 2, squaredGap: 0, from } as const;
const peak = { variance: 0.02 ** 2, slope: 0, df: 2, squaredGap: 0, from } as const;

/**
 * The spread of a round that is usual for each metric, by 700 pairs of servers in the published runs: of calm machines and
 * restless ones, so its weight is small.
 * A round of two equal servers spreads by 1.75 % in CPU time (weight 3.1), by 4.4 % in startup time (1.9), and by 0.5 and 1.8 % in
 * idle and peak memory (2.1, 2.2). These are slightly more careful: with them, the first one to four rounds of the same pairs
 * contain the mean of all in 97 % or more (docs/findings.md).
 */
export const publishedPriors = {
  cpu,
  start,
  "memory-idle": idle,
  "memory-peak": peak,
} as const satisfies Priors;
