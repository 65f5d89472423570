import type { Duet } from "@deadheat/journal";
import { MINIMUM_ROUNDS } from "@deadheat/judge";
import { randomFor, shuffled } from "@deadheat/measure";
import { cellName, deal } from "@deadheat/runner";
import type { TargetPlan } from "../plan/build.ts";
import type { TaskPart } from "./task.ts";

/** The rounds of a task: the fewest that show how far rounds spread. */
const ROUNDS_PER_TASK = MINIMUM_ROUNDS;
/** The rounds of each anchor on each machine. Two are enough, since the spread is that of all machines' rounds together. */
const ANCHOR_ROUNDS = 2;

/** A pass of tasks: some rounds of each cell, so that no cell's rounds all fall into the same minutes. */
export type Pass = readonly TaskPart[];

/**
 * Returns the tasks of a plan, in passes, each in its own order. Pure: the same arguments give the same tasks.
 * @param cpus the number of CPUs that a task uses
 */
export function planTasks(plan: TargetPlan, cpus: number): readonly Pass[] {
  const { duets, costs, seed } = plan;
  const passes: TaskPart[][] = [];
  for (const [kind, pairs] of [
    ["duets", duets],
    ["costs", costs],
  ] as const) {
    const offset = passes.length;
    for (const pair of pairs) {
      const numbers = Array.from({ length: pair.rounds }, (_, i) => i + 1);
      for (const [i, rounds] of inParts(numbers).entries()) {
        (passes[offset + i] ??= []).push(pairTask(pair, kind, rounds, 1, cpus, pair.secondsEach));
      }
    }
  }
  const alone = aloneTasks(plan, cpus);
  if (alone.length > 0) passes.push(alone);
  return passes.map((pass, i) => shuffled(pass, randomFor(seed, "tasks", i)));
}

/** Returns rounds in parts for tasks. No part is much smaller than another, as a single round has no spread. */
export function inParts(rounds: readonly number[]): number[][] {
  const count = Math.ceil(rounds.length / ROUNDS_PER_TASK);
  return Array.from({ length: count }, (_, i) => {
    const at = (k: number) => Math.round((k * rounds.length) / count);
    return rounds.slice(at(i), at(i + 1));
  });
}

export function pairTask(
  { new: target, base, scenario, role }: Duet,
  kind: "duets" | "costs",
  rounds: readonly number[],
  stage: 1 | 2,
  cpus: number,
  secondsEach: number,
): TaskPart {
  const seconds = rounds.length * secondsEach;
  return { target, base, scenario, role, kind, rounds: [...rounds], stage, cpus, seconds };
}

function aloneTasks({ sweeps, openLoops }: TargetPlan, cpus: number): TaskPart[] {
  const cells = Map.groupBy([...sweeps, ...openLoops], cellName);
  return [...cells.values()].map((some) => {
    const [{ target, scenario }] = some as [(typeof some)[0]];
    const seconds = some.reduce((sum, { steps, secondsEach }) => sum + steps * secondsEach, 0);
    const base = some.find(({ reference }) => reference !== null)?.reference ?? target;
    const role = base === target ? "aa" : "cell";
    return { target, base, scenario, role, kind: "alone", rounds: [], stage: 1, cpus, seconds };
  });
}

/** The pairs that every machine measures, so that machines can be compared: the noise check and two anchors. */
export function anchorsOf(plan: TargetPlan): TargetPlan["duets"] {
  const names = new Set(deal(plan, 2).shared.map(cellName));
  return plan.duets.filter((duet) => names.has(cellName({ ...duet, target: duet.new })));
}

/** The numbers of rounds that no plan has, from here on. Machines beyond those that share the planned rounds use them. */
export const EXTRA_ROUNDS = 10_000;

/**
 * Returns the rounds of the anchors on a machine. The first machines take the planned rounds, so a run on one machine
 * measures no round more than a run without a fleet. Later machines add rounds.
 * @param order the number of the machine in the run, from 0
 */
export function anchorTasks(plan: TargetPlan, order: number, cpus: number): TaskPart[] {
  return anchorsOf(plan).map((pair) => {
    const numbers = Array.from({ length: ANCHOR_ROUNDS }, (_, i) => {
      const n = order * ANCHOR_ROUNDS + i + 1;
      return n <= pair.rounds ? n : EXTRA_ROUNDS + n;
    });
    return pairTask(pair, "duets", numbers, 1, cpus, pair.secondsEach);
  });
}

/** How much slower than the plan a machine is that leaves the last tasks to faster ones. */
export const SLOW_PACE = 1.5;

/**
 * Returns whether a machine leaves the tasks in the queue to faster ones, which are ready with them sooner.
 * @param pace the time of the machine's rounds, as a multiple of the plan's
 * @param faster the number of machines that are there and not slow
 */
export function leavesLast(pace: number, waiting: number, faster: number): boolean {
  return pace > SLOW_PACE && waiting <= faster * (pace - 1);
}
