import type { SoloCell } from "./order.ts";
import { coin, randomFor, shuffled } from "./random.ts";
import type { LatencySettings, SweepSettings } from "@deadheat/journal";

/** One process of a sweep: the server, and the numbers of connections in order. */
export interface PlannedSweep {
  readonly cell: SoloCell;
  readonly server: string;
  /** The number of the round, from 1. */
  readonly round: number;
  readonly connections: readonly number[];
}

/**
 * Plans the processes of sweeps in the order of measurement. Each round has every cell once, in random order. A cell's
 * own process and its floor's follow one another in random order, so that both figures come from the same minute. All
 * numbers of connections share a process, in another order each round. A process keeps its speed
 * (docs/findings/processes-differ.md), so the steps of a round differ only by their connections. Differences between
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
