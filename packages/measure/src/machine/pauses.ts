import os from "node:os";
import process from "node:process";
import { Worker } from "node:worker_threads";
import { EnvironmentError, Interrupted } from "@deadheat/journal";

const TICK_SECONDS = 0.1;

/** A longer pause makes a measurement useless: the servers' clocks stood still, and that of the generator may not have. */
const LONGEST_SECONDS = 1;

const ATTEMPTS = 3;

interface Pausing<T> {
  /** Returns the outcome after the last attempt, for the reason why it cannot be used. */
  readonly paused: (outcome: T, reason: string) => T;
  /** Whether an outcome is a failure, which a pause may have caused at any time; none is by default. */
  readonly hasFailed?: (outcome: T) => boolean;
}

/**
 * Measures again if the machine stood still meanwhile: it slept, or everything on it, or on the CPU of this process, was
 * stopped.
 * @param measure calls `enough` once a pause no longer matters, unless it fails. Until then its own clock matters: a main
 *   thread that was busy for so long is a pause too
 * @throws the error of `measure`, if there was no pause or it was the last attempt
 */
export async function unpaused<T>(
  measure: (enough: () => void) => Promise<T>,
  { paused, hasFailed = () => false }: Pausing<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const watch = watchPauses();
    let decisive: number | null = null;
    const enough = () => (decisive ??= Math.max(watch.longestSeconds(), watch.latestSeconds()));
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

/**
 * The code of a thread that notes the time of its last tick and the longest time between two ticks, in seconds. The main thread
 * checks processes and sockets, and waits for seconds if a database keeps its CPU busy. This thread needs so little CPU time
 * that it does not wait, so only a pause of the machine or of the whole process delays it.
 */
const TICKING = `
const { workerData: seen } = require("node:worker_threads");
setInterval(() => {
  const now = Number(process.hrtime.bigint()) / 1e9;
  seen[1] = Math.max(seen[1], now - seen[0]);
  seen[0] = now;
}, ${1000 * TICK_SECONDS});`;

interface Watch {
  readonly stop: () => void;
  /** Returns the longest time for which the whole process stood still. */
  readonly longestSeconds: () => number;
  /** Returns the longest time for which the main thread, whose clock takes the startup times, was late. */
  readonly latestSeconds: () => number;
}

/** Notices when this process stands still, until it is stopped. */
function watchPauses(): Watch {
  const now = () => Number(process.hrtime.bigint()) / 1e9;
  const seen = new Float64Array(new SharedArrayBuffer(16));
  seen[0] = now();
  const thread = new Worker(TICKING, { eval: true, workerData: seen, execArgv: [] });
  thread.unref();
  const before = sleptSeconds();
  let [stopped, latest, last]: [number | null, number, number] = [null, 0, now()];
  const timer = setInterval(() => {
    latest = Math.max(latest, now() - last);
    last = now();
  }, 1000 * TICK_SECONDS);
  const longestSeconds = () => {
    const [tick = 0, longest = 0] = seen;
    const still = Math.max(longest, now() - tick) - TICK_SECONDS;
    return stopped ?? Math.max(still, sleptSeconds() - before);
  };
  const stop = () => {
    stopped = longestSeconds();
    clearInterval(timer);
    void thread.terminate();
  };
  const latestSeconds = () => Math.max(latest, now() - last) - TICK_SECONDS;
  return { stop, longestSeconds, latestSeconds };
}

/**
 * Returns the seconds that the machine has slept since some moment. On Linux the time since the boot goes on in its sleep,
 * and the monotonic clock does not (clock_gettime(2)). Elsewhere the first follows the time of day.
 */
function sleptSeconds(): number {
  return process.platform === "linux" ? os.uptime() - performance.now() / 1000 : 0;
}
