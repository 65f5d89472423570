// Simulates a plan on machines, some slow, and some that die. Nothing is measured: the times are those of the plan.
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { randomFor } from "@deadheat/measure";
import { deal, dealtSeconds } from "@deadheat/runner";
import { anchorTasks, leavesLast, planTasks } from "../src/fleet/plan-tasks.ts";
import type { TargetPlan } from "../src/plan/build.ts";

/** The machines of a simulation: one of five is three times slower, and one of twenty dies on the way. */
const SLOW = 3;
const SLOW_SHARE = 1 / 5;
const DIE_SHARE = 1 / 20;
/** The time of a task besides its rounds: to take it, and to check the responses of a target that is new to the machine. */
const TASK_SECONDS = 0.5;
const CHECK_SECONDS = 2;
/** The time until the queue gives the task of a dead worker to another one: its lock, and the next check. */
const STALLED_SECONDS = 30;

export interface Machine {
  /** The time of its rounds, as a multiple of the plan's. */
  readonly factor: number;
  /** The second at which it dies; Infinity for most. */
  readonly dies: number;
}

export interface Simulated {
  /** The time until the last round is there. */
  readonly seconds: number;
  /** The share of the machines' work that is no planned round: anchors beyond the plan, and rounds lost with a machine. */
  readonly repeated: number;
  /** The share of the living machines' time in which they wait. */
  readonly idle: number;
  /** How much longer it takes than if the planned rounds were divided without any loss. */
  readonly overhead: number;
}

/** Returns machines, drawn from a seed. At least one lives and is not slow. */
export function drawMachines(count: number, planSeconds: number, seed: number): Machine[] {
  const random = randomFor(seed, "machines", count);
  const draw = () => uniformInt(random, 0, 999_999) / 1e6;
  return Array.from({ length: count }, (_, i) => ({
    factor: i > 0 && draw() < SLOW_SHARE ? SLOW : 1,
    dies: i > 0 && draw() < DIE_SHARE ? (draw() * planSeconds) / count : Infinity,
  }));
}

/** Simulates workers that take tasks from a queue. */
export function simulateFleet(plan: TargetPlan, machines: readonly Machine[]): Simulated {
  interface Work {
    readonly seconds: number;
    readonly target: string;
    /** The second from which a worker may take it. */
    from: number;
  }
  const passes = planTasks(plan, 1);
  const first = anchorTasks(plan, 0, 1);
  const anchors = new Set(first.map(nameOf));
  const queue: Work[] = passes
    .flat()
    .filter((part) => !anchors.has(nameOf(part)))
    .map((part) => ({ ...part, from: 0 }));
  const clocks = machines.map(() => 0);
  const seen = machines.map(() => new Set<string>());
  let worked = 0;
  let order = 0;
  let last = 0;
  const alive = new Set(machines.keys());
  const begun = new Set<number>();
  const isDone = () => queue.length === 0;
  for (;;) {
    const free = [...alive].toSorted((a, b) => clocks[a]! - clocks[b]!);
    const [i] = free;
    if (i === undefined || isDone()) break;
    const { factor, dies } = machines[i]!;
    const now = clocks[i]!;
    const next = queue.find(({ from }) => from <= now);
    const faster = [...alive].filter((one) => machines[one]!.factor === 1).length;
    if (begun.has(i) && leavesLast(factor, queue.length, faster)) {
      // A worker asks again every half second.
      clocks[i] = now + 0.5;
      continue;
    }
    if (!next) {
      clocks[i] = Math.min(...queue.map(({ from }) => from));
      continue;
    }
    queue.splice(queue.indexOf(next), 1);
    let seconds = next.seconds;
    const targets = [next.target];
    if (!begun.has(i)) {
      begun.add(i);
      for (const part of anchorTasks(plan, order++, 1)) {
        seconds += part.seconds;
        targets.push(part.target);
      }
    }
    const fresh = targets.filter((target) => !seen[i]!.has(target));
    for (const target of fresh) seen[i]!.add(target);
    const end = now + factor * (seconds + TASK_SECONDS + CHECK_SECONDS * fresh.length);
    if (end > dies) {
      alive.delete(i);
      worked += Math.max(0, dies - now) / factor;
      queue.unshift({ ...next, from: Math.max(now, dies) + STALLED_SECONDS });
      continue;
    }
    worked += seconds;
    clocks[i] = end;
    last = Math.max(last, end);
  }
  // The machine that is free first takes the planned rounds of the anchors that are left.
  const share = (first[0]?.rounds.length ?? 1) * order;
  for (const part of first) {
    const pair = plan.duets.find(
      (one) => one.new === part.target && one.scenario === part.scenario,
    );
    const left = Math.max(0, (pair?.rounds ?? 0) - share) * (pair?.secondsEach ?? 0);
    const [i] = [...alive].toSorted((a, b) => clocks[a]! - clocks[b]!);
    if (i === undefined || left === 0) continue;
    worked += left;
    clocks[i] = clocks[i]! + machines[i]!.factor * left;
    last = Math.max(last, clocks[i]!);
  }
  return summed(plan, machines, last, worked);
}

/** Simulates shards. The first machine that is ready measures the shard of a machine that died, once it is missed. */
export function simulateShards(plan: TargetPlan, machines: readonly Machine[]): Simulated {
  const { shared, own } = deal(plan, machines.length);
  let worked = 0;
  let last = 0;
  const holes: number[] = [];
  const clocks = machines.map(({ factor, dies }, i) => {
    const seconds = dealtSeconds([...shared, ...(own[i] ?? [])]);
    if (factor * seconds > dies) {
      worked += dies / factor;
      holes.push(seconds);
      return dies;
    }
    worked += seconds;
    return factor * seconds;
  });
  const living = machines.flatMap(({ dies }, i) => (clocks[i] === dies ? [] : [i]));
  last = Math.max(...living.map((i) => clocks[i]!));
  // Nobody sees the hole before the others are ready.
  const fast = living.filter((i) => machines[i]!.factor === 1);
  const ready = last;
  for (const [k, seconds] of holes.entries()) {
    const i = fast[k % fast.length]!;
    const begin = Math.max(ready, clocks[i]!);
    clocks[i] = begin + seconds;
    worked += seconds;
    last = Math.max(last, clocks[i]!);
  }
  return summed(plan, machines, last, worked);
}

function summed(
  plan: TargetPlan,
  machines: readonly Machine[],
  seconds: number,
  worked: number,
): Simulated {
  const capacity = machines.reduce(
    (sum, { factor, dies }) => sum + Math.min(seconds, dies) / factor,
    0,
  );
  const ideal = idealSeconds(plan.seconds, machines);
  return {
    seconds,
    repeated: Math.max(0, 1 - plan.seconds / worked),
    idle: Math.max(0, 1 - worked / capacity),
    overhead: seconds / ideal - 1,
  };
}

/** Returns the time in which machines can do an amount of work, if it could be divided at will. */
function idealSeconds(work: number, machines: readonly Machine[]): number {
  let [low, high] = [0, work * SLOW];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    const done = machines.reduce(
      (sum, { factor, dies }) => sum + Math.min(middle, dies) / factor,
      0,
    );
    if (done < work) low = middle;
    else high = middle;
  }
  return high;
}

function nameOf({ kind, target, scenario }: { kind: string; target: string; scenario: string }) {
  return `${kind} ${target} ${scenario}`;
}
