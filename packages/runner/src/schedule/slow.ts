import { duetName, type RoundRecord } from "@deadheat/journal";
import type { PlannedPair } from "../cell/arrange.ts";

/** How much longer than usual a run takes on this machine in this hour. */
export interface Slowness {
  /** The time of the rounds so far, as a multiple of the usual time. */
  readonly factor: number;
  readonly targets: number;
  /** The time that the planned rounds would take. */
  readonly seconds: number;
  /** The time that the run has for them; null for no limit. */
  readonly withinSeconds: number | null;
}

/** The rounds after which a run is called slow at the earliest. A single one may have met a short disturbance. */
const LEAST_ROUNDS = 4;
/** The multiple of the usual time from which on a run is slow. Hours on one machine differ by less. */
const SLOW = 1.5;

/**
 * Returns how slow a run is; null while its rounds take about the usual time, or if there is time for all of them anyway.
 * Time is a property of the machine and says nothing about a ratio.
 * @param duets the pairs that the run measures, with their planned rounds and the usual time of one
 * @param rounds the rounds that this attempt has measured
 */
export function slownessOf(
  duets: readonly PlannedPair[],
  rounds: readonly RoundRecord[],
  withinSeconds: number | null,
): Slowness | null {
  if (rounds.length < LEAST_ROUNDS) return null;
  const usual = new Map(duets.map((duet) => [duetName(duet), duet.secondsEach]));
  const known = rounds.filter((round) => usual.has(duetName(round)));
  const expected = known.reduce((sum, round) => sum + (usual.get(duetName(round)) ?? 0), 0);
  const took = known.reduce((sum, { seconds }) => sum + seconds.total, 0);
  // Rounds at the same time share their time.
  const passed = known.reduce((sum, { seconds, alongside = 0 }) => {
    return sum + seconds.total / (alongside + 1);
  }, 0);
  const factor = took / expected;
  if (!(factor >= SLOW)) return null;
  const planned = duets.reduce((sum, { rounds: each, secondsEach }) => sum + each * secondsEach, 0);
  // A budget plans more rounds than usually fit, in case the machine is faster.
  const seconds = factor * Math.min((planned * passed) / took, withinSeconds ?? Infinity);
  if (withinSeconds !== null && seconds <= withinSeconds) return null;
  const targets = new Set(duets.map((duet) => duet.new)).size;
  return { factor, targets, seconds, withinSeconds };
}
