/** Seconds from sending (open loop: from when the request was due) to the last byte. */
export interface Latency {
  mean: number | null;
  /** Null unless it was asked for (`RunOptions.stdev`): oha's JSON has none. */
  stdev: number | null;
  min: number | null;
  p10: number | null;
  p25: number | null;
  p50: number | null;
  p75: number | null;
  p90: number | null;
  p95: number | null;
  p99: number | null;
  /** Of fewer than 100,000 answers this is little more than the maximum. */
  p99_9: number | null;
  p99_99: number | null;
  max: number | null;
}

/** How many requests ended badly, by kind. */
export interface ErrorCounts {
  /** No connection: refused, reset while connecting, no more file descriptors. */
  connect: number;
  /** The connection broke, or what came was not HTTP, before the answer was complete. */
  read: number;
  write: number;
  /** No complete answer within the request's time-out. */
  timeout: number;
  /** A complete answer with another status than the expected one. */
  status: number;
  /** oha gave the request up because its time was over. */
  deadline: number;
  other: number;
}

interface Counts {
  /** From the first request to the last answer. */
  seconds: number;
  /** Complete answers with the expected status. */
  good: number;
  /** All complete answers, whatever their status. */
  completed: number;
  /** Bytes of all response bodies. */
  bytes: number;
  errors: ErrorCounts;
  /** The sum of `errors`. */
  totalErrors: number;
  /** oha's own words for the errors, with counts. */
  errorTexts: Readonly<Record<string, number>>;
  /** Complete answers by status. */
  statusCodes: Readonly<Record<string, number>>;
  /** Over all complete answers; null when there was none. */
  latency: Latency | null;
  /**
   * Open loop: by how many seconds, at least, oha itself once was behind its schedule; its latencies
   * do not contain that. Null in a closed loop, and when the load is not known.
   */
  lateness: number | null;
}

/**
 * What a run gave. `void` is null when the run may be used, else it says in words why not; a void
 * run has no `goodPerSecond`, so that it cannot be taken for throughput.
 */
export type LoadResult = Counts &
  ({ void: null; goodPerSecond: number } | { void: string; goodPerSecond: null });
