import { amount, ratio, share } from "@deadheat/journal";
import * as v from "valibot";

/** The metrics that two servers are compared by, in the order in which they are shown. */
export const metricNames = [
  "cpu",
  "start",
  "memory-idle",
  "memory-peak",
  "latency-p50",
  "latency-p99",
  "latency-p50-at-20",
  "latency-p99-at-20",
  "cost-200",
  "cost-1000",
  "size",
  "packages",
] as const;
export type MetricName = (typeof metricNames)[number];

/** The name of a limit: a metric, or memory that grows, which has no ratio (growth.ts). */
export const limitNames = [...metricNames, "memory-growth"] as const;
export type LimitName = (typeof limitNames)[number];

/** The outcome of a gate on one metric. */
export const metricGateSchema = v.object({
  /** The allowed change: for `cpu` the share by which the new server may be slower, for others by which it may need more. */
  limit: share,
  outcome: v.picklist(["passed", "failed", "undecided"]),
  confidence: share,
  /** The number of further rounds that would probably decide the gate. null if it is decided or no number would. */
  moreRounds: v.nullable(amount),
});

/**
 * One metric of a comparison, on its own scale: more is more, so a ratio above 1 means that the new server needs more
 * CPU, time, memory or space than the base.
 */
export const metricSchema = v.object({
  metric: v.picklist(metricNames),
  /** Seconds of CPU a request for `cpu` and `cost`, seconds for `start` and `latency`. */
  unit: v.picklist(["seconds", "bytes", "packages"]),
  /** The geometric means over the rounds. */
  base: amount,
  new: amount,
  /** New over base, paired by round, with its own interval. */
  ratio,
  lo: ratio,
  hi: ratio,
  /** The confidence of [lo, hi] by itself. The words are corrected for all metrics, the intervals are not. */
  confidence: share,
  /** The number of rounds; 0 if the metric is exact, as an installed size is. */
  n: amount,
  /** The p value of a difference, corrected for all metrics of the command. */
  p: share,
  /** The p value of a tie, corrected likewise. */
  equivalenceP: share,
  /** The relative margin of a tie. */
  margin: amount,
  /**
   * The word about the new server. Memory and size are `less` or `more`, all others `faster` or `slower`: if p < 0.05,
   * otherwise `same` if equivalenceP < 0.05.
   */
  verdict: v.picklist(["faster", "slower", "less", "more", "same", "undecided"]),
  /** true for the metric that was named before looking, which keeps most of the error that is allowed. */
  named: v.boolean(),
  /** The number of further rounds that would probably decide the word. null if it is decided or no number would. */
  moreRounds: v.nullable(amount),
  /** The gate on this metric; null if it has none. */
  gate: v.nullable(metricGateSchema),
});
export type Metric = v.InferOutput<typeof metricSchema>;
