import { setTimeout as sleep } from "node:timers/promises";
import { MAX_LATENESS_SECONDS, MAX_REQUESTS, type LoadResult } from "@deadheat/oha";
import type { CostRate, CostRecord, CostSettings, CostSide } from "@deadheat/journal";
import type { Exchange } from "./server/exchange-type.ts";
import type { Entrant } from "./server/entrant.ts";
import { sampleBodies } from "./server/sampling.ts";
import { machineUse, readMachine } from "./machine/machine-use.ts";
import { requireCpus } from "./machine/pinning.ts";
import { costEndsSeconds, REST_SECONDS } from "./load/seconds.ts";
import type { PlannedCost, PlannedRate } from "./draw/cost.ts";
import {
  atRate,
  check,
  clockOf,
  closed,
  drive,
  inOrder,
  loadOne,
  loadTogether,
  measurePair,
  orVoid,
  usedBy,
  VoidBlock,
  withWarmPair,
  type Asked,
  type Bench,
  type Pair,
  type Used,
  type WarmPair,
} from "./pair.ts";

type Figures = Omit<
  CostRecord,
  "type" | "role" | "new" | "base" | "scenario" | "n" | "startedAt" | "seconds" | "void"
>;

const nothing: Figures = { idle: null, capacity: null, rates: [], startup: null, memory: null };

/**
 * Measures the cost of a request in a service that is not overloaded. Both servers start afresh on the same CPU, are
 * checked and warmed as in a duet, and rest for some seconds. Then both get the same rate at the same moment, one rate
 * after the other. A failing server voids the record. A rate that was not delivered voids that rate.
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export function runCost(
  planned: PlannedCost,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  settings: CostSettings,
  bench: Bench,
): Promise<CostRecord> {
  const { duet, n } = planned.block;
  const { role, new: next, base, scenario } = duet;
  const startedAt = new Date();
  const clock = performance.now();
  const loaded = { seconds: 0 };
  const record = (reason: string | null, figures: Figures): CostRecord => ({
    type: "cost",
    role,
    new: next,
    base,
    scenario,
    n,
    startedAt: startedAt.toISOString(),
    seconds: { total: (performance.now() - clock) / 1000, load: loaded.seconds },
    void: reason,
    ...figures,
  });
  return orVoid(
    entrants,
    bench,
    async () =>
      record(
        null,
        await withWarmPair(planned.block, entrants, exchange, bench, loaded, (pair) =>
          play(planned, pair, settings, bench, loaded),
        ),
      ),
    (reason) => record(reason, nothing),
  );
}

async function play(
  { block, rates }: PlannedCost,
  { servers, warmup, processOf }: WarmPair,
  settings: CostSettings,
  bench: Bench,
  loaded: { seconds: number },
): Promise<Figures> {
  await comparedTogether(servers, bench, block.loadBaseFirst, loaded);
  const most = async (server: Asked): Promise<number> => {
    const pace = closed(server, bench, settings.capacitySeconds);
    const { good, seconds } = await loadOne(server, pace, bench);
    loaded.seconds += seconds;
    return good / seconds;
  };
  const capacity = {
    base: await most(servers.base),
    new: block.duet.role === "bridge" ? await most(servers.new) : null,
  };
  await sleep(1000 * REST_SECONDS, undefined, { signal: bench.signal });
  const idle = await idleOf(servers, settings.idleSeconds, bench);
  const paces = {
    new: warmup.new.answers / warmup.new.seconds,
    base: warmup.base.answers / warmup.base.seconds,
  };
  const offered: CostRate[] = [];
  for (const planned of rates) {
    const rate = rateOf(planned, capacity);
    const full = beyondCpu(rate, paces);
    offered.push(
      full === null
        ? await offer(planned, rate, servers, settings.stepSeconds, bench, loaded)
        : { fraction: planned.fraction, rate, offered: { new: 0, base: 0 }, ...none(full) },
    );
  }
  return { warmup, idle, capacity, rates: offered, ...processOf("new") };
}

/** Loads both at once and compares their bodies. At a low rate comparing would be a large share of the requests. */
async function comparedTogether(
  servers: Pair<Asked>,
  bench: Bench,
  baseFirst: boolean,
  loaded: { seconds: number },
): Promise<void> {
  const sampler = sampleBodies(servers, bench.signal);
  try {
    await loadTogether(servers, bench, baseFirst, loaded);
    const { new: next, base } = await sampler.stop();
    const wrong = next.wrong ?? base.wrong;
    if (wrong !== null) throw new VoidBlock(`under load, ${wrong}`);
  } finally {
    await sampler.stop();
  }
}

/** Measures the standing cost: the CPU time without requests and without open connections. */
async function idleOf(
  servers: Pair<Asked>,
  seconds: number,
  { signal }: Bench,
): Promise<NonNullable<CostRecord["idle"]>> {
  const before = await inOrder(false, servers, readable);
  const since = performance.now();
  await sleep(1000 * seconds, undefined, { signal });
  const after = await inOrder(false, servers, readable);
  const took = (performance.now() - since) / 1000;
  const run = (which: keyof Pair<unknown>) =>
    usedBy(servers[which], before[which], after[which], took).run;
  return { seconds: took, new: run("new"), base: run("base") };
}

async function readable(server: Asked) {
  const clock = await clockOf(server);
  if (clock !== null) return clock;
  throw new VoidBlock(
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

const none = (reason: string) => ({ void: reason, sides: null, machine: null });

type OpenPace = ReturnType<typeof atRate>;

function paceAt(server: Asked, rate: number, seconds: number, bench: Bench): OpenPace {
  const pace = atRate(server, bench, rate, seconds);
  return { ...pace, requests: Math.min(MAX_REQUESTS, pace.requests) };
}

/** Returns the short load before the step. */
function shortened(pace: OpenPace, stepSeconds: number): OpenPace {
  const requests = Math.ceil(pace.ratePerSecond * costEndsSeconds(pace, stepSeconds));
  return { ...pace, requests: Math.min(pace.requests, requests) };
}

/** Offers one rate after a rest, so that it does not pay for what the load before it left to clean up. */
async function offer(
  { fraction, loadBaseFirst }: PlannedRate,
  rate: Pair<number>,
  servers: Pair<Asked>,
  stepSeconds: number,
  bench: Bench,
  loaded: { seconds: number },
): Promise<CostRate> {
  const whole = {
    new: paceAt(servers.new, rate.new, stepSeconds, bench),
    base: paceAt(servers.base, rate.base, stepSeconds, bench),
  };
  const short = {
    new: shortened(whole.new, stepSeconds),
    base: shortened(whole.base, stepSeconds),
  };
  const load = async (paces: Pair<OpenPace>, first: boolean): Promise<Pair<Used>> => {
    const used = await measurePair(servers, () => drive(servers, paces, bench, first, isLate));
    loaded.seconds += Math.max(used.new.result.seconds, used.base.result.seconds);
    return used;
  };
  await sleep(1000 * REST_SECONDS, undefined, { signal: bench.signal });
  const ends = await load(short, !loadBaseFirst);
  const before = readMachine();
  const window = await load(whole, loadBaseFirst);
  const ours = window.new.cpu.run + window.base.cpu.run;
  const machine = machineUse(before, readMachine(), ours, bench.pinning);
  requireCpus(bench.pinning);
  await inOrder(false, servers, (server) => check(server, bench.signal));
  const offered = { new: whole.new.requests, base: whole.base.requests };
  const problem =
    problemOf(servers.new, ends.new, window.new, rate.new) ??
    problemOf(servers.base, ends.base, window.base, rate.base);
  if (problem !== null) return { fraction, rate, offered, ...none(problem), machine };
  const sides = {
    new: sideOf(window.new, ends.new),
    base: sideOf(window.base, ends.base),
  };
  return { fraction, rate, offered, void: null, sides, machine };
}

/** Returns true if the generator, not the server, could not keep the rate. */
function isLate({ totalErrors, lateness }: LoadResult): boolean {
  return totalErrors === 0 && (lateness ?? 0) > MAX_LATENESS_SECONDS;
}

/** The share of the due requests below which the rate was another than the planned one. */
const DELIVERED = 0.99;

/** Returns the reason that a rate says nothing about a server, or null. */
function problemOf(
  { name }: Asked,
  ends: Used,
  { result, cpu }: Used,
  rate: number,
): string | null {
  const late = [ends.result, result].find(isLate)?.lateness ?? null;
  const at = `${Math.round(rate)} requests/s`;
  if (late !== null) return `${name}: its generator fell ${late.toFixed(3)} s or more behind ${at}`;
  const delivered = result.good / result.seconds / rate;
  if (delivered < DELIVERED) {
    return `${name}: ${(100 * delivered).toFixed(1)} % of ${at} were delivered, less than ${100 * DELIVERED} %`;
  }
  if (result.good <= ends.result.good || cpu.run <= ends.cpu.run) {
    return `${name}: too few answers at ${at} to tell the cost of one. Use a longer --step`;
  }
  return null;
}

function sideOf({ result, cpu }: Used, ends: Used): CostSide {
  return {
    good: result.good,
    cpuSeconds: cpu.run,
    loadSeconds: result.seconds,
    ends: { good: ends.result.good, cpuSeconds: ends.cpu.run },
    lostThreads: cpu.lostThreads + ends.cpu.lostThreads,
  };
}
