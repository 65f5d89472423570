import { boundedInterval } from "@deadheat/judge";
import type { LogEstimate } from "@deadheat/stats";

/** A ratio of CPU time per request with its 95 % interval, as documents have it. */
interface Told {
  readonly ratio: number;
  readonly lo: number;
  readonly hi: number;
  readonly n: number;
}

/** Returns an estimate as documents have it; null for none. */
export function toldOf(est: LogEstimate): Told;
export function toldOf(est: LogEstimate | null): Told | null;
export function toldOf(est: LogEstimate | null): Told | null {
  if (est === null) return null;
  const { ratio, lo, hi } = boundedInterval(est);
  return { ratio, lo, hi, n: est.n };
}
