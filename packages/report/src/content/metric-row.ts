import type { Metric } from "@deadheat/judge";

/** A metric of a comparison in words. */
export interface MetricRow {
  /** `peak memory (RSS)`. */
  readonly label: string;
  /** true for the metric that was named before looking. */
  readonly named: boolean;
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
