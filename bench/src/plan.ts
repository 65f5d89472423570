import { floors, referenceOf, runtimeOf, type Runtime, type Target } from "./manifest.ts";
import { randomFor, shuffled } from "./random.ts";
import type { ServicesDescription } from "./services/description.ts";
import { answersFor, warmSeconds } from "./measure/warm-up.ts";
import { blockSeconds, VISIT_SECONDS, type Blocks, type Load } from "./settings.ts";
import {
  duetsOnly,
  latencyProcessSeconds,
  sweepProcessSeconds,
  type LatencySettings,
  type Modes,
  type SweepSettings,
} from "./solo.ts";
import { runsOn, whyUnsupported } from "./support.ts";

/**
 * Why two servers are put into a duet: a target with its floor, two floors (a bridge), or
 * node-http/node with itself (the A/A row).
 */
export type Role = "cell" | "bridge" | "aa";

/** Two targets to be measured against each other, by name, and how often. */
export interface Duet {
  readonly role: Role;
  /** Whose task measures it. */
  readonly target: string;
  readonly reference: string;
  readonly scenario: string;
  readonly blocks: number;
}

/** One block of a duet with everything about it that is left to chance, already drawn. */
export interface PlannedBlock {
  readonly duet: Duet;
  /** From 1. */
  readonly n: number;
  /** 2: beyond the planned ones. */
  readonly stage: 1 | 2;
  readonly spawnReferenceFirst: boolean;
  readonly warmReferenceFirst: boolean;
  readonly loadReferenceFirst: boolean;
}

/** A cell that is measured alone: swept, in turn with its floor, or under open loops. */
export interface SoloCell {
  readonly target: string;
  /** What is swept in turn with it; null: nothing. */
  readonly reference: string | null;
  readonly scenario: string;
  /** How many records it gives. */
  readonly steps: number;
  /** How many answers warm each of its processes. */
  readonly answers: number;
  /** About, for one record. */
  readonly secondsEach: number;
}

export interface Plan {
  readonly seed: number;
  readonly load: Load;
  /** The targets that become cells: those asked for, and the floors that they need. */
  readonly targets: readonly Target[];
  /** Everything that is measured, by whichever measure. */
  readonly cells: readonly { target: string; scenario: string }[];
  readonly duets: readonly Duet[];
  readonly sweeps: readonly SoloCell[];
  readonly openLoops: readonly SoloCell[];
  /** Wanted, but not possible. */
  readonly unsupported: readonly { target: string; scenario: string; reason: string }[];
  /** In how many rounds the duets are measured, all targets taking turns in each. */
  readonly rounds: number;
  /** About, for everything. */
  readonly seconds: number;
}

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
  const { sweep, latency } = modes;
  const duets = modes.measure.includes("duets") ? cells : [];
  const sweeps = sweep === null ? [] : cells.map((cell) => sweepOf(cell, sweep, load));
  const openLoops = latency === null ? [] : cells.map((cell) => openLoopOf(cell, latency, load));
  const inDuets = duets.map((duet) => duet.blocks * duetSeconds(duet, load));
  const alone = [...sweeps, ...openLoops].map((cell) => cell.steps * cell.secondsEach);
  // A single target has nobody to take turns with.
  const rounds = duets.length > 0 && targets.length > 1 ? blocks.cell : 1;
  const inVisits = targets.length * rounds * VISIT_SECONDS;
  const seconds = [...inDuets, ...alone, inVisits].reduce((sum, one) => sum + one, 0);
  return { seed, load, targets, cells, duets, sweeps, openLoops, unsupported, rounds, seconds };
}

/** What one block of a duet takes, about, in seconds. */
export function duetSeconds(duet: Pick<Duet, "target" | "reference">, load: Load): number {
  return blockSeconds(load, runtimesOf(duet));
}

/** Those of its two servers. */
export function runtimesOf({ target, reference }: Pick<Duet, "target" | "reference">): Runtime[] {
  return [runtimeOf(target), runtimeOf(reference)];
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

/**
 * The blocks of some duets in the order in which they are measured: in rounds, each with one block
 * of every duet in random order, so that no duet owns a stretch of time (Abedi and Brecht, ICPE
 * 2017).
 */
export function orderBlocks(duets: readonly Duet[], seed: number): PlannedBlock[] {
  const rounds = Math.max(0, ...duets.map((duet) => duet.blocks));
  return Array.from({ length: rounds }, (_, i) => i + 1).flatMap((n) => {
    const due = duets.filter((duet) => duet.blocks >= n);
    const order = shuffled(due, randomFor(seed, "round", n));
    return order.map((duet) => planBlock(duet, n, 1, seed));
  });
}

/** Who is spawned, warmed and loaded first: of four blocks each of them twice the reference. */
const ORDERS = [
  [false, false, false],
  [false, true, true],
  [true, false, true],
  [true, true, false],
] as const;

/**
 * Block `n` of a duet. Its order of spawning, warming and loading is drawn, and balanced within every four blocks
 * (permuted blocks: a half fraction of the 2^3 orders), whichever blocks are planned besides.
 */
export function planBlock(duet: Duet, n: number, stage: 1 | 2, seed: number): PlannedBlock {
  const { target, reference, scenario } = duet;
  const four = Math.floor((n - 1) / ORDERS.length);
  const orders = shuffled(ORDERS, randomFor(seed, target, reference, scenario, four));
  const [spawnReferenceFirst, warmReferenceFirst, loadReferenceFirst] = orders[
    (n - 1) % ORDERS.length
  ] as (typeof ORDERS)[number];
  return { duet, n, stage, spawnReferenceFirst, warmReferenceFirst, loadReferenceFirst };
}

/** The words that name a duet in journals and messages. */
export function duetName(duet: Pick<Duet, "target" | "reference" | "scenario">): string {
  return `${duet.target} ${duet.scenario} against ${duet.reference}`;
}
