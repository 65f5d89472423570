import type { Server } from "./server/launch.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { CostRate, CostRecord, CostSettings } from "@deadheat/journal";
import type { PlannedCost, PlannedRate } from "./draw/order.ts";
import { offerRate } from "./fixed-rate.ts";
import { REST_SECONDS } from "./load/seconds.ts";
import { both, inOrder, type Pair } from "./both.ts";
import { recordOf, type WarmPair } from "./pair.ts";
import { clockOf, closed, loadOne, usedBy, VoidRound, type Bench } from "./server/asked.ts";
import type { Entrant } from "./server/entrant.ts";
import type { Exchange } from "./server/exchange-type.ts";
import { comparingBodies } from "./server/sampling.ts";
import { loadTogether } from "./window.ts";

type Metrics = Pick<CostRecord, "warmup" | "idle" | "capacity" | "rates" | "startup" | "memory">;

const nothing: Metrics = { idle: null, capacity: null, rates: [], startup: null, memory: null };

/**
 * Measures the cost of a request in a service that is not overloaded. Both servers start afresh on the same CPU, are
 * checked and warmed as in a duet, and rest for some seconds. Then both get the same rate at the same moment, one rate
 * after the other. A failing server voids the record. A rate that was not delivered voids that rate.
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export async function runCost(
  planned: PlannedCost,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  settings: CostSettings,
  bench: Bench,
): Promise<CostRecord> {
  const setup = { round: planned.round, entrants, exchange, bench };
  const record = await recordOf(setup, nothing, (pair) => play(planned, pair, settings));
  return { type: "cost", ...record };
}

async function play(
  { round, rates }: PlannedCost,
  pair: WarmPair,
  { capacitySeconds, idleSeconds, stepSeconds }: CostSettings,
): Promise<Metrics> {
  const { servers, warmup, bench } = pair;
  // Bodies are compared here alone: at a low rate comparing would be a large share of the requests.
  await comparingBodies(servers, bench, "warm-up", () => loadTogether(pair, round.loadBaseFirst));
  const most = async (server: Server): Promise<number> => {
    const { good, seconds } = await loadOne(server, closed(server, bench, capacitySeconds), bench);
    pair.loaded.seconds += seconds;
    return good / seconds;
  };
  const capacity = {
    base: await most(servers.base),
    new: round.duet.role === "bridge" ? await most(servers.new) : null,
  };
  await sleep(1000 * REST_SECONDS, undefined, { signal: bench.signal });
  const idle = await idleOf(servers, idleSeconds, bench);
  const warmPaces = both((which) => warmup[which].responses / warmup[which].seconds);
  const offered: CostRate[] = [];
  for (const planned of rates) {
    const { fraction } = planned;
    const rate = rateOf(planned, capacity);
    const full = beyondCpu(rate, warmPaces);
    offered.push({
      fraction,
      rate,
      ...(full === null
        ? await offerRate(pair, rate, stepSeconds, planned.loadBaseFirst)
        : { offered: { new: 0, base: 0 }, void: full, sides: null, machine: null }),
    });
  }
  return { warmup, idle, capacity, rates: offered, ...pair.processOf("new") };
}

/** Measures the standing cost: the CPU time without requests and without open connections. */
async function idleOf(
  servers: Pair<Server>,
  seconds: number,
  { signal }: Bench,
): Promise<NonNullable<CostRecord["idle"]>> {
  const before = await inOrder(false, servers, readable);
  const since = performance.now();
  await sleep(1000 * seconds, undefined, { signal });
  const after = await inOrder(false, servers, readable);
  const took = (performance.now() - since) / 1000;
  const run = both((which) => usedBy(servers[which], before[which], after[which], took).run);
  return { seconds: took, ...run };
}

async function readable(server: Server) {
  const clock = await clockOf(server);
  if (clock !== null) return clock;
  throw new VoidRound(
    `${server.name}: its CPU time cannot be read, and without it there is no cost`,
  );
}

/** Returns the same rate for both. The two floors of a bridge each get a fraction of their own capacity. */
function rateOf(
  { fraction, perSecond }: PlannedRate,
  capacity: NonNullable<CostRecord["capacity"]>,
): Pair<number> {
  if (fraction === null) return { new: perSecond, base: perSecond };
  return { new: fraction * (capacity.new ?? capacity.base), base: fraction * capacity.base };
}

/**
 * The share of the CPU above which a queue would only grow. Above 1, because warm servers are faster than during their
 * warm-up; rates that are not delivered are found later.
 */
const HIGHEST_SHARE = 1.5;

/** Returns the reason that these rates are not tried, by the speeds during the warm-ups. null if they are. */
function beyondCpu(rate: Pair<number>, paces: Pair<number>): string | null {
  const share = rate.new / paces.new + rate.base / paces.base;
  if (share <= HIGHEST_SHARE) return null;
  return (
    `${Math.round(rate.new)} requests/s to both would take ${Math.round(100 * share)} % of their CPU, ` +
    `at the speed of their warm-up`
  );
}
