import { storeNamed } from "@deadheat/handlers";
import type { Load } from "../settings.ts";
import { storeOf } from "../support.ts";

/**
 * Seconds of load, in a duet, until servers with such a store keep their ratio, where that takes longer
 * than the usual warm-up. Measured (docs/stores.md): with Postgres a server on Node answers a quarter
 * as often as without a store, so what V8 compiles after so many calls probably comes later.
 */
const services: Readonly<Record<string, number>> = { postgres: 10 };

/** How long the servers of a duet are warmed, in seconds. */
export function warmupOf(
  { warmupSeconds, ownWarmup }: Pick<Load, "warmupSeconds" | "ownWarmup">,
  scenario: string,
): number {
  const store = ownWarmup ? storeOf(scenario) : null;
  if (store === null) return warmupSeconds;
  return Math.max(warmupSeconds, services[storeNamed(store).service] ?? 0);
}

/** The same warm-up of a server that is alone: it has its whole CPU, and warms twice as fast. */
export function aloneOf(secondsInDuet: number): number {
  return secondsInDuet / 2;
}

/** Of the warm-up's loads, in seconds: 8 of them in the usual warm-up of a duet. */
const LOAD_SECONDS = 0.5;

/**
 * A warm-up as several loads, the seconds of each. Where a load ends, connections close, and code runs
 * that was never warm; what was compiled without it is then thrown away and compiled again, on the CPU
 * that is measured. A load's end belongs to every window, so the warm-up has to have had enough of them
 * (docs/method.md, "The end of a load").
 */
export function warmupLoads(seconds: number): number[] {
  const count = Math.max(2, Math.round(seconds / LOAD_SECONDS));
  return Array.from({ length: count }, () => seconds / count);
}
