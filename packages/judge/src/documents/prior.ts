import { amount } from "@deadheat/journal";
import * as v from "valibot";

/** The spread of a round as other pairs of servers show it (stats, `Prior`). Variances are of log ratios. */
export const priorSchema = v.object({
  /** The variance of a round of two equal servers, and the power with which it grows with their distance. */
  variance: amount,
  slope: v.number(),
  /** The weight: as much as this number of degrees of freedom. */
  df: amount,
  /** The mean square gap between the modes of a server, over servers with one mode and with two. */
  squaredGap: amount,
});

/** A prior that was fixed before the first round. */
export const fixedPriorSchema = v.object({
  ...priorSchema.entries,
  /** `published`: from the published runs; `machine`: also from earlier comparisons on this machine. */
  from: v.picklist(["published", "machine"]),
});
export type FixedPrior = v.InferOutput<typeof fixedPriorSchema>;
