import {
  duetsOnly,
  floors,
  type Rounds,
  type Load,
  type Modes,
  type ServicesDescription,
} from "@deadheat/journal";
import { arrange, type Arranged } from "@deadheat/runner";
import type { Target } from "../targets/manifest.ts";
import { runsOn, whyUnsupported } from "../targets/scenarios.ts";

export interface TargetPlan extends Arranged {
  readonly seed: number;
  /** The targets that become cells: the requested ones, and the floors that they need. */
  readonly targets: readonly Target[];
}

export function withFloors(chosen: readonly Target[], all: readonly Target[]): Target[] {
  const needed = new Set(chosen.map((target) => target.name));
  needed.add(floors.node);
  for (const { runtime, unsupported } of chosen)
    if (unsupported === null) needed.add(floors[runtime]);
  return all.filter((target) => needed.has(target.name));
}

/** Arranges targets into cells. Pure: the same arguments give the same plan. */
export function buildPlan(
  targets: readonly Target[],
  scenarios: readonly string[],
  rounds: Rounds,
  load: Load,
  seed: number,
  modes: Modes = duetsOnly,
  services?: ServicesDescription,
): TargetPlan {
  const servers = targets.map((target) => ({
    ...target,
    unsupported: (scenario: string) => whyUnsupported(target, scenario, services),
  }));
  const effort = { scenarios, rounds, modes, load };
  // If a store has no client on Node, there is no bridge to Node: each floor is measured against itself.
  return { ...arrange(servers, effort, (scenario) => runsOn(scenario, "node")), seed, targets };
}
