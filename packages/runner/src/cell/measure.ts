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
  const scenario = scenarioOf(step);
  const asked = await exchange(scenario);
  switch (step.kind) {
    case "block":
    case "cost": {
      const { duet } = step.kind === "block" ? step.block : step.planned.block;
      const entrants = {
        new: await entrant(duet.new, scenario),
        base: await entrant(duet.base, scenario),
      };
      yield step.kind === "block"
        ? await runBlock(step.block, entrants, asked, bench)
        : await runCost(step.planned, entrants, asked, step.settings, bench);
      return;
    }
    case "sweep": {
      const alone = await entrant(step.planned.server, scenario);
      yield* sweepProcess(step.planned, alone, asked, step.settings, bench);
      return;
    }
    case "openLoop": {
      const alone = await entrant(step.planned.cell.target, scenario);
      yield* latencyProcess(step.planned, alone, asked, step.settings, bench);
    }
  }
}

/** Returns the scenario that a step measures. */
export function scenarioOf(step: Step): string {
  if (step.kind === "block") return step.block.duet.scenario;
  return "cell" in step.planned ? step.planned.cell.scenario : step.planned.block.duet.scenario;
}
