import { sum, type Between } from "@deadheat/stats";
import {
  floors,
  isCold,
  type CostRate,
  type CostRecord,
  type Settings,
  type Warning,
} from "@deadheat/journal";
import { efficiency, type Sample } from "../rounds.ts";
import { cellEstimate, machineWarnings } from "./estimate.ts";
import type { CellCost, CostStep } from "../documents/cost.ts";
import type { Cell } from "../documents/result.ts";
import { MINIMUM_ROUNDS } from "../rules/further.ts";
import { medianOf, processMetrics } from "./process.ts";
import { boundedInterval } from "../rules/precision.ts";

/** The metrics of a cell from pairs of servers at fixed rates. */
export interface CostMetrics extends Pick<Cell, "memory" | "startup"> {
  readonly cost: CellCost | null;
  /** The reason that the metrics are incomplete. null if they are complete or were not asked for. */
  readonly problem: string | null;
  readonly warnings: readonly Warning[];
}

/** A rate of the run: a fixed rate, or a fraction of the capacity. */
type Which = Pick<CostRate, "fraction"> & { readonly perSecond: number | null };

/** Returns the metrics of one scenario of a target. `toNodeHttp` is filled in once the bridges are known. */
export function costMetrics(
  records: readonly CostRecord[],
  { cost }: Settings,
  between: Between | null,
): CostMetrics {
  const good = records.filter((record) => record.void === null);
  const [first] = good;
  const problem = cost && problemOf(records, good.length, cost.rounds[records[0]?.role ?? "cell"]);
  if (cost === null || !first) {
    return { cost: null, memory: null, startup: null, warnings: [], problem };
  }
  const all: Which[] = [
    ...cost.rates.map((perSecond) => ({ fraction: null, perSecond })),
    ...cost.fractions.map((fraction) => ({ fraction, perSecond: null })),
  ];
  const rates = all.map((which) => stepOf(good, which, between));
  const idle = good.flatMap((record) =>
    record.idle ? [record.idle.new / record.idle.seconds] : [],
  );
  return {
    cost: { reference: first.base, idle: medianOf(idle), rates, rounds: [...good] },
    problem,
    warnings: warningsOf(good, rates),
    ...processMetrics(good),
  };
}

function problemOf(records: readonly CostRecord[], good: number, planned: number): string | null {
  const broken = records.find((record) => record.void !== null);
  if (broken) return `at fixed rates, round ${broken.n}: ${broken.void}`;
  return good < planned ? `at fixed rates, ${good} of ${planned} rounds` : null;
}

/** Returns the pairs at one rate in the form of rounds of a duet. */
function samplesAt(
  records: readonly CostRecord[],
  { fraction, perSecond }: Which,
): (Sample & CostRate)[] {
  return records.flatMap(({ rates, ...record }) =>
    rates
      .filter((own) => own.fraction === fraction)
      .filter(({ rate }) => fraction !== null || rate.base === perSecond)
      .map((own) => ({ ...record, ...own })),
  );
}

function stepOf(records: readonly CostRecord[], which: Which, between: Between | null): CostStep {
  const all = samplesAt(records, which);
  const samples = delivered(records, which);
  const missing = all.flatMap((sample) => sample.void ?? []);
  const more = missing.length > 1 ? `, and the same in ${missing.length - 1} more rounds` : "";
  return {
    fraction: which.fraction,
    rate: medianOf(samples.map(({ rate }) => rate.new)) ?? which.perSecond,
    cpuPerRequest: medianOf(
      samples.flatMap(({ sides }) => (sides ? [1 / efficiency(sides.new)] : [])),
    ),
    // A bridge is none of `bridgeEstimate`: its two states were found in duets under saturation.
    toReference: samples.length < 2 ? null : boundedInterval(cellEstimate(samples, between)),
    toNodeHttp: null,
    reason: missing.length === 0 ? null : `${missing[0]}${more}`,
  };
}

function warningsOf(records: readonly CostRecord[], rates: readonly CostStep[]): Warning[] {
  const warnings: Warning[] = [];
  const cold = records.filter(isCold).length;
  if (cold > 0) warnings.push({ code: "cold-cost", facts: { rounds: cold, of: records.length } });
  for (const { rate, fraction, reason } of rates) {
    if (reason === null) continue;
    warnings.push({ code: "not-delivered", facts: { rate, fraction, reason } });
  }
  const samples = records.flatMap(({ role, rates: own }) => own.map((one) => ({ role, ...one })));
  return [...warnings, ...machineWarnings(samples)];
}

export function hasCost({ cost }: Pick<CostMetrics, "cost">): boolean {
  return cost !== null && cost.rounds.length >= MINIMUM_ROUNDS;
}

/**
 * Fills in each cell's ratio to node-http/node: its ratio to the floor times the floor's ratio at the same rate. A
 * fraction refers to each floor's own capacity, so that a floor does the same work in both pairs (docs/metrics.md).
 */
export function bridgeCosts(cells: readonly Cell[], between: Between | null): void {
  for (const cell of cells) {
    const { cost } = cell;
    const bridge = bridgeOf(cell, cells);
    if (!cost || bridge === null) continue;
    cost.rates = cost.rates.map((step) => ({
      ...step,
      toNodeHttp: bridged([cost.rounds, ...bridge], step, between),
    }));
  }
}

/** Returns the records that lead from a cell's reference to node-http/node. null if there is no way. */
function bridgeOf(
  { target, runtime, cost }: Cell,
  cells: readonly Cell[],
): (readonly CostRecord[])[] | null {
  if (target === floors.node) return null;
  if (cost?.reference === floors.node) return [];
  const floor = cells.find((cell) => cell.target === floors[runtime])?.cost;
  return floor?.reference === floors.node ? [floor.rounds] : null;
}

function bridged(
  parts: readonly (readonly CostRecord[])[],
  { fraction, rate }: CostStep,
  between: Between | null,
): CostStep["toNodeHttp"] {
  const which = { fraction, perSecond: fraction === null ? rate : null };
  const samples = parts.map((records) => delivered(records, which));
  if (samples.some((some) => some.length < 2)) return null;
  const whole = sum(...samples.map((some) => cellEstimate(some, between)));
  // The instances differ by an unknown amount.
  if (whole.variance === Infinity) return null;
  const { ratio, lo, hi } = boundedInterval(whole);
  return { ratio, lo, hi };
}

function delivered(records: readonly CostRecord[], which: Which): (Sample & CostRate)[] {
  return samplesAt(records, which).filter(({ sides }) => sides !== null);
}
