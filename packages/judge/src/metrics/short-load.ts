import { responsesFor, runtimeFacts, type Load, type Runtime } from "@deadheat/journal";
import type { Priors } from "./priors.ts";

/** The window of the rounds that priors come from, or a longer one. */
const USUAL_WINDOW_SECONDS = 1;

/**
 * The powers with which the variance of a round grows as its window and its warm-up become shorter than usual. node:http
 * against itself spread by 3 % in usual rounds, by 5.2 and 14.3 % with windows of 0.5 and 0.2 s, and by 11.5 and 21.9 % with
 * 1500 responses of warm-up instead of 20,000 as well (docs/findings.md, "Length of the window").
 */
const WINDOW_POWER = 2;
const WARMUP_POWER = 0.6;

type ShortLoad = Pick<Load, "warmup" | "windowSeconds" | "fits">;

/** Returns how many times the variance of a usual round a round of this load has: 1, or more if the user made it short. */
export function varianceFactor(
  { warmup, windowSeconds, fits = {} }: ShortLoad,
  on: readonly Runtime[],
): number {
  const given = responsesFor(warmup, on);
  const warmth = on.map((name) => given / runtimeFacts[name].warmupResponses);
  const shares = Object.values(fits).map(({ warmupShare = 1 }) => warmupShare);
  const window = Math.min(1, windowSeconds / USUAL_WINDOW_SECONDS);
  return window ** -WINDOW_POWER * Math.min(1, ...warmth, ...shares) ** -WARMUP_POWER;
}

/**
 * Returns the priors of rounds with this load. CPU time alone depends on it; startup and memory at rest come before the load,
 * and the peak hardly changes.
 */
export function priorsUnder(priors: Priors, load: ShortLoad, on: readonly Runtime[]): Priors {
  const { cpu } = priors;
  if (cpu === undefined) return priors;
  return { ...priors, cpu: { ...cpu, variance: cpu.variance * varianceFactor(load, on) } };
}
