import type { Server } from "./server/launch.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { CostRate, Fit, Further, LatencyPair } from "@deadheat/journal";
import { isLate, offerRate } from "./fixed-rate.ts";
import { planGrowth } from "./growth/loads.ts";
import { atRate } from "./load/exchange-load.ts";
import { REST_SECONDS } from "./load/seconds.ts";
import { inOrder, type Pair } from "./both.ts";
import { type WarmPair } from "./pair.ts";
import { closed, loadOne } from "./server/asked.ts";

/** The loads that a round can add after its window. */
export const furtherLoads = ["latency", "cost", "memory-growth"] as const;
type FurtherLoad = (typeof furtherLoads)[number];

/** The metrics that a round measures besides CPU, startup and memory. */
export interface FurtherWanted {
  readonly loads: readonly FurtherLoad[];
  /** The requests per second of the first latency; 2,000 unless given. */
  readonly rate?: number;
}

/** The rate of both servers, as that of open loops in a run. */
const COMMON_RATE = 2000;
/** The share of the slower server's capacity. */
const FRACTION = 0.2;
/** A 99th percentile of 2000 a second then rests on 24 responses. */
const LATENCY_SECONDS = 1.2;
/** At a low rate a load is longer, so that a 99th percentile rests on about ten responses. */
const ENOUGH_RESPONSES = 1000;
const LONGEST_LATENCY_SECONDS = 8;
const COST_RATES = [200, 1000] as const;
const COST_SECONDS = 3;
/** The share of the capacity above which a queue would only grow. */
const HIGHEST_SHARE = 0.9;

/**
 * Returns the approximate seconds that a round takes longer.
 * @param fit the fit of the scenario; null if its requests are cheap
 */
export function furtherSeconds(
  { loads, rate = COMMON_RATE }: FurtherWanted,
  fit: Fit | null,
): number {
  const seconds: Readonly<Record<FurtherLoad, () => number>> = {
    latency: () => 2 * (latencySeconds(rate) + LATENCY_SECONDS + 0.8),
    cost: () => 2 * (COST_SECONDS + 2),
    "memory-growth": () => planGrowth(fit).seconds,
  };
  return loads.reduce((sum, load) => sum + seconds[load](), 0);
}

/**
 * Measures latency and cost with the warm processes of a round. In an open loop each server is alone, in the drawn
 * order, while the other one rests. The costs are those of both at one rate at the same moment.
 * @param capacity the responses per CPU-second in the window
 */
export async function measureFurther(
  pair: WarmPair,
  wanted: FurtherWanted,
  capacity: Pair<number>,
  baseFirst: boolean,
): Promise<Further> {
  const slower = Math.min(capacity.new, capacity.base);
  const rates = [
    { fraction: null, rate: wanted.rate ?? COMMON_RATE },
    { fraction: FRACTION, rate: FRACTION * slower },
  ];
  const latency: LatencyPair[] = [];
  for (const [i, planned] of (wanted.loads.includes("latency") ? rates : []).entries()) {
    const share = planned.rate / slower;
    latency.push(
      share > HIGHEST_SHARE
        ? { ...planned, void: `${planned.rate} requests/s are too much`, sides: null }
        : {
            ...planned,
            ...(await openLoops(pair, planned.rate, i % 2 === 0 ? baseFirst : !baseFirst)),
          },
    );
  }
  const cost: CostRate[] = [];
  for (const perSecond of wanted.loads.includes("cost") ? COST_RATES : []) {
    const rate = { new: perSecond, base: perSecond };
    const offered = await offerRate(pair, rate, COST_SECONDS, baseFirst);
    cost.push({ fraction: null, rate, ...offered });
  }
  return { latency, cost };
}

function latencySeconds(rate: number): number {
  return Math.min(LONGEST_LATENCY_SECONDS, Math.max(LATENCY_SECONDS, ENOUGH_RESPONSES / rate));
}

async function openLoops(
  { servers, bench, loaded }: WarmPair,
  rate: number,
  baseFirst: boolean,
): Promise<Pick<LatencyPair, "void" | "sides">> {
  let late: string | null = null;
  const loadSeconds = latencySeconds(rate);
  const load = async (server: Server) => {
    const { connections } = closed(server, bench, loadSeconds);
    await sleep(100 * REST_SECONDS, undefined, { signal: bench.signal });
    const result = await loadOne(server, atRate(connections, rate, loadSeconds), bench, isLate);
    loaded.seconds += result.seconds;
    if (isLate(result) || result.latency === null) {
      late = `${server.name}: its generator fell behind ${Math.round(rate)} requests/s`;
    }
    return { responses: result.good, p50: result.latency?.p50 ?? 0, p99: result.latency?.p99 ?? 0 };
  };
  const sides = await inOrder(baseFirst, servers, load);
  return late === null ? { void: null, sides } : { void: late, sides: null };
}
