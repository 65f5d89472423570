import { setTimeout as sleep } from "node:timers/promises";
import { MAX_LATENESS_SECONDS, type LoadResult } from "@deadheat/oha";
import type { CostRate } from "@deadheat/journal";
import { atRate, type OpenPace } from "./load/exchange-load.ts";
import { costEndsSeconds, REST_SECONDS } from "./load/seconds.ts";
import { both, inOrder, type Pair } from "./both.ts";
import { type WarmPair } from "./pair.ts";
import { check, closed } from "./server/asked.ts";
import { drive, isTooShort, measureWindow, workIn, type Window } from "./window.ts";

/**
 * Offers a rate to both servers at the same moment, and measures the CPU time of their responses. It begins after a rest,
 * so that it does not pay for what the load before it left to clean up. A rate that is not delivered is void.
 */
export async function offerRate(
  pair: WarmPair,
  rate: Pair<number>,
  stepSeconds: number,
  baseFirst: boolean,
): Promise<Omit<CostRate, "fraction" | "rate">> {
  const { servers, bench } = pair;
  const whole = both((which) => {
    const { connections } = closed(servers[which], bench, stepSeconds);
    return atRate(connections, rate[which], stepSeconds);
  });
  const ends = both((which) => shortened(whole[which], stepSeconds));
  await sleep(1000 * REST_SECONDS, undefined, { signal: bench.signal });
  const { windows, machine } = await measureWindow(
    pair,
    { ends, whole },
    baseFirst,
    (paces, first) => drive(pair, paces, first, isLate),
  );
  await inOrder(false, servers, (server) => check(server, bench.signal));
  const offered = both((which) => whole[which].requests);
  const problem =
    problemOf(servers.new.name, windows.new, rate.new) ??
    problemOf(servers.base.name, windows.base, rate.base);
  const sides = problem === null ? both((which) => workIn(windows[which])) : null;
  return { offered, void: problem, sides, machine };
}

/** Returns the short load before the step. */
function shortened(pace: OpenPace, stepSeconds: number): OpenPace {
  const requests = Math.ceil(pace.ratePerSecond * costEndsSeconds(pace, stepSeconds));
  return { ...pace, requests: Math.min(pace.requests, requests) };
}

/** Returns true if the generator, not the server, could not keep the rate. */
export function isLate({ totalErrors, lateness }: LoadResult): boolean {
  return totalErrors === 0 && (lateness ?? 0) > MAX_LATENESS_SECONDS;
}

/** The share of the due requests below which the rate was another than the planned one. */
const DELIVERED = 0.99;

/** Returns the reason that a rate says nothing about a server, or null. */
function problemOf(name: string, window: Window, rate: number): string | null {
  const { ends, whole } = window;
  const late = [...(ends ? [ends.result] : []), whole.result].find(isLate)?.lateness ?? null;
  const at = `${Math.round(rate)} requests/s`;
  if (late !== null) return `${name}: its generator fell ${late.toFixed(3)} s or more behind ${at}`;
  const delivered = whole.result.good / whole.result.seconds / rate;
  if (delivered < DELIVERED) {
    return `${name}: ${(100 * delivered).toFixed(1)} % of ${at} were delivered, less than ${100 * DELIVERED} %`;
  }
  return isTooShort(window)
    ? `${name}: too few responses at ${at} to measure their cost. Use a longer --step`
    : null;
}
