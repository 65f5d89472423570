import type { Exchange } from "./server/exchange-type.ts";
import { MAX_LATENESS_SECONDS, MAX_REQUESTS, type LoadResult } from "@deadheat/oha";
import { generate, type Generator } from "./load/generate.ts";
import type { Entrant } from "./server/entrant.ts";
import type { OpenLoopRecord, LatencySettings } from "@deadheat/journal";
import type { PlannedLatency } from "./draw/solo.ts";
import {
  nothing,
  SoloFailed,
  startSolo,
  type Solo,
  type SoloBench,
  type SoloStep,
} from "./solo.ts";

/** An open loop against a server on 127.0.0.1. */
interface OpenLoop {
  readonly url: string;
  /** The requests per second. */
  readonly rate: number;
  readonly requests: number;
  readonly connections: number;
  /** true if latencies count from when a request was due. false shows what is hidden without that. */
  readonly correction: boolean;
}

/**
 * Sends requests at a fixed rate, whatever the server answers.
 * @throws OhaError if there are no figures. Unusable figures have `void` set.
 */
export function openLoop(
  { url, rate, requests, connections, correction }: OpenLoop,
  generator: Generator,
): Promise<LoadResult> {
  const load = {
    mode: "open",
    url,
    ratePerSecond: rate,
    requests,
    connections,
    latencyCorrection: correction,
  } as const;
  return generate(load, generator, url);
}

/** The fewest answers for a 99.9th percentile: with fewer it depends on a few answers. */
export const TAIL_SAMPLES = 100_000;

/** The share of the capacity above which a rate only shows a growing queue. */
const HIGHEST_FRACTION = 0.9;

/**
 * Measures one process of the open loops. A fresh server is warmed alone, a closed loop finds its capacity, and then
 * each rate is offered.
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export async function* latencyProcess(
  planned: PlannedLatency,
  server: Entrant,
  exchange: Exchange,
  settings: LatencySettings,
  bench: SoloBench,
): AsyncGenerator<OpenLoopRecord> {
  const { connections, capacitySeconds } = settings;
  const { answers } = planned.cell;
  const closed = (seconds: number) => ({ mode: "closed", connections, seconds }) as const;
  const [first = null] = planned.fractions;
  const none = { rate: settings.commonRate, requests: 0, capacity: null };
  const startedAt = performance.now();
  let solo: Solo;
  try {
    solo = await startSolo(server, exchange, { answers, connections }, bench);
  } catch (error) {
    if (!(error instanceof SoloFailed)) throw error;
    yield recordOf(planned, connections, first, none, error.step(startedAt));
    return;
  }
  try {
    const alone = await solo.load(closed(capacitySeconds));
    const capacity = capacityOf(alone);
    if (capacity === null) {
      yield recordOf(planned, connections, first, none, alone);
      return;
    }
    let before = {
      total: (performance.now() - startedAt) / 1000,
      load: solo.warmedSeconds + alone.seconds.load,
    };
    for (const fraction of planned.fractions) {
      const rate = fraction === null ? settings.commonRate : fraction * capacity.requestsPerSecond;
      const requests = Math.max(1, Math.min(MAX_REQUESTS, Math.round(rate * settings.stepSeconds)));
      const offer = { rate, requests, capacity };
      const step =
        rate > HIGHEST_FRACTION * capacity.requestsPerSecond
          ? notTried()
          : await solo.load({ mode: "open", connections, ratePerSecond: rate, requests });
      const { total, load } = step.seconds;
      yield recordOf(planned, connections, fraction, offer, {
        ...step,
        seconds: { total: before.total + total, load: before.load + load },
      });
      before = { total: 0, load: 0 };
      if (solo.died() !== null) return;
    }
  } finally {
    await solo.stop();
  }
}

type Capacity = NonNullable<OpenLoopRecord["capacity"]>;

function capacityOf({ load, cpu, machine }: SoloStep): Capacity | null {
  if (load === null) return null;
  return {
    requestsPerSecond: load.good / load.seconds,
    serverBusy: cpu === null ? null : (cpu.serving ?? cpu.run) / load.seconds,
    generatorBusy: machine?.generatorBusy ?? null,
  };
}

function notTried(): SoloStep {
  const startedAt = new Date().toISOString();
  return { startedAt, seconds: { total: 0, load: 0 }, void: null, ...nothing };
}

function recordOf(
  { cell, round }: PlannedLatency,
  connections: number,
  fraction: number | null,
  offer: { rate: number; requests: number; capacity: Capacity | null },
  step: SoloStep,
): OpenLoopRecord {
  const { target, scenario } = cell;
  const obstacle = notOffered(offer, step);
  const tail = step.load !== null && step.load.good >= TAIL_SAMPLES;
  const load = step.load && {
    ...step.load,
    latency: { ...step.load.latency, p99_9: tail ? step.load.latency.p99_9 : null },
  };
  return {
    type: "openLoop",
    target,
    scenario,
    round,
    connections,
    fraction,
    ...offer,
    ...step,
    load: obstacle === null ? load : null,
    void: obstacle === null ? step.void : null,
    notOffered: obstacle,
  };
}

/** Returns the reason that we, not the server, could not offer the rate, or null. */
function notOffered(
  { rate, capacity }: { rate: number; capacity: Capacity | null },
  { lateness, errors, load, void: failure }: SoloStep,
): string | null {
  const most = capacity?.requestsPerSecond ?? 0;
  if (load === null && failure === null) {
    return `${Math.round(rate)} requests/s are more than ${100 * HIGHEST_FRACTION} % of its capacity of ${Math.round(most)}`;
  }
  const failed = Object.values(errors ?? { all: 1 }).some((count) => count > 0);
  if (failed || lateness === null || lateness <= MAX_LATENESS_SECONDS) return null;
  return `the generator fell ${lateness.toFixed(3)} s or more behind ${Math.round(rate)} requests/s`;
}
