import {
  floors,
  isFloor,
  referenceOf,
  runtimesOf,
  UsageError,
  type Duet,
  type Role,
} from "@deadheat/journal";
import { budgetWords, LEAST_BLOCKS, MINIMUM_BLOCKS } from "@deadheat/judge";
import { blockSeconds } from "@deadheat/measure";
import type { Enough } from "./rounds.ts";
import type { Running, RunTarget } from "./running.ts";

/** Of each duet, where neither a budget nor a number was asked for. */
const USUAL_ROUNDS = 8;

/**
 * When a run is enough.
 * @throws UsageError where what was asked for contradicts itself or says too little
 */
export function enoughFor({ blocks, budgetSeconds }: Running): Enough {
  if (blocks !== null && budgetSeconds !== null) {
    throw new UsageError("give --blocks or --budget: one decides the other");
  }
  if (blocks !== null && blocks < LEAST_BLOCKS) {
    throw new UsageError("the spread of a single block is unknown: --blocks 2 or more");
  }
  if (budgetSeconds !== null) return { kind: "budget", budgetSeconds };
  return { kind: "rounds", rounds: blocks ?? USUAL_ROUNDS };
}

/** How many blocks of each duet are planned: with a budget, the least. */
export function plannedBlocks(enough: Enough): number {
  return enough.kind === "rounds" ? enough.rounds : MINIMUM_BLOCKS;
}

/** What is measured of a target: with each request a duet with its floor, of a floor the bridge or the A/A row. */
export function duetsOf(target: RunTarget, { requests }: Running, enough: Enough): Duet[] {
  const role = roleOf(target);
  const blocks = plannedBlocks(enough);
  const reference = referenceOf(target);
  return requests.map(({ name }) => {
    return { role, target: target.name, reference, scenario: name, blocks };
  });
}

function roleOf({ name }: RunTarget): Role {
  if (!isFloor(name)) return "cell";
  return name === floors.node ? "aa" : "bridge";
}

/** @throws UsageError where a name stands for two, or for a floor */
export function refuseTwins({ targets, requests }: Running): void {
  const taken = targets.find(({ name }) => isFloor(name));
  if (taken) {
    throw new UsageError(`${taken.name} is the name of a floor: give that target another label`);
  }
  const target = twinIn(targets);
  if (target) throw new UsageError(`two targets are called ${target.name}: give each a label`);
  const request = twinIn(requests);
  if (request) throw new UsageError(`two requests are called ${request.name}: give each a name`);
}

function twinIn<T extends { readonly name: string }>(named: readonly T[]): T | undefined {
  return named.find(({ name }, i) => named.findIndex((other) => other.name === name) < i);
}

/** @throws UsageError where a budget holds less than the least rounds of these duets, with one that does */
export function refuseShortBudget(enough: Enough, duets: readonly Duet[], { load }: Running): void {
  if (enough.kind === "rounds") return;
  const round = duets.reduce((sum, duet) => sum + blockSeconds(load, runtimesOf(duet)), 0);
  const least = MINIMUM_BLOCKS * round;
  if (enough.budgetSeconds >= least) return;
  throw new UsageError(
    `${MINIMUM_BLOCKS} rounds of ${duets.length} duets, the least, take about ${budgetWords(least)} on an ordinary ` +
      `machine: give --budget ${budgetWords(least)} or more, or fewer targets or requests`,
  );
}
