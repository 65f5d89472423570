import type { Warmed, Warmup } from "@deadheat/journal";

/**
 * The responses per load of a warm-up. At the end of a load connections close and run code that was never warm. The
 * compiler then throws away and compiles again what it had built without that code. Every window contains the end of a
 * load, so the warm-up needs several (docs/findings.md, "The end of a load").
 */
const RESPONSES_OF_A_LOAD = 8_000;
const MOST_LOADS = 5;
const FIRST_LOAD_SECONDS = 0.25;
const SHORTEST_LOAD_SECONDS = 0.05;
const LONGEST_LOAD_SECONDS = 2;

interface WarmLoad {
  readonly good: number;
  readonly seconds: number;
  /** The CPU seconds of the server; missing if nobody asks for them. */
  readonly cpuSeconds?: number;
}

/** The limits of a warm-up besides its number of responses. */
interface WarmUpLimits extends Pick<Warmup, "capSeconds"> {
  /** The CPU seconds that are enough too; by default no number is enough. */
  readonly cpuSeconds?: number;
  /** The fewest loads; by default as many as the responses need. */
  readonly loads?: number;
}

/**
 * Warms a server in several loads, until it has given the responses or used the CPU seconds that it needs, or the time
 * limit is reached. The length of each load follows from the server's own pace so far.
 *
 * @param load runs a closed loop for the given seconds
 */
export async function warm(
  load: (seconds: number) => Promise<WarmLoad>,
  responses: number,
  { capSeconds, cpuSeconds = Infinity, loads = loadsOf(responses) }: WarmUpLimits,
): Promise<Warmed> {
  const warmed = { responses: 0, seconds: 0, cpuSeconds: 0 };
  let next = FIRST_LOAD_SECONDS;
  for (
    let n = 1;
    n <= loads || (warmed.responses < responses && warmed.cpuSeconds < cpuSeconds);
    n++
  ) {
    const left = capSeconds - warmed.seconds;
    if (left < SHORTEST_LOAD_SECONDS) break;
    const one = await load(Math.min(next, left));
    warmed.responses += one.good;
    warmed.seconds += one.seconds;
    warmed.cpuSeconds += one.cpuSeconds ?? 0;
    const secondsFor = (done: number, all: number) =>
      Math.max(0, (all - done) * (warmed.seconds / Math.max(done, Number.MIN_VALUE)));
    const whole = Math.min(
      secondsFor(Math.max(1, warmed.responses), responses),
      cpuSeconds === Infinity ? Infinity : secondsFor(warmed.cpuSeconds, cpuSeconds),
    );
    const paced = whole / Math.max(1, loads - n);
    next = Math.min(LONGEST_LOAD_SECONDS, Math.max(SHORTEST_LOAD_SECONDS, paced));
  }
  const { cpuSeconds: used, ...counted } = warmed;
  return cpuSeconds === Infinity ? counted : { ...counted, cpuSeconds: used };
}

/** Returns the fewest loads in which a server gives so many responses. */
export function loadsOf(responses: number): number {
  return Math.min(MOST_LOADS, Math.ceil(responses / RESPONSES_OF_A_LOAD));
}

/** Returns the seconds of the loads on both servers together, which end too. */
export function togetherLoads({ togetherSeconds }: Pick<Warmup, "togetherSeconds">): number[] {
  return togetherSeconds === 0 ? [] : [togetherSeconds / 2, togetherSeconds / 2];
}

/**
 * The length of the short load before the window, which is subtracted from it. Opening and closing connections costs
 * each server its own fixed CPU time: up to 2 % of a short window (docs/findings.md, "The end of a load").
 */
const ENDS_SECONDS = 0.1;

/** Returns the length of the short load, at most a quarter of the window. */
export function endsSeconds(windowSeconds: number): number {
  return Math.min(ENDS_SECONDS, windowSeconds / 4);
}
