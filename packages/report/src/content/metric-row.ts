import type { Metric } from "@deadheat/judge";

/** The verdict on a metric about which nothing is known but its values. */
export const TOO_LITTLE = "too little data";

/** A metric of a comparison in words. */
export interface MetricRow {
  /** The metric itself; absent for memory that grows, which has no ratio. */
  readonly metric?: Metric;
  /** `peak memory (RSS)`. */
  readonly label: string;
  /** `92 MB`. */
  readonly base: string;
  readonly new: string;
  /** `+3.1 %`: what the new server needs more. Empty if there is too little data. */
  readonly change: string;
  /** `[-1.0, +7.4]`, in percent. Empty for an exact metric, and if there is too little data. */
  readonly interval: string;
  readonly verdict: Metric["verdict"];
  /** `slower`, `same (within 2 %)`. */
  readonly verdictText: string;
  /** `5 %: passed`; empty without a limit. */
  readonly limit: string;
}
