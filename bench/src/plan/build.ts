import type { Plan, PlannedPair } from "./plan.ts";
import {
  type Duet,
  type Role,
  runtimesOf,
  floors,
  referenceOf,
  runtimeOf,
  type ServicesDescription,
  answersFor,
  type Blocks,
  type CostSettings,
  type Load,
  duetsOnly,
  type LatencySettings,
  type Modes,
  type SweepSettings,
} from "@deadheat/journal";
import {
  type SoloCell,
  warmSeconds,
  blockSeconds,
  costSeconds,
  latencyProcessSeconds,
  sweepProcessSeconds,
  VISIT_SECONDS,
} from "@deadheat/measure";
import { type Target } from "../targets/manifest.ts";
import { runsOn, whyUnsupported } from "./scenarios.ts";

/** Every target of `chosen` and every floor that its comparisons need. */
export function withFloors(chosen: readonly Target[], all: readonly Target[]): Target[] {
  const needed = new Set(chosen.map((target) => target.name));
  needed.add(floors.node);
  for (const { runtime, unsupported } of chosen)
    if (unsupported === null) needed.add(floors[runtime]);
  return all.filter((target) => needed.has(target.name));
}

/** The duets of these targets. Pure: the same arguments give the same plan. */
export function buildPlan(
  targets: readonly Target[],
  scenarios: readonly string[],
  blocks: Blocks,
  load: Load,
  seed: number,
  modes: Modes = duetsOnly,
  services?: ServicesDescription,
): Plan {
  const cells: Duet[] = [];
  const unsupported: { target: string; scenario: string; reason: string }[] = [];
  for (const target of targets) {
    for (const scenario of scenarios) {
      const reason = whyUnsupported(target, scenario, services);
      if (reason === null) cells.push(duetOf(target, scenario, blocks));
      else unsupported.push({ target: target.name, scenario, reason });
    }
  }
  const { sweep, latency, cost } = modes;
  const duets = modes.measure.includes("duets") ? cells : [];
  const sweeps = sweep === null ? [] : cells.map((cell) => sweepOf(cell, sweep, load));
  const openLoops = latency === null ? [] : cells.map((cell) => openLoopOf(cell, latency, load));
  const costs = cost === null ? [] : cells.map((cell) => costOf(cell, cost, load));
  const inDuets = duets.map((duet) => duet.blocks * blockSeconds(load, runtimesOf(duet)));
  const alone = [...sweeps, ...openLoops].map((cell) => cell.steps * cell.secondsEach);
  const atRates = costs.map((pair) => pair.blocks * (pair.secondsEach + VISIT_SECONDS));
  // A single target has nobody to take turns with.
  const rounds = duets.length > 0 && targets.length > 1 ? blocks.cell : 1;
  const inVisits = targets.length * rounds * VISIT_SECONDS;
  const seconds = [...inDuets, ...alone, ...atRates, inVisits].reduce((sum, one) => sum + one, 0);
  const measured = { duets, sweeps, openLoops, costs };
  return { seed, load, targets, cells, ...measured, unsupported, rounds, seconds };
}

function costOf(duet: Duet, cost: CostSettings, load: Load): PlannedPair {
  const secondsEach = costSeconds(cost, load, runtimesOf(duet), duet.role);
  return { ...duet, blocks: cost.blocks[duet.role], secondsEach };
}

/** A floor is swept in turn with node:http, and that one with nothing: it is the reference. */
function sweepOf(duet: Duet, sweep: SweepSettings, { warmup }: Load): SoloCell {
  const { target, scenario } = duet;
  const reference = duet.reference === target ? null : duet.reference;
  const processes = reference === null ? 1 : 2;
  const each = sweep.connections.length;
  const answers = answersFor(warmup, runtimesOf(duet));
  return {
    target,
    reference,
    scenario,
    steps: processes * sweep.rounds * each,
    answers,
    secondsEach: (sweepProcessSeconds(sweep) + warmSeconds(answers)) / each,
  };
}

function openLoopOf(
  { target, scenario }: Duet,
  latency: LatencySettings,
  { warmup }: Load,
): SoloCell {
  const each = latency.fractions.length + 1;
  const answers = answersFor(warmup, [runtimeOf(target)]);
  return {
    target,
    reference: null,
    scenario,
    steps: latency.rounds * each,
    answers,
    secondsEach: (latencyProcessSeconds(latency) + warmSeconds(answers)) / each,
  };
}

function duetOf(target: Target, scenario: string, blocks: Blocks): Duet {
  const role = roleOf(target, scenario);
  return {
    role,
    target: target.name,
    reference: role === "aa" ? target.name : referenceOf(target),
    scenario,
    blocks: blocks[role],
  };
}

/** Where a store does not run on Node, there is no bridge to it: the floor is alone with itself. */
function roleOf({ name, runtime }: Target, scenario: string): Role {
  if (name !== floors[runtime]) return "cell";
  return name === floors.node || !runsOn(scenario, "node") ? "aa" : "bridge";
}
