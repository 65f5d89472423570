import type { FixedPrior } from "../documents/prior.ts";
import { metricKind, metricNames, type MetricName } from "./list.ts";

/** The priors of a comparison. A metric without one is judged by its own rounds alone. */
export type Priors = Readonly<Partial<Record<MetricName, FixedPrior>>>;

/**
 * The spread of a round that is usual for each metric, by 700 pairs of servers in the published runs: of calm machines and
 * restless ones, so its weight is small.
 * A round of two equal servers spreads by 1.75 % in CPU time (weight 3.1), by 4.4 % in startup time (1.9), and by 0.5 and 1.8 % in
 * idle and peak memory (2.1, 2.2). These are slightly more careful: with them, the first one to four rounds of the same pairs
 * contain the mean of all in 97 % or more (docs/findings.md).
 */
export const publishedPriors = Object.fromEntries(
  metricNames.flatMap((name) => {
    const { prior } = metricKind(name);
    return prior === undefined ? [] : [[name, prior]];
  }),
) as Priors & { readonly cpu: FixedPrior };
