import { MAX_LATENESS_SECONDS } from "@deadheat/oha";
import { fitFor, type OpenLoopRecord, type LatencySettings } from "@deadheat/journal";
import type { PlannedLatency } from "./draw/order.ts";
import { atRate } from "./load/exchange-load.ts";
import type { Bench } from "./server/asked.ts";
import type { Entrant } from "./server/entrant.ts";
import type { Exchange } from "./server/exchange-type.ts";
import { after, emptyStep, withSolo, type Solo, type SoloStep } from "./solo.ts";

/** The fewest responses for a 99.9th percentile: with fewer it depends on a few responses. */
const TAIL_SAMPLES = 100_000;

/** The share of the capacity above which a rate only shows a growing queue. */
const HIGHEST_FRACTION = 0.9;

type Offer = Pick<OpenLoopRecord, "rate" | "requests" | "capacity">;

/**
 * Measures one process of the open loops. A fresh server is warmed alone, a closed loop finds its capacity, and then
 * each rate is offered.
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export async function* latencyProcess(
  { cell, round, fractions }: PlannedLatency,
  server: Entrant,
  exchange: Exchange,
  { capacitySeconds, commonRate, stepSeconds, ...usual }: LatencySettings,
  bench: Bench,
): AsyncGenerator<OpenLoopRecord> {
  const { target, scenario, responses } = cell;
  const fit = fitFor(bench.load, scenario);
  const { connections } = fit ?? usual;
  const record = (fraction: number | null, offer: Offer, step: SoloStep): OpenLoopRecord => {
    const measured = withObstacle(offer, step);
    return {
      type: "openLoop",
      target,
      scenario,
      round,
      connections,
      fraction,
      ...offer,
      ...measured,
    };
  };
  const failed = (step: SoloStep) => {
    const none = { rate: commonRate, requests: 0, capacity: null };
    return record(fractions[0] ?? null, none, step);
  };
  yield* withSolo(server, exchange, { responses, connections, fit }, bench, steps, failed);

  async function* steps({ load, died }: Solo): AsyncGenerator<OpenLoopRecord> {
    const alone = await load({ mode: "closed", connections, seconds: capacitySeconds });
    const capacity = capacityOf(alone);
    if (capacity === null) return yield failed(alone);
    let before = alone.seconds;
    for (const fraction of fractions) {
      const rate = fraction === null ? commonRate : fraction * capacity.requestsPerSecond;
      const pace = atRate(connections, rate, stepSeconds);
      const tried = rate <= HIGHEST_FRACTION * capacity.requestsPerSecond;
      const step = after(before, tried ? await load(pace) : emptyStep(null));
      yield record(fraction, { rate, requests: pace.requests, capacity }, step);
      before = { total: 0, load: 0 };
      if (died() !== null) return;
    }
  }
}

function capacityOf({ load, cpu, machine }: SoloStep): OpenLoopRecord["capacity"] {
  if (load === null) return null;
  return {
    requestsPerSecond: load.good / load.seconds,
    serverBusy: cpu === null ? null : (cpu.serving ?? cpu.run) / load.seconds,
    generatorBusy: machine?.generatorBusy ?? null,
  };
}

/** Returns the step with the reason that we, not the server, could not offer the rate. It has no metrics then. */
function withObstacle(offer: Offer, step: SoloStep): SoloStep & Pick<OpenLoopRecord, "notOffered"> {
  const notOffered = obstacleOf(offer, step);
  if (notOffered !== null) return { ...step, load: null, void: null, notOffered };
  const tail = (step.load?.good ?? 0) >= TAIL_SAMPLES;
  const load = step.load && {
    ...step.load,
    latency: { ...step.load.latency, p99_9: tail ? step.load.latency.p99_9 : null },
  };
  return { ...step, load, notOffered };
}

function obstacleOf(
  { rate, capacity }: Offer,
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
