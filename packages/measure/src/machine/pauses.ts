import os from "node:os";
import process from "node:process";
import { EnvironmentError, Interrupted } from "../errors.ts";

const TICK_SECONDS = 0.1;

/** A longer pause makes a measurement useless: the servers' clocks stood still, and that of the generator may not have. */
const LONGEST_SECONDS = 1;

const ATTEMPTS = 3;

export interface Pausing<T> {
  /** Returns the outcome after the last attempt, for the reason why it cannot be used. */
  readonly paused: (outcome: T, reason: string) => T;
  /** Whether an outcome is a failure, which a pause may have caused at any time; none is by default. */
  readonly hasFailed?: (outcome: T) => boolean;
}

/**
 * Measures again if the machine stood still meanwhile: it slept, or everything on it, or on the CPU of this process, was
 * stopped.
 * @param measure calls `enough` once a pause no longer matters, unless it fails
 * @throws the error of `measure`, if there was no pause or it was the last attempt
 */
export async function unpaused<T>(
  measure: (enough: () => void) => Promise<T>,
  { paused, hasFailed = () => false }: Pausing<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const watch = watchPauses();
    let decisive: number | null = null;
    const enough = () => (decisive ??= watch.longestSeconds());
    try {
      const outcome = await measure(enough).finally(watch.stop);
      const seconds = hasFailed(outcome)
        ? watch.longestSeconds()
        : (decisive ?? watch.longestSeconds());
      if (seconds <= LONGEST_SECONDS) return outcome;
      if (attempt < ATTEMPTS) continue;
      const reason = `this machine stood still for ${seconds.toFixed(1)} s, in each of ${ATTEMPTS} attempts`;
      return paused(outcome, reason);
    } catch (error) {
      const isFinal = error instanceof Interrupted || error instanceof EnvironmentError;
      if (isFinal || watch.longestSeconds() <= LONGEST_SECONDS || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Notices when this process stands still, until it is stopped. */
function watchPauses(): { readonly stop: () => void; readonly longestSeconds: () => number } {
  let last = performance.now();
  let longest = 0;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, (now - last) / 1000 - TICK_SECONDS);
    last = now;
  };
  const timer = setInterval(tick, 1000 * TICK_SECONDS);
  const before = sleptSeconds();
  let watching = true;
  const longestSeconds = () => {
    if (!watching) return longest;
    tick();
    longest = Math.max(longest, sleptSeconds() - before);
    return longest;
  };
  const stop = () => {
    longestSeconds();
    clearInterval(timer);
    watching = false;
  };
  return { stop, longestSeconds };
}

/**
 * Returns the seconds that the machine has slept since some moment. On Linux the time since the boot goes on in its sleep,
 * and the monotonic clock does not (clock_gettime(2)). Elsewhere the first follows the time of day.
 */
function sleptSeconds(): number {
  return process.platform === "linux" ? os.uptime() - performance.now() / 1000 : 0;
}
