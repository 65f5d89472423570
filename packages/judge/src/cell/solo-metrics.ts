import { estimate, median } from "@deadheat/stats";
import {
  type ErrorCounts,
  type LatencySettings,
  type OpenLoopRecord,
  type Settings,
  type SweepRecord,
  type SweepSettings,
  type Warning,
} from "@deadheat/journal";
import type { Cell, OpenLoopStep, SweepStep } from "../documents/result.ts";
import type { PooledTarget } from "../gather.ts";
import { medianOf, processMetrics } from "./process.ts";
import { bottleneckFrom, type Bottleneck } from "./bottleneck.ts";
import { boundedInterval } from "../rules/precision.ts";

// Records of servers that ran alone become metrics of a result. The sample is the round, a fresh process. Percentiles
// of different rounds cannot be merged, so a metric is their median.

/** The metrics of a cell from a server that ran alone. */
export interface SoloMetrics extends Pick<Cell, "sweep" | "openLoop" | "memory" | "startup"> {
  /** The reason that the metrics are incomplete. null if they are complete or were not asked for. */
  readonly problem: string | null;
  readonly warnings: readonly Warning[];
}

/** Returns the metrics of one scenario of a target from its sweep and open-loop records. */
export function soloMetrics(
  { target, sweeps, openLoops }: PooledTarget,
  scenario: string,
  settings: Settings,
): SoloMetrics {
  const swept = sweeps.filter((record) => record.scenario === scenario);
  const opened = openLoops.filter((record) => record.scenario === scenario);
  const sweep = settings.sweep === null ? [] : sweepOf(target, swept, settings.sweep);
  const openLoop = settings.latency === null ? [] : openLoopOf(opened, settings.latency);
  const own = [...swept.filter(({ server }) => server === target), ...opened];
  const processes = [...Map.groupBy(own, ({ type, round }) => `${type} ${round}`).values()];
  return {
    sweep,
    openLoop,
    problem: sweepProblem(sweep) ?? (settings.latency && openLoopProblem(opened, settings.latency)),
    warnings: soloWarnings(sweep, openLoop),
    ...processMetrics(processes.map(processOf)),
  };
}

function processOf(steps: readonly (SweepRecord | OpenLoopRecord)[]) {
  const known = steps.flatMap(({ memory }) => memory ?? []);
  const peak = Math.max(...known.map((memory) => memory.peak));
  return {
    startup: steps[0]?.startup ?? null,
    memory: known[0] ? { idle: known[0].idle, peak } : null,
  };
}

/** A record of a sweep that is not void. */
type Good = SweepRecord & { readonly load: NonNullable<SweepRecord["load"]> };

function good(records: readonly SweepRecord[]): Good[] {
  return records.filter((record): record is Good => record.void === null && record.load !== null);
}

function sweepBottleneck(steps: readonly Good[]): Bottleneck {
  // If the system reports no thread clocks, use the CPU time of the process: the server is alone.
  const busy = steps.flatMap(({ cpu, load }) =>
    cpu === null ? [] : [(cpu.serving ?? cpu.run) / load.seconds],
  );
  const generator = steps.flatMap((step) => step.machine?.generatorBusy ?? []);
  return bottleneckFrom(busy, generator);
}

const rateOf = ({ load }: Good) => load.good / load.seconds;

function throughputOf(steps: readonly Good[]): SweepStep["requestsPerSecond"] {
  const rounds = steps.map(rateOf);
  if (rounds.length < 2) return null;
  const { lo, hi } = boundedInterval(estimate(rounds.map(Math.log)));
  return { median: median(rounds), lo, hi, rounds };
}

/** Returns the sweep of a cell, with one entry per number of connections even if it failed. */
function sweepOf(
  target: string,
  records: readonly SweepRecord[],
  settings: SweepSettings,
): SweepStep[] {
  return settings.connections.map((connections) => {
    const at = records.filter((record) => record.connections === connections);
    const own = at.filter(({ server }) => server === target);
    const floor = at.filter(({ server }) => server !== target);
    const steps = good(own);
    const usable = steps.length >= 2 && own.length === steps.length;
    const bottleneck = usable ? sweepBottleneck(steps) : null;
    const lowerBound = bottleneck === "generator";
    const beside = floorOf(floor);
    return {
      connections,
      requestsPerSecond: usable ? throughputOf(steps) : null,
      lowerBound,
      bottleneck,
      latency: usable ? latencyOf(steps) : null,
      bytesPerSecond: usable ? median(steps.map(({ load }) => load.bytes / load.seconds)) : null,
      errors: summed(own),
      reason: problemOf(own, steps.length, settings.rounds),
      floor: beside,
      toFloor: usable && !lowerBound && beside?.lowerBound === false ? toFloor(steps, floor) : null,
    };
  });
}

function problemOf(own: readonly { void: string | null }[], done: number, rounds: number) {
  const broken = own.find((record) => record.void !== null)?.void ?? null;
  if (broken !== null) return broken;
  return done < rounds ? `${done} of ${rounds} rounds` : null;
}

function floorOf(records: readonly SweepRecord[]): SweepStep["floor"] {
  const [first] = records;
  if (!first) return null;
  const steps = good(records);
  const requestsPerSecond = throughputOf(steps);
  const lowerBound = requestsPerSecond !== null && sweepBottleneck(steps) === "generator";
  return { target: first.server, requestsPerSecond, lowerBound };
}

/** Returns the ratio to the floor, round by round: the two processes of a round ran in the same minute. */
function toFloor(steps: readonly Good[], floor: readonly SweepRecord[]): SweepStep["toFloor"] {
  const beside = good(floor);
  const ratios = steps.flatMap((step) => {
    const other = beside.find((record) => record.round === step.round);
    return other ? [Math.log(rateOf(step) / rateOf(other))] : [];
  });
  return ratios.length < 2 ? null : boundedInterval(estimate(ratios));
}

/** The fewest answers over all rounds for a 99.9th percentile. */
const TAIL_SAMPLES = 100_000;

function latencyOf(steps: readonly Good[]): SweepStep["latency"] {
  const all = steps.map(({ load }) => load);
  const count = all.reduce((sum, load) => sum + load.good, 0);
  const mean = all.reduce((sum, load) => sum + load.good * load.latency.mean, 0) / count;
  const of = (name: "p50" | "p75" | "p90" | "p99") => median(all.map((load) => load.latency[name]));
  const tails = all.flatMap((load) => load.latency.p99_9 ?? []);
  return {
    mean,
    stdev: pooledDeviation(all, mean, count),
    p50: of("p50"),
    p75: of("p75"),
    p90: of("p90"),
    p99: of("p99"),
    p99_9: count >= TAIL_SAMPLES && tails.length === all.length ? median(tails) : null,
    max: Math.max(...all.map((load) => load.latency.max)),
  };
}

/** Returns the exact deviation over all requests of all rounds, from each round's mean and deviation. */
function pooledDeviation(loads: readonly Good["load"][], mean: number, count: number) {
  let squares = 0;
  for (const { good: n, latency } of loads) {
    if (latency.stdev === null) return null;
    squares += n * (latency.stdev ** 2 + (latency.mean - mean) ** 2);
  }
  return Math.sqrt(squares / count);
}

function summed(records: readonly SweepRecord[]): ErrorCounts {
  const sum = { connect: 0, read: 0, write: 0, timeout: 0, status: 0, deadline: 0, other: 0 };
  for (const { errors } of records) {
    for (const kind of Object.keys(sum) as (keyof ErrorCounts)[]) sum[kind] += errors?.[kind] ?? 0;
  }
  return sum;
}

/** Returns the open loops of a cell, with one entry per fraction of its capacity and one for the common rate. */
function openLoopOf(
  records: readonly OpenLoopRecord[],
  { fractions, rounds, commonRate, connections }: LatencySettings,
): OpenLoopStep[] {
  return [...fractions, null].map((fraction) => {
    const own = records.filter((record) => record.fraction === fraction);
    const loads = own.flatMap(({ void: reason, load }) => (reason === null ? (load ?? []) : []));
    const obstacle = own.find((record) => record.notOffered !== null)?.notOffered ?? null;
    const usable = loads.length > 0 && loads.length === own.length;
    const capacities = own.flatMap(({ capacity }) => capacity ?? []);
    const capacity = medianOf(capacities.map((c) => c.requestsPerSecond));
    const bound = bottleneckFrom(
      capacities.flatMap((c) => c.serverBusy ?? []),
      capacities.flatMap((c) => c.generatorBusy ?? []),
    );
    const rate = medianOf(own.map((record) => record.rate)) ?? commonRate;
    const of = (name: "mean" | "p50" | "p90" | "p99") =>
      usable ? median(loads.map(({ latency }) => latency[name])) : null;
    const tails = loads.flatMap(({ latency }) => latency.p99_9 ?? []);
    const late = own.flatMap(({ lateness }) => lateness ?? []);
    return {
      rate,
      fractionOfCapacity: fraction ?? (capacity === null ? null : rate / capacity),
      common: fraction === null,
      capacity,
      capacityIsLowerBound: bound === "generator",
      connections,
      rounds: loads.length,
      requests: medianOf(own.map((record) => record.requests)) ?? 0,
      mean: of("mean"),
      p50: of("p50"),
      p90: of("p90"),
      p99: of("p99"),
      p99_9: usable && tails.length === loads.length ? median(tails) : null,
      max: usable ? Math.max(...loads.map(({ latency }) => latency.max)) : null,
      p99Rounds: loads.map(({ latency }) => latency.p99),
      lateness: late.length === 0 ? null : Math.max(...late),
      reason: obstacle ?? problemOf(own, loads.length, rounds),
    };
  });
}

/** The lateness that earns a warning. oha's timers are accurate to 1 or 2 ms; more lateness shows in the tail. */
const LATE_SECONDS = 0.01;

function soloWarnings(sweep: readonly SweepStep[], openLoops: readonly OpenLoopStep[]): Warning[] {
  const warnings: Warning[] = [];
  for (const { rate, lateness, p99, reason } of openLoops) {
    if (p99 === null) {
      warnings.push({ code: "not-offered", facts: { rate, reason: `${reason}` } });
    } else if (lateness !== null && lateness > LATE_SECONDS) {
      warnings.push({ code: "generator-late", facts: { rate, seconds: lateness } });
    }
  }
  for (const { requestsPerSecond, latency, connections } of sweep) {
    if (requestsPerSecond === null || latency === null) continue;
    const { rounds } = requestsPerSecond;
    const mean = rounds.reduce((sum, rate) => sum + rate, 0) / rounds.length;
    const off = (mean * latency.mean) / connections;
    if (Math.abs(off - 1) <= LITTLE) continue;
    warnings.push({ code: "littles-law", facts: { connections, ratio: off } });
  }
  return warnings;
}

/** The departure from Little's law above which a warning is given. Start and end of a step explain less than this. */
const LITTLE = 0.03;

function sweepProblem(sweep: readonly SweepStep[]): string | null {
  const step = sweep.find(({ reason }) => reason !== null);
  return step ? `sweep at ${step.connections} connections: ${step.reason}` : null;
}

/**
 * Returns the reason that the open loops of a cell are incomplete, or null. A rate that could not be offered is a
 * limit of the machine: a warning, not a failure.
 */
function openLoopProblem(
  records: readonly OpenLoopRecord[],
  { fractions, rounds }: LatencySettings,
): string | null {
  for (const fraction of [...fractions, null]) {
    const own = records.filter((record) => record.fraction === fraction);
    const problem = problemOf(own, own.length, rounds);
    const at = fraction === null ? "the common rate" : `${100 * fraction} % of its capacity`;
    if (problem !== null) return `open loop at ${at}: ${problem}`;
  }
  return null;
}
