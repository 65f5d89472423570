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
  "type" | "role" | "target" | "reference" | "scenario" | "n" | "startedAt" | "seconds" | "void"
>;

const nothing: Figures = { idle: null, capacity: null, rates: [], startup: null, memory: null };

/**
 * What a request costs in a service that is not overloaded: both servers of a pair spawned afresh on the same CPU,
 * checked and warmed as in a duet, left alone for some seconds, then asked at the same rate at the same moment, one
 * rate after the other. What is wrong with a server voids the record; a rate that was not delivered, that rate.
 * @throws Interrupted when the signal aborts. No process is left on any way out.
 */
export function runCost(
  planned: PlannedCost,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  settings: CostSettings,
  bench: Bench,
): Promise<CostRecord> {
  const { duet, n } = planned.block;
  const { role, target, reference, scenario } = duet;
  const startedAt = new Date();
  const clock = performance.now();
  const loaded = { seconds: 0 };
  const record = (reason: string | null, figures: Figures): CostRecord => ({
    type: "cost",
    role,
    target,
    reference,
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
  await comparedTogether(servers, bench, block.loadReferenceFirst, loaded);
  const most = async (server: Asked): Promise<number> => {
    const pace = closed(server, bench, settings.capacitySeconds);
    const { good, seconds } = await loadOne(server, pace, bench);
    loaded.seconds += seconds;
    return good / seconds;
  };
  const capacity = {
    reference: await most(servers.reference),
    target: block.duet.role === "bridge" ? await most(servers.target) : null,
  };
  await sleep(1000 * REST_SECONDS, undefined, { signal: bench.signal });
  const idle = await idleOf(servers, settings.idleSeconds, bench);
  const paces = {
    target: warmup.target.answers / warmup.target.seconds,
    reference: warmup.reference.answers / warmup.reference.seconds,
  };
  const offered: CostRate[] = [];
  for (const planned of rates) {
    const rate = rateOf(planned, capacity);
    const full = beyondCpu(rate, paces);
    offered.push(
      full === null
        ? await offer(planned, rate, servers, settings.stepSeconds, bench, loaded)
        : { fraction: planned.fraction, rate, offered: { target: 0, reference: 0 }, ...none(full) },
    );
  }
  return { warmup, idle, capacity, rates: offered, ...processOf("target") };
}

/** Both at once, with their bodies compared: where a rate is low such questions would be a share of all that is asked. */
async function comparedTogether(
  servers: Pair<Asked>,
  bench: Bench,
  referenceFirst: boolean,
  loaded: { seconds: number },
): Promise<void> {
  const sampler = sampleBodies(servers);
  try {
    await loadTogether(servers, bench, referenceFirst, loaded);
    const { target, reference } = await sampler.stop();
    const wrong = target.wrong ?? reference.wrong;
    if (wrong !== null) throw new VoidBlock(`under load, ${wrong}`);
  } finally {
    await sampler.stop();
  }
}

/** The standing cost: nobody asks, and no connection is open. */
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
  return { seconds: took, target: run("target"), reference: run("reference") };
}

async function readable(server: Asked) {
  const clock = await clockOf(server);
  if (clock !== null) return clock;
  throw new VoidBlock(
    `${server.name}: its CPU time cannot be read, and cost is about nothing else`,
  );
}

/**
 * The same for both. A bridge's two are floors: each has a share of its own capacity, since that is what the targets
 * of its runtime are asked.
 */
function rateOf(
  { fraction, perSecond }: PlannedRate,
  capacity: NonNullable<CostRecord["capacity"]>,
): Pair<number> {
  if (fraction === null) return { target: perSecond, reference: perSecond };
  const reference = fraction * capacity.reference;
  return { target: fraction * (capacity.target ?? capacity.reference), reference };
}

/**
 * Above this share of the CPU for both a queue would only grow with time. Above 1, since servers are faster when they
 * are warm than while they were warmed; what is then not delivered is seen.
 */
const HIGHEST_SHARE = 1.5;

/** Why these rates are not even tried, from how fast either was while it was warmed alone; null: they are. */
function beyondCpu(rate: Pair<number>, paces: Pair<number>): string | null {
  const share = rate.target / paces.target + rate.reference / paces.reference;
  if (share <= HIGHEST_SHARE) return null;
  return (
    `${Math.round(rate.target)} requests/s of both would take ${Math.round(100 * share)} % of their CPU, ` +
    `by how fast they were while they were warmed`
  );
}

const none = (reason: string) => ({ void: reason, sides: null, machine: null });

type OpenPace = ReturnType<typeof atRate>;

function paceAt(server: Asked, rate: number, seconds: number, bench: Bench): OpenPace {
  const pace = atRate(server, bench, rate, seconds);
  return { ...pace, requests: Math.min(MAX_REQUESTS, pace.requests) };
}

/** The short load before it. */
function shortened(pace: OpenPace, stepSeconds: number): OpenPace {
  const requests = Math.ceil(pace.ratePerSecond * costEndsSeconds(pace, stepSeconds));
  return { ...pace, requests: Math.min(pace.requests, requests) };
}

/** One rate, after a rest: what the load before it has left to clean up is none of its cost. */
async function offer(
  { fraction, loadReferenceFirst }: PlannedRate,
  rate: Pair<number>,
  servers: Pair<Asked>,
  stepSeconds: number,
  bench: Bench,
  loaded: { seconds: number },
): Promise<CostRate> {
  const whole = {
    target: paceAt(servers.target, rate.target, stepSeconds, bench),
    reference: paceAt(servers.reference, rate.reference, stepSeconds, bench),
  };
  const short = {
    target: shortened(whole.target, stepSeconds),
    reference: shortened(whole.reference, stepSeconds),
  };
  const load = async (paces: Pair<OpenPace>, first: boolean): Promise<Pair<Used>> => {
    const used = await measurePair(servers, () => drive(servers, paces, bench, first, isLate));
    loaded.seconds += Math.max(used.target.result.seconds, used.reference.result.seconds);
    return used;
  };
  await sleep(1000 * REST_SECONDS, undefined, { signal: bench.signal });
  const ends = await load(short, !loadReferenceFirst);
  const before = readMachine();
  const window = await load(whole, loadReferenceFirst);
  const ours = window.target.cpu.run + window.reference.cpu.run;
  const machine = machineUse(before, readMachine(), ours, bench.pinning);
  requireCpus(bench.pinning);
  await inOrder(false, servers, check);
  const offered = { target: whole.target.requests, reference: whole.reference.requests };
  const problem =
    problemOf(servers.target, ends.target, window.target, rate.target) ??
    problemOf(servers.reference, ends.reference, window.reference, rate.reference);
  if (problem !== null) return { fraction, rate, offered, ...none(problem), machine };
  const sides = {
    target: sideOf(window.target, ends.target),
    reference: sideOf(window.reference, ends.reference),
  };
  return { fraction, rate, offered, void: null, sides, machine };
}

/** It was the generator that could not keep the rate: the server has answered whatever it was asked. */
function isLate({ totalErrors, lateness }: LoadResult): boolean {
  return totalErrors === 0 && (lateness ?? 0) > MAX_LATENESS_SECONDS;
}

/** Less than this of what was due is another rate than the one that was asked for. */
const DELIVERED = 0.99;

/** Why a rate says nothing of a server; null when it does. */
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
    return `${name}: too few answers at ${at} to tell what one costs: a longer --step has more`;
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
