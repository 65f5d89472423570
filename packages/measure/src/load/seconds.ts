import {
  type CostSettings,
  type LatencySettings,
  type SweepSettings,
  type Load,
  type Role,
  type Runtime,
  responsesFor,
  fitFor,
} from "@deadheat/journal";
import type { Pair } from "../both.ts";
import { endsSeconds, loadsOf, togetherLoads } from "./warm-up.ts";

// Estimates of how long measurements take, before this machine has shown its own pace.

/** The average responses per second of a server that warms up alone on the CPU of an ordinary machine. */
const USUAL_PACE = 45_000;

/** The time to spawn a generator, read its output and wait for its last responses, as measured. */
const LOAD_OVERHEAD_SECONDS = 0.05;

/** @param pace the responses per second of the server alone */
export function warmSeconds(responses: number, pace = USUAL_PACE): number {
  return responses / pace + loadsOf(responses) * LOAD_OVERHEAD_SECONDS;
}

/**
 * The window of a comparison. The two servers are mostly similar (a change and its base), so rounds differ by their
 * processes and hardly within a window. More processes then say more than longer windows (Kalibera and Jones, ISMM
 * 2013; docs/findings.md, "Length of the window").
 */
export const COMPARISON_WINDOW_SECONDS = 1;

/** The time to spawn, check and stop the servers of a round: measured as 0.2 on Bun and 0.5 on Node. */
const ROUND_OVERHEAD_SECONDS = 0.45;

/** The average time of decoys: half of the rounds have one, which takes two fifths of a window on average (decoy.ts). */
const decoySeconds = (windowSeconds: number): number =>
  (endsSeconds(windowSeconds) + 0.4 * windowSeconds) / 2 + LOAD_OVERHEAD_SECONDS;

/** @param paces the responses per second of each server alone, if a pilot has seen them */
export function roundSeconds(
  load: Pick<Load, "warmup" | "windowSeconds" | "fits">,
  runtimes: readonly Runtime[],
  scenario = "",
  paces: Pair<number> | null = null,
): number {
  const fit = fitFor(load, scenario);
  if (fit !== null) return fit.roundSeconds;
  const { warmup, windowSeconds } = load;
  const responses = responsesFor(warmup, runtimes);
  const alone = warmSeconds(responses, paces?.base) + warmSeconds(responses, paces?.new);
  const loads = togetherLoads(warmup).length + 2;
  return (
    alone +
    warmup.togetherSeconds +
    endsSeconds(windowSeconds) +
    windowSeconds +
    decoySeconds(windowSeconds) +
    ROUND_OVERHEAD_SECONDS +
    loads * LOAD_OVERHEAD_SECONDS
  );
}

/** A generous time to spawn, check and stop a server and to start a generator. */
const PROCESS_OVERHEAD_SECONDS = 0.6;

const STEP_OVERHEAD_SECONDS = 0.4;

export function sweepProcessSeconds(sweep: SweepSettings): number {
  const step = sweep.stepSeconds + STEP_OVERHEAD_SECONDS;
  return PROCESS_OVERHEAD_SECONDS + sweep.connections.length * step;
}

export function latencyProcessSeconds(latency: LatencySettings): number {
  const step = latency.stepSeconds + STEP_OVERHEAD_SECONDS;
  const { capacitySeconds, fractions } = latency;
  return PROCESS_OVERHEAD_SECONDS + capacitySeconds + (fractions.length + 1) * step;
}

/** The rest between two loads: in its first second a runtime cleans up after a load (docs/findings.md, "Fixed rates"). */
export const REST_SECONDS = 1;

/** Returns a time in which each connection opens and gets one more request, at most half of the step. */
export function costEndsSeconds(
  { connections, ratePerSecond }: { connections: number; ratePerSecond: number },
  stepSeconds: number,
): number {
  return Math.min(stepSeconds / 2, Math.max(0.25, (2 * connections) / ratePerSecond));
}

export function costSeconds(
  { rates, fractions, idleSeconds, capacitySeconds, stepSeconds }: CostSettings,
  { warmup }: Pick<Load, "warmup">,
  runtimes: readonly Runtime[],
  role: Role,
): number {
  const step = REST_SECONDS + stepSeconds + STEP_OVERHEAD_SECONDS;
  const closed = (role === "bridge" ? 2 : 1) * (capacitySeconds + LOAD_OVERHEAD_SECONDS);
  return (
    2 * warmSeconds(responsesFor(warmup, runtimes)) +
    warmup.togetherSeconds +
    ROUND_OVERHEAD_SECONDS +
    closed +
    REST_SECONDS +
    idleSeconds +
    (rates.length + fractions.length) * step
  );
}
