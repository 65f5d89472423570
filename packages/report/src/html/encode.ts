import { storeOf, isFloor, isCold, type BlockRecord, type Retired } from "@deadheat/journal";
import { exact, type LogEstimate } from "@deadheat/stats";
import { cellEstimate, varianceOf, workOf, type Cell, type Result } from "@deadheat/judge";
import { instanceSentences, instanceWords } from "../content/instances.ts";
import { machineSentence } from "../content/sentences.ts";
import type * as page from "../view/data/page-data.ts";
import { runtimes } from "../view/data/page-data.ts";

/** What the page draws of a result. Figures keep as many digits as anybody can see. */
export function encode(result: Result): page.PageData {
  const { run, machine, noise, floors } = result;
  const names = [...new Set(result.cells.map((cell) => cell.scenario))];
  const targets = [...new Set(result.cells.map((cell) => cell.target))];
  return {
    margin: result.margin,
    run: {
      id: run.id,
      startedAt: run.startedAt,
      profile: run.profile,
      seed: run.seed,
      commit: run.git ? run.git.commit.slice(0, 10) + (run.git.dirty ? " + changes" : "") : null,
      blocks: run.measured.blocks,
      seconds: digits(run.measured.seconds, 4),
    },
    conditions: machineSentence(result),
    instances: instanceSentences(result),
    between: varianceOf(result.between),
    services: servicesOf(result),
    cpu: machine.cpu,
    cores: machine.cores,
    floors,
    noise: {
      aa: noise.aa && intervalOf(noise.aa),
      steal: noise.steal,
      foreign: noise.foreign,
    },
    warnings: result.warnings,
    targets,
    scenarios: names.map((name) => scenarioOf(name, targets, result)),
    order: orderOf(result),
    // Over a cold bridge nothing is compared.
    bridges: result.bridges
      .filter(({ blocks }) => !blocks.some(isCold))
      .flatMap((bridge) =>
        runtimes
          .filter((runtime) => floors[runtime] === bridge.floor)
          .map((runtime) => ({
            runtime,
            scenario: bridge.scenario,
            log: logOf(cellEstimate(bridge.blocks, varianceOf(result.between))),
          })),
      ),
    cells: result.cells.map((cell) => cellOf(cell, result)),
    retired: (result.retired ?? []).map(retiredOf),
  };
}

function orderOf({ order }: Result): page.Order | null {
  if (order === undefined) return null;
  const three = (value: number) => digits(value, 3);
  return {
    scenarios: order.scenarios.map(({ tau, ...pair }) => ({
      ...pair,
      tau: tau && { value: three(tau.value), lo: three(tau.lo), hi: three(tau.hi) },
    })),
    targets: order.targets.map(({ target, turned }) => ({ target, turned })),
  };
}

function retiredOf({ framework, retired }: Retired): page.Retired {
  const { reason, kin, published } = retired;
  const figures = (published?.figures ?? []).map((figure) => ({
    server: figure.server,
    connections: figure.connections,
    rate: figure.requestsPerSecond.mean,
    p99: figure.latency?.p99 ?? null,
  }));
  return { framework, reason, kin, published: published && { ...published, figures } };
}

function servicesOf({ services }: Result): string[] {
  return Object.entries(services?.running ?? {}).map(([name, { version, source, settings }]) => {
    const set = Object.entries(settings).map(([key, value]) => `${key} ${value}`);
    return `${name} ${version} (${source})${set.length > 0 ? `: ${set.join(", ")}` : ""}.`;
  });
}

function scenarioOf(
  name: string,
  targets: readonly string[],
  { differences, services }: Result,
): page.Scenario {
  const place = new Map(targets.map((target, i) => [target, i]));
  const placesOf = ([a, b]: readonly [string, string]): page.Pair => [
    place.get(a) ?? -1,
    place.get(b) ?? -1,
  ];
  const counted = differences.find((difference) => difference.scenario === name);
  return {
    name,
    store: storeOf(name, services),
    pairs: counted?.pairs ?? 0,
    decided: counted?.decided ?? 0,
    deadHeats: (counted?.deadHeats ?? []).map(placesOf),
    undecided: (counted?.undecided ?? []).map((pair) => [...placesOf(pair.targets), pair.blocks]),
  };
}

function cellOf(cell: Cell, result: Result): page.Cell {
  const blocks = cell.efficiency?.toFloor.blocks ?? [];
  const log = isFloor(cell.target)
    ? exact()
    : blocks.length > 0 && cellEstimate(blocks, varianceOf(result.between));
  return {
    target: cell.target,
    framework: cell.framework,
    runtime: cell.runtime,
    version: cell.version,
    scenario: cell.scenario,
    status: cell.status,
    reason: cell.reason,
    replayed: cell.replayedFrom?.startedAt ?? null,
    on: instanceWords(cell, result),
    verdict: cell.verdict,
    floorVerdict: cell.floorVerdict ?? null,
    log: cell.efficiency && log ? logOf(log) : null,
    requestsPerCpuSecond: rounded(cell.requestsPerCpuSecond, 5),
    rank: cell.rank,
    letters: cell.tieGroup,
    smallestDetectable: rounded(cell.smallestDetectable, 4),
    warnings: cell.warnings,
    memory: cell.memory && {
      idle: digits(cell.memory.idle, 4),
      peak: digits(cell.memory.peak, 4),
    },
    startup: cell.startup && {
      ready: digits(cell.startup.ready, 4),
      firstByte: digits(cell.startup.firstByte, 4),
    },
    install: cell.install ?? null,
    sweep: cell.sweep.map(sweepStep),
    openLoop: cell.openLoop.map(openLoopStep),
    cost: cell.cost ? costOf(cell.cost) : null,
    blocks: blocksOf(cell, result).map((block) => blockOf(block, result)),
  };
}

function sweepStep(step: Cell["sweep"][number]): page.SweepStep {
  const { requestsPerSecond: rate, latency } = step;
  return {
    connections: step.connections,
    rate: rounded(rate?.median, 4),
    lo: rounded(rate?.lo, 4),
    hi: rounded(rate?.hi, 4),
    lowerBound: step.lowerBound,
    percentiles: latency ? percentiles(latency) : [],
    reason: step.reason,
  };
}

function openLoopStep(step: Cell["openLoop"][number]): page.OpenLoopStep {
  return {
    rate: digits(step.rate, 4),
    fraction: step.fractionOfCapacity,
    lowerBound: step.capacityIsLowerBound,
    percentiles: percentiles(step),
    reason: step.reason,
  };
}

function costOf({ reference, idle, rates }: NonNullable<Cell["cost"]>): page.Cost {
  const short = (ratio: page.Interval | null) =>
    ratio && { ratio: digits(ratio.ratio, 5), lo: digits(ratio.lo, 5), hi: digits(ratio.hi, 5) };
  return {
    reference,
    idle: rounded(idle, 3),
    steps: rates.map((step) => ({
      rate: rounded(step.rate, 4),
      fraction: step.fraction,
      each: rounded(step.cpuPerRequest, 4),
      toReference: short(step.toReference),
      toNodeHttp: short(step.toNodeHttp),
      n: step.toReference?.n ?? 0,
    })),
  };
}

type WithPercentiles = Pick<Cell["openLoop"][number], "p50" | "p90" | "p99" | "p99_9" | "max">;

function percentiles(of: WithPercentiles): page.Percentiles {
  return [of.p50, of.p90, of.p99, of.p99_9, of.max].map((value) => rounded(value, 3));
}

/** A floor's own duets are its bridge's; those of node-http/node are the A/A row's. */
function blocksOf(cell: Cell, { floors, bridges, noise }: Result): readonly BlockRecord[] {
  const { target, scenario, efficiency } = cell;
  if (target === floors.node) {
    return (noise.aa?.blocks ?? []).filter((block) => block.scenario === scenario);
  }
  if (!isFloor(target)) return efficiency?.toFloor.blocks ?? [];
  return bridges.find((b) => b.floor === target && b.scenario === scenario)?.blocks ?? [];
}

function blockOf({ startedAt, sides, machine, stage }: BlockRecord, { run }: Result): page.Block {
  const nothing = { good: 0, cpuSeconds: 0 };
  const { target, reference } = sides
    ? { target: workOf(sides.target), reference: workOf(sides.reference) }
    : { target: nothing, reference: nothing };
  return {
    at: Math.round((Date.parse(startedAt) - Date.parse(run.startedAt)) / 1000),
    further: stage === 2,
    good: target.good,
    cpu: digits(target.cpuSeconds, 4),
    referenceGood: reference.good,
    referenceCpu: digits(reference.cpuSeconds, 4),
    generatorBusy: rounded(machine?.generatorBusy, 2),
    foreign: rounded(machine?.foreign, 2),
  };
}

function logOf({ mean, variance, df, n, twoStage, runs, elsewhere }: LogEstimate): page.Log {
  return {
    mean: digits(mean, 7),
    variance: digits(variance, 5),
    df: n === 0 ? null : df,
    n,
    twoStage: twoStage ?? false,
    runs: runs ?? null,
    instance: elsewhere?.instance ?? null,
  };
}

function intervalOf({ ratio, lo, hi, n }: page.Interval & { n: number }) {
  return { ratio, lo, hi, n };
}

function rounded(value: number | null | undefined, count: number): number | null {
  return value === null || value === undefined ? null : digits(value, count);
}

/** Significant digits. */
function digits(value: number, count: number): number {
  return Number(value.toPrecision(count));
}
