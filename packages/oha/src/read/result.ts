import type { ErrorCounts } from "@deadheat/journal";

/** Latencies in seconds, from sending the request (open loop: from when it was due) to the last byte. */
export interface Latency {
  mean: number;
  /** The standard deviation; null unless `RunOptions.stdev` is set, because oha's JSON has none. */
  stdev: number | null;
  min: number;
  p50: number;
  p75: number;
  p90: number;
  p99: number;
  /** Below 100,000 responses this is little more than the maximum. */
  p99_9: number | null;
  max: number;
}

interface Counts {
  /** The seconds from the first request to the last response. */
  seconds: number;
  good: number;
  /** The number of all complete responses, whatever their status. */
  completed: number;
  /** The bytes of all response bodies. */
  bytes: number;
  errors: ErrorCounts;
  totalErrors: number;
  /** oha's own texts of the errors, with counts. */
  errorTexts: Readonly<Record<string, number>>;
  statusCodes: Readonly<Record<string, number>>;
  /** Latencies of all complete responses; null if there was none, or if oha reports no latency of some. */
  latency: Latency | null;
  /**
   * The seconds by which, at least, oha itself was once behind the schedule of an open loop. The latencies do not
   * contain them. null in a closed loop, and if the load is not known.
   */
  lateness: number | null;
}

/**
 * The result of a run. `void` says why the metrics may not be used, or is null. Only then `goodPerSecond` is a number.
 */
export type LoadResult = Counts &
  ({ void: null; goodPerSecond: number } | { void: string; goodPerSecond: null });
