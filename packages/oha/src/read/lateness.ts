import type { OpenLoad } from "../load.ts";
import type { OhaJson } from "./schema.ts";

/** The rate of oha, in 1/s, below which its smallest window holds a single response. */
const SINGLE_ANSWER = 100;

/**
 * Returns by how many seconds, at least, oha was once behind the schedule of an open loop.
 *
 * With --latency-correction, oha counts a latency from the moment when its own dispatcher awoke to hand the request
 * out. That is not when the request was due. If oha is stopped for 0.4 s, it then hands out all missed requests, and
 * their latencies do not show the 0.4 s. Two observations reveal the stop.
 *
 * The end: the last response belongs to a request that was handed out at most the longest latency before. If that
 * moment is later than the last request was due, oha was late by the difference.
 *
 * The longest gap between two responses, from a to b: requests due after a had no response before b. So requests due
 * before b - L have a latency above L, unless oha was late. The percentiles limit how many requests have a latency
 * above L. If more were due, oha was late. oha's `rps.min` is the smallest rate of all windows between responses. Each
 * window is shorter than 10 ms or holds a single response, so below 100/s it is 1 / the longest gap.
 */
export function lateness(json: OhaJson, load: OpenLoad): number {
  const { summary, rps } = json;
  const longest = summary.slowest ?? 0;
  const scheduled = (load.requests - 1) / load.ratePerSecond;
  const bounds = [0, summary.total - longest - scheduled];
  if (rps.min !== null && rps.min > 0 && rps.min < SINGLE_ANSWER) {
    const gap = 1 / rps.min;
    bounds.push(gap - longest - 1 / load.ratePerSecond);
    // The last gap may reach beyond the schedule, where no more requests were due.
    const inSchedule = gap - Math.max(0, summary.total - scheduled);
    for (const [name, latency] of Object.entries(json.latencyPercentiles)) {
      if (latency === null) continue;
      // The index of the percentile among all sorted latencies, from 0, as oha picks it.
      const index = Math.floor((Number(name.slice(1)) / 100) * load.requests);
      bounds.push(inSchedule - latency - (load.requests - index) / load.ratePerSecond);
    }
  }
  return Math.max(...bounds);
}
