import type { OpenLoad } from "../load.ts";
import type { OhaJson } from "./schema.ts";

/** Below this rate of oha's, in 1/s, its smallest window holds a single answer (see below). */
const SINGLE_ANSWER = 100;

/**
 * By how many seconds, at least, oha once was behind the schedule of an open loop.
 *
 * With --latency-correction oha counts a latency from when its own dispatcher awoke to hand the
 * request out, not from when the request was due: if oha is stopped for 0.4 s, it then hands out
 * all that it missed, and their latencies do not show the 0.4 s. Two things give it away.
 *
 * The end: the answer that came last was handed out at most the longest latency before. If that is
 * later than the last request was due, oha was late by the difference.
 *
 * The longest gap between two answers, from a to b: requests that were due after a were not
 * answered before b, so those due before b - L have a latency above L, unless oha was late. By the
 * percentiles only so many requests have a latency above L; if more were due, oha was late. oha's
 * `rps.min` is the smallest rate of all windows between answers, each either shorter than 10 ms or
 * of a single answer; so below 100/s it is 1 / the longest gap.
 */
export function lateness(json: OhaJson, load: OpenLoad): number {
  const { summary, rps } = json;
  const longest = summary.slowest ?? 0;
  const scheduled = (load.requests - 1) / load.ratePerSecond;
  const bounds = [0, summary.total - longest - scheduled];
  if (rps.min !== null && rps.min > 0 && rps.min < SINGLE_ANSWER) {
    const gap = 1 / rps.min;
    bounds.push(gap - longest - 1 / load.ratePerSecond);
    // The gap may be the last one and reach beyond the schedule, where no more requests were due.
    const inSchedule = gap - Math.max(0, summary.total - scheduled);
    for (const [latency, index] of percentiles(json, load.requests)) {
      bounds.push(inSchedule - latency - (load.requests - index) / load.ratePerSecond);
    }
  }
  return Math.max(...bounds);
}

/** Latencies with their place among all `n` sorted latencies, from 0, as oha picks them. */
function percentiles(
  { latencyPercentiles }: OhaJson,
  n: number,
): [latency: number, index: number][] {
  const found: [number, number][] = [];
  for (const [name, latency] of Object.entries(latencyPercentiles)) {
    if (latency !== null) found.push([latency, Math.floor((Number(name.slice(1)) / 100) * n)]);
  }
  return found;
}
