import { amount, ratio, share } from "@deadheat/journal";
import * as v from "valibot";
import { metricNames } from "../metrics/list.ts";
import { units } from "../metrics/metric.ts";
import { fixedPriorSchema } from "./prior.ts";

/** The outcome of a gate on one metric. */
export const metricGateSchema = v.object({
  /** The allowed change: for `cpu` the share by which the new server may be slower, for others by which it may need more. */
  limit: share,
  outcome: v.picklist(["passed", "failed", "undecided"]),
  confidence: share,
  /** The number of further rounds that would probably decide the gate. null if it is decided or no number would. */
  moreRounds: v.nullable(amount),
});

/** The fields of a ratio with its interval and its tests, of a comparison and of each of its metrics. */
export const testedEntries = {
  ratio,
  lo: ratio,
  hi: ratio,
  /** The number of rounds; 0 if the metric is exact, as an installed size is. */
  n: amount,
  /**
   * The confidence of [lo, hi]: 0.95 without a gate, otherwise that of the look at which the gate stopped (stats,
   * `levelAt`). The intervals of all looks, and of all limits in the command, are valid together with 95 %.
   */
  confidence: share,
  /**
   * The two-sided p value of Student's t over the rounds, with the spread of the prior, adjusted for the looks of a gate and corrected for all metrics of
   * the command. The intervals are not corrected.
   */
  p: share,
  /** The p value of the two one-sided tests that the difference lies within the margin, corrected likewise. */
  equivalenceP: share,
  /** The relative margin of a tie: 0.02 means a ratio between 1 / 1.02 and 1.02. */
  margin: amount,
  /** The spread of a round as it was known before the first one. null if only the rounds say how they spread. */
  prior: v.nullable(fixedPriorSchema),
  /** The number of further rounds that would probably decide it. null if it is decided or no number would. */
  moreRounds: v.nullable(amount),
  gate: v.nullable(metricGateSchema),
};

/**
 * One metric of a comparison, on its own scale: more is more, so a ratio above 1 means that the new server needs more
 * CPU, time, memory or space than the base.
 */
export const metricSchema = v.object({
  metric: v.picklist(metricNames),
  /** Seconds of CPU a request for `cpu` and `cost`, seconds for `start` and `latency`. */
  unit: v.picklist(units),
  /** The geometric means over the rounds. The ratio is new over base, paired by round. */
  base: amount,
  new: amount,
  ...testedEntries,
  /**
   * The word about the new server. Memory and size are `less` or `more`, all others `faster` or `slower`: if p < 0.05,
   * otherwise `same` if equivalenceP < 0.05.
   */
  verdict: v.picklist(["faster", "slower", "less", "more", "same", "undecided"]),
  /** true for the metric that was named before looking, which keeps most of the error that is allowed. */
  named: v.boolean(),
});
export type Metric = v.InferOutput<typeof metricSchema>;
