import {
  runBlock,
  runCost,
  latencyProcess,
  sweepProcess,
  type Bench,
  type Entrant,
  type Exchange,
  type PlannedBlock,
  type PlannedCost,
  type PlannedLatency,
  type PlannedSweep,
} from "@deadheat/measure";
import type {
  BlockRecord,
  CostRecord,
  CostSettings,
  LatencySettings,
  OpenLoopRecord,
  SweepRecord,
  SweepSettings,
} from "@deadheat/journal";

// This module reaches all code that decides a cell's figures. Turbo hashes this folder, and the linter allows no other
// module of the runner to import code that measures (bench/test/sources.test.ts).

/** The record of one block of a pair, or of one load on a single server. */
export type Measured = BlockRecord | SweepRecord | OpenLoopRecord | CostRecord;

/** The measurements that one set of fresh processes gives. */
export type Step =
  | { readonly kind: "block"; readonly block: PlannedBlock }
  | { readonly kind: "cost"; readonly planned: PlannedCost; readonly settings: CostSettings }
  | { readonly kind: "sweep"; readonly planned: PlannedSweep; readonly settings: SweepSettings }
  | {
      readonly kind: "openLoop";
      readonly planned: PlannedLatency;
      readonly settings: LatencySettings;
    };

/** The servers of a plan by name, and the exchanges by scenario. */
export interface Servers {
  readonly entrant: (target: string, scenario: string) => Promise<Entrant>;
  readonly exchange: (scenario: string) => Promise<Exchange>;
}

/**
 * Measures one step, and yields each record as soon as it exists. Stops all processes that it started, also on errors.
 * @throws Interrupted, EnvironmentError
 */
export async function* measureStep(
  step: Step,
  { entrant, exchange }: Servers,
  bench: Bench,
): AsyncGenerator<Measured> {
  const { warmup, workerThreads } = bench.load;
  const solo = { ...bench, warmup, workerThreads };
  switch (step.kind) {
    case "block":
    case "cost": {
      const block = step.kind === "block" ? step.block : step.planned.block;
      const { new: next, base, scenario } = block.duet;
      const entrants = {
        new: await entrant(next, scenario),
        base: await entrant(base, scenario),
      };
      const asked = await exchange(scenario);
      yield step.kind === "block"
        ? await runBlock(block, entrants, asked, bench)
        : await runCost(step.planned, entrants, asked, step.settings, bench);
      return;
    }
    case "sweep": {
      const { cell, server } = step.planned;
      const asked = await exchange(cell.scenario);
      const alone = await entrant(server, cell.scenario);
      yield* sweepProcess(step.planned, alone, asked, step.settings, solo);
      return;
    }
    case "openLoop": {
      const { target, scenario } = step.planned.cell;
      const asked = await exchange(scenario);
      const alone = await entrant(target, scenario);
      yield* latencyProcess(step.planned, alone, asked, step.settings, solo);
    }
  }
}

/** Returns the scenario that a step measures. */
export function scenarioOf(step: Step): string {
  switch (step.kind) {
    case "block":
      return step.block.duet.scenario;
    case "cost":
      return step.planned.block.duet.scenario;
    default:
      return step.planned.cell.scenario;
  }
}
