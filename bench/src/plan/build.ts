import {
  duetsOnly,
  floors,
  type Rounds,
  type Load,
  type Modes,
  type ServicesDescription,
} from "@deadheat/journal";
import {
  arrange,
  settingsFor,
  type Arranged,
  type OwnPart,
  type Plan as RunnerPlan,
} from "@deadheat/runner";
import { named } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { exchangeOf, participantOf } from "../task/participant.ts";
import type { Prepared } from "./prepare.ts";
import { runsOn, whyUnsupported } from "./scenarios.ts";

export interface Plan extends Arranged {
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
): Plan {
  const servers = targets.map((target) => ({
    ...target,
    unsupported: (scenario: string) => whyUnsupported(target, scenario, services),
  }));
  const effort = { scenarios, rounds, modes, load };
  // If a store has no client on Node, there is no bridge to Node: each floor is measured against itself.
  return { ...arrange(servers, effort, (scenario) => runsOn(scenario, "node")), seed, targets };
}

/**
 * Returns the plan in the runner's form. Targets that cannot be measured at all are left out.
 * @param part the part that this machine measures; null if the run has no shards
 */
export function runnerPlan(
  plan: Plan,
  { settings, addresses, all }: Prepared,
  part: OwnPart | null = null,
): RunnerPlan {
  const settingsOf = (name: string) => settingsFor(settings, name, part);
  const around = { all, addresses, floorResponses: new Map() };
  const participants = plan.targets
    .filter(({ version, unsupported }) => version !== null && unsupported === null)
    .map((target) => participantOf(target, settingsOf(target.name), around));
  return {
    seed: plan.seed,
    participants,
    named: (name) =>
      participants.find((one) => one.name === name) ??
      participantOf(named(name, all), settings, around),
    arranged: plan,
    settings,
    settingsOf,
    exchange: (scenario) => exchangeOf(scenario, addresses),
  };
}
