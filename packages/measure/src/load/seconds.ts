import {
  type CostSettings,
  type LatencySettings,
  type SweepSettings,
  type Load,
  type Role,
  type Runtime,
  answersFor,
} from "@deadheat/journal";
import { endsSeconds, loadsOf, togetherLoads } from "./warm-up.ts";

// What measuring takes, about, before this machine has told.

/** What a server alone on the CPU of an ordinary machine answers in a second, on average while it warms. */
const USUAL_PACE = 45_000;

/** Spawning and reading the generator of one load, and waiting for its last answers: measured. */
export const LOAD_OVERHEAD_SECONDS = 0.05;

/** What warming one server alone takes, about, before this machine has told. */
export function warmSeconds(answers: number): number {
  return answers / USUAL_PACE + loadsOf(answers) * LOAD_OVERHEAD_SECONDS;
}

/**
 * Of a comparison. What it compares is mostly alike (a change and what was before it), so that its
 * blocks differ by their processes and hardly within a window: more processes then tell more than longer
 * windows (Kalibera and Jones, ISMM 2013; docs/findings/windows.md).
 */
export const COMPARISON_WINDOW_SECONDS = 1;

/** Spawning, checking and stopping the servers of a block: measured, 0.2 on Bun, 0.5 on Node. */
const BLOCK_OVERHEAD_SECONDS = 0.45;

/** What one block of servers on these runtimes takes, about, in seconds, before this machine has told. */
export function blockSeconds(
  { warmup, windowSeconds }: Pick<Load, "warmup" | "windowSeconds">,
  runtimes: readonly Runtime[],
): number {
  const alone = warmSeconds(answersFor(warmup, runtimes));
  const loads = togetherLoads(warmup).length + 2;
  return (
    2 * alone +
    warmup.togetherSeconds +
    endsSeconds(windowSeconds) +
    windowSeconds +
    BLOCK_OVERHEAD_SECONDS +
    loads * LOAD_OVERHEAD_SECONDS
  );
}

/** Spawning, checking and stopping a server, and starting a generator: measured, and generous. */
const PROCESS_OVERHEAD_SECONDS = 0.6;

const STEP_OVERHEAD_SECONDS = 0.4;

/** What one process of a sweep takes, about, when it is warm. */
export function sweepProcessSeconds(sweep: SweepSettings): number {
  const step = sweep.stepSeconds + STEP_OVERHEAD_SECONDS;
  return PROCESS_OVERHEAD_SECONDS + sweep.connections.length * step;
}

/** What one process of the open loops takes, about, when it is warm. */
export function latencyProcessSeconds(latency: LatencySettings): number {
  const step = latency.stepSeconds + STEP_OVERHEAD_SECONDS;
  const { capacitySeconds, fractions } = latency;
  return PROCESS_OVERHEAD_SECONDS + capacitySeconds + (fractions.length + 1) * step;
}

/**
 * Between a load and what is measured next: in the first second without requests a runtime cleans up what they have
 * left (docs/findings/fixed-rates.md).
 */
export const REST_SECONDS = 1;

/** Long enough that each connection has been opened, and had a request besides; never most of the step. */
export function costEndsSeconds(
  { connections, ratePerSecond }: { connections: number; ratePerSecond: number },
  stepSeconds: number,
): number {
  return Math.min(stepSeconds / 2, Math.max(0.25, (2 * connections) / ratePerSecond));
}

/** What one pair takes, about, whose servers are asked at fixed rates. */
export function costSeconds(
  { rates, fractions, idleSeconds, capacitySeconds, stepSeconds }: CostSettings,
  { warmup }: Pick<Load, "warmup">,
  runtimes: readonly Runtime[],
  role: Role,
): number {
  const step = REST_SECONDS + stepSeconds + STEP_OVERHEAD_SECONDS;
  const closed = (role === "bridge" ? 2 : 1) * (capacitySeconds + LOAD_OVERHEAD_SECONDS);
  return (
    2 * warmSeconds(answersFor(warmup, runtimes)) +
    warmup.togetherSeconds +
    BLOCK_OVERHEAD_SECONDS +
    closed +
    REST_SECONDS +
    idleSeconds +
    (rates.length + fractions.length) * step
  );
}
