import {
  runRound,
  runCost,
  latencyProcess,
  sweepProcess,
  type Bench,
  type Entrant,
  type Exchange,
  type FurtherWanted,
  type PlannedRound,
  type PlannedCost,
  type PlannedLatency,
  type PlannedSweep,
} from "@deadheat/measure";
import type {
  RoundRecord,
  CostRecord,
  CostSettings,
  LatencySettings,
  OpenLoopRecord,
  SweepRecord,
  SweepSettings,
} from "@deadheat/journal";

// This module reaches all code that decides a cell's metrics. Turbo hashes this folder, and the linter allows no other
// module of the runner to import code that measures (bench/test/together/sources.test.ts).

/** The record of one round of a pair, or of one load on a single server. */
export type CellRecord = RoundRecord | SweepRecord | OpenLoopRecord | CostRecord;

/** The measurements that one set of fresh processes gives. */
export type Step =
  | { readonly kind: "round"; readonly round: PlannedRound; readonly further: FurtherWanted }
  | { readonly kind: "cost"; readonly planned: PlannedCost; readonly settings: CostSettings }
  | { readonly kind: "sweep"; readonly planned: PlannedSweep; readonly settings: SweepSettings }
  | {
      readonly kind: "openLoop";
      readonly planned: PlannedLatency;
      readonly settings: LatencySettings;
    };

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
): AsyncGenerator<CellRecord> {
  const scenario = scenarioOf(step);
  const asked = await exchange(scenario);
  switch (step.kind) {
    case "round":
    case "cost": {
      const { duet } = step.kind === "round" ? step.round : step.planned.round;
      const entrants = {
        new: await entrant(duet.new, scenario),
        base: await entrant(duet.base, scenario),
      };
      yield step.kind === "round"
        ? await runRound(step.round, entrants, asked, bench, step.further)
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

export function scenarioOf(step: Step): string {
  if (step.kind === "round") return step.round.duet.scenario;
  return "cell" in step.planned ? step.planned.cell.scenario : step.planned.round.duet.scenario;
}
