import { duetName, type Precision } from "@deadheat/journal";
import { cellName, furtherRounds } from "@deadheat/runner";
import type { TargetPlan } from "../plan/build.ts";
import type { Collected } from "./collected.ts";
import { anchorsOf, EXTRA_ROUNDS, inParts, pairTask, planTasks } from "./plan-tasks.ts";
import type { TaskPart } from "./task.ts";

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

/**
 * Returns further rounds of the pairs whose planned rounds spread too far for the promised interval: the rule of a run on
 * one machine (judge, rules/further.ts). It depends on the spread, and never on who is ahead.
 */
export function furtherTasks(
  plan: TargetPlan,
  cpus: number,
  collected: Collected,
  precision: NonNullable<Precision>,
  clock: Clock,
): TaskPart[] {
  const open = plan.duets.filter((pair) => !collected.failed.has(cellName(pair)));
  const rounds = collected.rounds();
  const { shares } = furtherRounds(open, rounds, precision, clock);
  return open.flatMap((pair) => {
    const share = shares.get(duetName(pair)) ?? 0;
    const own = rounds.filter(
      (round) => duetName(round) === duetName(pair) && round.n < EXTRA_ROUNDS,
    );
    const last = Math.max(pair.rounds, ...own.map(({ n }) => n));
    const numbers = Array.from({ length: share }, (_, i) => last + i + 1);
    return inParts(numbers).map((some) => pairTask(pair, "duets", some, 2, cpus, pair.secondsEach));
  });
}

function namesOf(part: TaskPart): string[] {
  const cell = `${part.kind} ${cellName(part)}`;
  return part.kind === "alone" ? [cell] : part.rounds.map((n) => `${cell} ${n}`);
}

function nameOfPair({ target, base, scenario }: TaskPart): string {
  return duetName({ new: target, base, scenario });
}
