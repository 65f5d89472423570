import type { Warmed, Warmup } from "@deadheat/journal";

/**
 * The answers per load of a warm-up. At the end of a load connections close and run code that was never warm. The
 * compiler then throws away and compiles again what it had built without that code. Every window contains the end of a
 * load, so the warm-up needs several (docs/findings/end-of-a-load.md).
 */
const ANSWERS_OF_A_LOAD = 8_000;
const MOST_LOADS = 5;
const FIRST_LOAD_SECONDS = 0.25;
const SHORTEST_LOAD_SECONDS = 0.05;
const LONGEST_LOAD_SECONDS = 2;

/**
 * Warms a server alone on its CPU, in several loads, until it has given `answers` or used up the cap. The length of
 * each load follows from the server's own pace so far.
 *
 * @param load runs a closed loop for the given seconds and returns its good answers and its duration
 */
export async function warm(
  load: (seconds: number) => Promise<{ readonly good: number; readonly seconds: number }>,
  answers: number,
  { capSeconds }: Pick<Warmup, "capSeconds">,
): Promise<Warmed> {
  const loads = loadsOf(answers);
  const warmed = { answers: 0, seconds: 0 };
  let next = FIRST_LOAD_SECONDS;
  for (let n = 1; n <= loads || warmed.answers < answers; n++) {
    const left = capSeconds - warmed.seconds;
    if (left < SHORTEST_LOAD_SECONDS) break;
    const { good, seconds } = await load(Math.min(next, left));
    warmed.answers += good;
    warmed.seconds += seconds;
    const share = (answers - warmed.answers) / Math.max(1, loads - n);
    const paced = (share * warmed.seconds) / Math.max(1, warmed.answers);
    next = Math.min(LONGEST_LOAD_SECONDS, Math.max(SHORTEST_LOAD_SECONDS, paced));
  }
  return warmed;
}

/** Returns the fewest loads in which a server gives so many answers. */
export function loadsOf(answers: number): number {
  return Math.min(MOST_LOADS, Math.ceil(answers / ANSWERS_OF_A_LOAD));
}

/** Returns the seconds of the loads on both servers together, which end too. */
export function togetherLoads({ togetherSeconds }: Pick<Warmup, "togetherSeconds">): number[] {
  return togetherSeconds === 0 ? [] : [togetherSeconds / 2, togetherSeconds / 2];
}

/**
 * The length of the short load before the window, which is subtracted from it. Opening and closing connections costs
 * each server its own fixed CPU time: up to 2 % of a short window (docs/findings/end-of-a-load.md).
 */
const ENDS_SECONDS = 0.1;

/** Returns the length of the short load, at most a quarter of the window. */
export function endsSeconds(windowSeconds: number): number {
  return Math.min(ENDS_SECONDS, windowSeconds / 4);
}
