import { duetName, type Precision } from "@deadheat/journal";
import {
  apartIn,
  closestToVerdict,
  secondsEach,
  shareSpare,
  spareRounds,
  type Result,
} from "@deadheat/judge";
import { cellName } from "@deadheat/runner";
import type { TargetPlan } from "../plan/build.ts";
import type { Collected } from "./collected.ts";
import { anchorsOf, EXTRA_ROUNDS, inParts, pairTask, planTasks } from "./plan-tasks.ts";
import { MOST_ELSEWHERE, type TaskPart } from "./task.ts";

export interface Clock {
  readonly withinSeconds: number | null;
  readonly elapsedSeconds: number;
}

/**
 * Returns the planned tasks that are neither measured nor in the queue, in their order.
 * @param queued the parts in the queue
 * @param withAnchors false while machines may still take the planned rounds of the anchors as their own
 */
export function plannedTasks(
  plan: TargetPlan,
  cpus: number,
  collected: Collected,
  queued: readonly TaskPart[],
  withAnchors: boolean,
): TaskPart[][] {
  const anchors = new Set(anchorsOf(plan).map(duetName));
  const waiting = new Set(queued.flatMap(namesOf));
  return planTasks(plan, cpus).map((pass) =>
    pass.flatMap((part) => {
      if (collected.failed.has(cellName(part))) return [];
      if (part.kind === "alone") {
        return collected.hasAlone(part) || waiting.has(namesOf(part)[0] ?? "") ? [] : [part];
      }
      const { kind } = part;
      if (!withAnchors && kind === "duets" && anchors.has(nameOfPair(part))) return [];
      const rounds = part.rounds.filter(
        (n) => !collected.has(kind, part, n) && !waiting.has(`${kind} ${cellName(part)} ${n}`),
      );
      const seconds = (part.seconds * rounds.length) / part.rounds.length;
      return rounds.length === 0 ? [] : [{ ...part, rounds, seconds }];
    }),
  );
}

/** The tasks that each machine gets before the rest is decided again. */
const TASKS_PER_MACHINE = 2;

/**
 * Returns the next further rounds: of the pairs whose planned rounds spread too far for the promised interval, those first
 * that are closest to a verdict (judge, result/closest.ts). Where machines differ more than rounds do, another machine
 * measures the pair. None of this depends on who is ahead.
 * @param machines the number of machines that are there
 */
export function furtherTasks(
  plan: TargetPlan,
  cpus: number,
  collected: Collected,
  soFar: Result,
  precision: NonNullable<Precision>,
  { withinSeconds, elapsedSeconds }: Clock,
  machines: number,
): TaskPart[] {
  const rounds = collected.rounds();
  const had = rounds.filter(({ stage }) => stage === 2).length;
  const limits = { ...precision, withinSeconds, spare: precision.spare - had };
  const spare = spareRounds(limits, elapsedSeconds, secondsEach(rounds) / machines);
  const open = plan.duets
    .filter((pair) => !collected.failed.has(cellName({ ...pair, target: pair.new })))
    .map((pair) => {
      const own = rounds.filter((round) => duetName(round) === duetName(pair));
      return { ...pair, own, rounds: own.filter(({ stage }) => stage !== 2).length };
    });
  const shares = shareSpare(open, rounds, { ...precision, spare }, closestToVerdict(soFar));
  const apart = apartIn(soFar);
  const tasks = [...shares].map(([name, share]) => {
    const pair = open.find((one) => duetName(one) === name)!;
    const planned = plan.duets.find((one) => duetName(one) === name)!.rounds;
    const last = Math.max(planned, ...pair.own.map(({ n }) => n).filter((n) => n < EXTRA_ROUNDS));
    const numbers = Array.from({ length: share }, (_, i) => last + i + 1);
    const elsewhere = apart.get(name);
    return inParts(numbers).map((some) => ({
      ...pairTask(pair, "duets", some, 2, cpus, pair.secondsEach),
      ...(elsewhere && { elsewhere: elsewhere.slice(0, MOST_ELSEWHERE) }),
    }));
  });
  // The first task of each pair, then the second of each.
  const most = Math.max(0, ...tasks.map((own) => own.length));
  const inTurn = Array.from({ length: most }, (_, k) => tasks.flatMap((own) => own[k] ?? []));
  return inTurn.flat().slice(0, TASKS_PER_MACHINE * machines);
}

function namesOf(part: TaskPart): string[] {
  const cell = `${part.kind} ${cellName(part)}`;
  return part.kind === "alone" ? [cell] : part.rounds.map((n) => `${cell} ${n}`);
}

function nameOfPair({ target, base, scenario }: TaskPart): string {
  return duetName({ new: target, base, scenario });
}
