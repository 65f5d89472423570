import { storeNamed, scenarioNamed } from "@deadheat/handlers";
import type { Target } from "../manifest.ts";
import type { Load } from "../settings.ts";

/**
 * Seconds of load, in a duet, until a target's ratio to its floor stays as it is, where that takes longer
 * than the usual warm-up. Measured, not guessed: `pnpm bench calibrate --only warmup` (docs/method.md).
 * With Postgres a server on Node answers a fifth as often as without a store, so what is compiled after
 * so many calls comes later. What a target needs by itself is in its manifest (`warmupSeconds`).
 */
const services: Readonly<Record<string, number>> = { postgres: 10 };

/** The longest that anything of ours is known to need: express on Deno. */
export const SLOWEST_WARMUP_SECONDS = 14;

/** How long the servers of a duet are warmed, in seconds: as long as the slowest of them needs. */
export function warmupOf(
  { warmupSeconds, ownWarmup }: Pick<Load, "warmupSeconds" | "ownWarmup">,
  scenario: string,
  targets: readonly Pick<Target, "manifest" | "runtime">[],
): number {
  if (!ownWarmup) return warmupSeconds;
  const { store } = scenarioNamed(scenario);
  const service = store === null ? null : storeNamed(store).service;
  const own = targets.map(({ manifest, runtime }) => manifest.warmupSeconds?.[runtime] ?? 0);
  return Math.max(warmupSeconds, service === null ? 0 : (services[service] ?? 0), ...own);
}

/** The same warm-up of a server that is alone: it has its whole CPU, and warms twice as fast. */
export function aloneOf(secondsInDuet: number): number {
  return secondsInDuet / 2;
}
