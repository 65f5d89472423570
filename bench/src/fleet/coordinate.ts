import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { EnvironmentError, Interrupted } from "@deadheat/journal";
import { MINIMUM_ROUNDS } from "@deadheat/judge";
import { cellName, type RunEvent } from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import type { TargetPlan } from "../plan/build.ts";
import { workersThere } from "./announce.ts";
import type { Collected } from "./collected.ts";
import { QueueLost, type QueuePlace } from "./connection.ts";
import { queueName } from "./inputs.ts";
import { furtherTasks, plannedTasks } from "./needed.ts";
import { takeResults, type Tasks } from "./queue.ts";
import { openResult } from "./result.ts";
import { Refused, sealTask, taskOf, type PlanOfRun, type TaskPart } from "./task.ts";
import { showMachines } from "./show.ts";

const POLL_SECONDS = 1;
/** Every fifth poll also asks for the state of each task. */
const STATES_EVERY = 5;
/** The times that a task comes back without a result before its cell counts as failed. */
const MOST_TRIES = 5;
/** The time without any worker, or without the queue, after which a run gives up. Its rounds are kept. */
const PATIENCE_SECONDS = 600;
const LOST_SECONDS = 120;
/** The first passes of a budget are always measured. */
const SURE_PASSES = 1;

/** A run of a fleet, and everything that its tasks need. */
export interface Coordinated {
  readonly of: PlanOfRun;
  readonly plan: TargetPlan;
  readonly cpus: number;
  readonly collected: Collected;
  readonly precision: { readonly halfWidth: number; readonly spare: number } | null;
  /** The time after which no further pass begins; null if there is no limit. */
  readonly withinSeconds: number | null;
  readonly redis: Redis;
  readonly tasks: Tasks;
  readonly place: QueuePlace;
  readonly tell: (event: RunEvent) => void;
  /** Returns why no worker can come any more; null while that is not known. */
  readonly broken?: () => string | null;
}

interface Queued {
  readonly part: TaskPart;
  /** The checks in a row at which Redis did not know the task. */
  gone: number;
}

/**
 * Submits the tasks of a run, and collects their results until all are there. Tasks that Redis has lost are submitted again.
 * @returns the reasons why rounds are missing, by the name of the cell
 * @throws Interrupted; EnvironmentError if no worker or no queue is there for a long time. What was measured is kept
 */
export async function coordinate(run: Coordinated, io: Io): Promise<ReadonlyMap<string, string>> {
  const began = performance.now();
  const queued = new Map<string, Queued>();
  const tries = new Map<string, number>();
  const lost = new Map<string, string>();
  let alive = performance.now();
  let answered = performance.now();
  let further = 0;
  const elapsed = () => (performance.now() - began) / 1000;
  const queue = queueName(run.of.class, run.of.code);
  const show = showMachines(io, run.of.commit);
  try {
    for (let poll = 0; ; poll++) {
      if (io.signal.aborted) throw new Interrupted();
      const why = run.broken?.() ?? null;
      if (why !== null) throw new EnvironmentError(`${why}. ${AGAIN}`);
      try {
        await collect(run, queued, io);
        if (poll % STATES_EVERY === STATES_EVERY - 1) await lookAfter(run, queued, lost, tries, io);
        if (queued.size === 0 || poll % STATES_EVERY === 0) {
          const due = dueNow(run, queued, lost, elapsed(), further);
          further += due.filter(({ stage }) => stage === 2).length;
          for (const part of due) await submit(run, queued, lost, part, tries);
          if (queued.size === 0) return lost;
        }
        if (isLate(run, elapsed())) await withdraw(run, queued, false);
        answered = performance.now();
        const workers = await workersThere(run.redis, run.place.key);
        const own = workers.filter((one) => one.queue === queue);
        const others = workers.filter((one) => one.queue !== queue);
        show(own, others, queued.size);
        if (own.length > 0) alive = performance.now();
      } catch (error) {
        if (!(error instanceof QueueLost)) throw error;
        const seconds = (performance.now() - answered) / 1000;
        if (seconds > LOST_SECONDS) {
          throw new EnvironmentError(
            `The queue has not answered for ${Math.round(seconds)} s. ${AGAIN}`,
          );
        }
        io.note("The queue does not answer. Waiting for it");
        alive = performance.now();
      }
      if ((performance.now() - alive) / 1000 > PATIENCE_SECONDS) {
        throw new EnvironmentError(
          `No worker has been there for ${PATIENCE_SECONDS / 60} min. ${AGAIN}`,
        );
      }
      await sleep(1000 * POLL_SECONDS, undefined, { signal: io.signal }).catch(() => {});
    }
  } finally {
    await withdraw(run, queued, true).catch(() => {});
  }
}

const AGAIN = "What was measured is kept: add --resume to measure the rest";

/** Returns the parts that are due: the planned ones, what is left of the anchors, then further rounds. */
function dueNow(
  run: Coordinated,
  queued: ReadonlyMap<string, Queued>,
  lost: ReadonlyMap<string, string>,
  elapsedSeconds: number,
  further: number,
): TaskPart[] {
  const { plan, cpus, collected, precision, withinSeconds } = run;
  const waiting = [...queued.values()].map(({ part }) => part);
  const isOver = isLate(run, elapsedSeconds);
  const open = (parts: readonly TaskPart[]) => parts.filter((part) => !lost.has(cellName(part)));
  // Machines may still take planned rounds of the anchors as their own.
  for (const withAnchors of queued.size === 0 ? [false, true] : [false]) {
    const passes = plannedTasks(plan, cpus, collected, waiting, withAnchors);
    const due = open((isOver ? passes.slice(0, SURE_PASSES) : passes).flat());
    if (due.length > 0) return due;
  }
  if (queued.size > 0 || precision === null || isOver || further >= precision.spare) return [];
  return open(furtherTasks(plan, cpus, collected, precision, { withinSeconds, elapsedSeconds }));
}

async function submit(
  { of, place, tasks }: Coordinated,
  queued: Map<string, Queued>,
  lost: Map<string, string>,
  part: TaskPart,
  tries: Map<string, number>,
): Promise<void> {
  const { id, message } = sealTask(taskOf(of, part), place.key);
  const before = tries.get(id) ?? 0;
  if (before >= MOST_TRIES) {
    lost.set(cellName(part), `its task came back ${before} times without a result`);
    return;
  }
  tries.set(id, before + 1);
  // A failed job of an earlier attempt would keep its id.
  const { state } = await tasks.stateOf(id);
  if (state === "failed") await tasks.remove(id);
  await tasks.submit(id, message);
  queued.set(id, { part, gone: 0 });
}

/** Takes the results that have come. */
async function collect(run: Coordinated, queued: Map<string, Queued>, io: Io): Promise<void> {
  const { of, place, redis, collected } = run;
  const refuse = (why: string) => io.note(`Refused a result: ${why}`);
  const handle = async (sealed: string) => {
    try {
      const result = openResult(sealed, of.run, place.key);
      // Rounds that a worker did not finish are submitted again.
      queued.delete(result.task);
      const records = collected.accept(result);
      for (const record of records) run.tell({ kind: "record", record });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(error.message);
    }
  };
  await takeResults(redis, of.run, handle, refuse);
}

/** Asks for the state of each task: those that failed are given up, and those that Redis has lost are submitted again. */
async function lookAfter(
  run: Coordinated,
  queued: Map<string, Queued>,
  lost: Map<string, string>,
  tries: Map<string, number>,
  io: Io,
): Promise<void> {
  for (const [id, task] of queued) {
    const { state, reason } = await run.tasks.stateOf(id);
    if (state === "waiting" || state === "active") task.gone = 0;
    if (state === "waiting" && run.collected.failed.has(cellName(task.part))) {
      queued.delete(id);
      await run.tasks.remove(id);
      continue;
    }
    if (state === "failed") {
      queued.delete(id);
      lost.set(cellName(task.part), reason ?? "its task failed");
      io.note(`${cellName(task.part)}: no worker could measure it: ${reason ?? ""}`);
      await run.tasks.remove(id);
    }
    // A result may be on its way while its task has ended already.
    if (state !== "gone" || ++task.gone < 2) continue;
    queued.delete(id);
    io.note(`${cellName(task.part)}: the queue has lost its task. Submitting it again`);
    await submit(run, queued, lost, task.part, tries);
  }
}

function isLate({ withinSeconds }: Coordinated, elapsedSeconds: number): boolean {
  return withinSeconds !== null && elapsedSeconds > withinSeconds;
}

/**
 * Removes tasks from the queue that no worker has begun.
 * @param all false to leave the first rounds of each cell
 */
async function withdraw(
  { tasks }: Coordinated,
  queued: Map<string, Queued>,
  all: boolean,
): Promise<void> {
  for (const [id, { part }] of queued) {
    if (!all && part.rounds.some((n) => n <= MINIMUM_ROUNDS)) continue;
    const { state } = await tasks.stateOf(id);
    if (state !== "waiting") continue;
    // A worker may have begun it meanwhile.
    await tasks.remove(id).catch((error: unknown) => {
      if (error instanceof QueueLost) throw error;
    });
    queued.delete(id);
  }
}
