import type { SoloCell } from "./order.ts";
import { coin, randomFor, shuffled } from "./random.ts";
import type { LatencySettings, SweepSettings } from "@deadheat/journal";

/** One process of a sweep: who is loaded, and at how many connections, in this order. */
export interface PlannedSweep {
  readonly cell: SoloCell;
  readonly server: string;
  /** From 1. */
  readonly round: number;
  readonly connections: readonly number[];
}

/**
 * The processes of some sweeps in the order in which they are measured. In each round every cell
 * has its turn, in random order; its own process and its floor's follow one another, in random
 * order, so that the floor's figure was taken in the same minute. All numbers of connections share
 * a process, each round in another order: a process stays what it is (docs/findings/processes-differ.md), so the steps
 * of a round differ by the connections alone, and what differs from process to process is in the
 * interval over the rounds. It also takes a third of the time.
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

/** One process of the open loops: shares of its capacity, and null for the common rate. */
export interface PlannedLatency {
  readonly cell: SoloCell;
  readonly round: number;
  readonly fractions: readonly (number | null)[];
}

/** The processes of some open loops, in the same manner. */
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
