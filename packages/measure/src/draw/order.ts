import type { CostSettings, Duet, LatencySettings, SweepSettings } from "@deadheat/journal";
import { coin, randomFor, shuffled } from "./random.ts";

/** One round of a duet with its drawn orders. */
export interface PlannedRound {
  readonly duet: Duet;
  readonly n: number;
  /** The stage; 2 for a round beyond the planned ones. */
  readonly stage: 1 | 2;
  readonly spawnBaseFirst: boolean;
  readonly warmBaseFirst: boolean;
  readonly loadBaseFirst: boolean;
}

/** A cell that is measured alone: swept in turn with its floor, or under open loops. */
export interface SoloCell {
  readonly target: string;
  /** The server that is swept in turn with the target; null if there is none. */
  readonly reference: string | null;
  readonly scenario: string;
  readonly steps: number;
  /** The number of responses that warm each of its processes. */
  readonly responses: number;
  /** The approximate seconds per record. */
  readonly secondsEach: number;
}

/** The orders of four rounds: spawn, warm and load start with the reference twice each. */
const ORDERS = [
  [false, false, false],
  [false, true, true],
  [true, false, true],
  [true, true, false],
] as const;

/**
 * Plans round `n` of a duet. Its orders of spawning, warming and loading are drawn. They are balanced within every four
 * rounds (permuted rounds: a half fraction of the 2^3 orders), whatever else is planned.
 */
export function planRound(duet: Duet, n: number, stage: 1 | 2, seed: number): PlannedRound {
  const { new: next, base, scenario } = duet;
  const four = Math.floor((n - 1) / ORDERS.length);
  const orders = shuffled(ORDERS, randomFor(seed, next, base, scenario, four));
  const [spawnBaseFirst, warmBaseFirst, loadBaseFirst] = orders[
    (n - 1) % ORDERS.length
  ] as (typeof ORDERS)[number];
  return { duet, n, stage, spawnBaseFirst, warmBaseFirst, loadBaseFirst };
}

/** One rate of a pair: a fraction of the capacity, or a fixed number of requests per second. */
export type PlannedRate = (
  | { readonly fraction: number; readonly perSecond: null }
  | { readonly fraction: null; readonly perSecond: number }
) & { readonly loadBaseFirst: boolean };

/** One pair of processes, with the rates in the order in which they are offered. */
export interface PlannedCost {
  readonly round: PlannedRound;
  readonly rates: readonly PlannedRate[];
}

/** Plans round `n` of a pair: draws which server is first, and the order of the rates. */
export function planCost(
  duet: Duet,
  n: number,
  { rates, fractions }: Pick<CostSettings, "rates" | "fractions">,
  seed: number,
): PlannedCost {
  const { new: next, base, scenario } = duet;
  const random = randomFor(seed, "cost", next, base, scenario, n);
  const all = [
    ...rates.map((perSecond) => ({ fraction: null, perSecond })),
    ...fractions.map((fraction) => ({ fraction, perSecond: null })),
  ];
  return {
    round: planRound(duet, n, 1, seed),
    rates: shuffled(all, random).map((rate) => ({ ...rate, loadBaseFirst: coin(random) })),
  };
}

/** One process of a sweep: the server, and the numbers of connections in order. */
export interface PlannedSweep {
  readonly cell: SoloCell;
  readonly server: string;
  readonly round: number;
  readonly connections: readonly number[];
}

/**
 * Plans the processes of sweeps in the order of measurement. Each round has every cell once, in random order. A cell's
 * own process and its floor's follow one another in random order, so that both results come from the same minute. All
 * numbers of connections share a process, in another order each round. A process keeps its speed
 * (docs/findings.md), so the steps of a round differ only by their connections. Differences between
 * processes are in the interval over the rounds. Sharing also takes a third of the time.
 */
export function orderSweeps(
  cells: readonly SoloCell[],
  { rounds, connections }: SweepSettings,
  seed: number,
): PlannedSweep[] {
  return roundsOf(cells, rounds, seed, "sweep").flatMap(({ cell, round }) => {
    const random = randomFor(seed, "sweep", cell.target, cell.scenario, round);
    const servers = cell.reference === null ? [cell.target] : [cell.target, cell.reference];
    const order = coin(random) ? servers.toReversed() : servers;
    return order.map((server) => ({
      cell,
      server,
      round,
      connections: shuffled(connections, random),
    }));
  });
}

/** One process of the open loops: fractions of its capacity, and null for the common rate. */
export interface PlannedLatency {
  readonly cell: SoloCell;
  readonly round: number;
  readonly fractions: readonly (number | null)[];
}

/** Plans the processes of open loops in the same way. */
export function orderOpenLoops(
  cells: readonly SoloCell[],
  { rounds, fractions }: LatencySettings,
  seed: number,
): PlannedLatency[] {
  return roundsOf(cells, rounds, seed, "latency").map(({ cell, round }) => {
    const random = randomFor(seed, "latency", cell.target, cell.scenario, round);
    return { cell, round, fractions: shuffled([...fractions, null], random) };
  });
}

function roundsOf(cells: readonly SoloCell[], rounds: number, seed: number, name: string) {
  return Array.from({ length: rounds }, (_, i) => i + 1).flatMap((round) =>
    shuffled(cells, randomFor(seed, name, "round", round)).map((cell) => ({ cell, round })),
  );
}
