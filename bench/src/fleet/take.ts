import { setTimeout as sleep } from "node:timers/promises";
import { UnrecoverableError, type Job, type Worker } from "bullmq";
import type { Redis } from "ioredis";
import { EnvironmentError, failureOf, messageOf } from "@deadheat/journal";
import { alone, currentHolder } from "@deadheat/measure";
import type { RunEvent } from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import { workersThere, type WorkerState } from "./announce.ts";
import { QueueRefuses, within, type QueuePlace } from "./connection.ts";
import type { Code } from "./inputs.ts";
import { openRunHere, requireHere, type MadeUp, type RunHere } from "./measure-task.ts";
import { leavesLast, SLOW_PACE } from "./plan-tasks.ts";
import { claimAnchors, isReturned, putResult, removeLong, settleAnchors } from "./queue.ts";
import { sealResult } from "./result.ts";
import { openTask, Refused, type Task, type TaskMessage, type TaskPart } from "./task.ts";

/** The time after which a machine looks again at a task that it left to others. */
const OTHERS_SECONDS = 2;
/** The time after which a worker asks again a queue that refuses its commands. */
const REFUSED_SECONDS = 30;
/** The time for which a finished result waits for a queue that is gone. */
const DELIVER_SECONDS = 600;

/** The seconds of the tasks so far, and those that the plan expects of them. */
export interface Paces {
  took: number;
  expected: number;
}

export function paceOf({ took, expected }: Paces): number {
  return expected === 0 ? 1 : took / expected;
}

/** A worker, as its tasks see it. */
export interface Here {
  readonly paces: Paces;
  readonly lockSeconds: number;
  readonly redis: Redis;
  readonly taker: Worker<TaskMessage>;
  readonly place: QueuePlace;
  readonly code: Code;
  readonly io: Io;
  /** Ends the round that runs, some seconds after the first signal of the user or the system. */
  readonly end: AbortSignal;
  readonly state: WorkerState;
}

/** Takes one task, if there is one and nothing else measures on this machine. Returns whether there was one. */
export async function turn(here: Here, runs: Runs, doing: (words: string | null) => void) {
  const { redis, taker, io } = here;
  const { queue: name, worker: id } = here.state;
  try {
    for (const why of await removeLong(redis, name)) io.note(`Refused a task: ${why}`);
    // A waiting worker holds no lock, so that others can measure here meanwhile.
    const waiting = await within(redis.llen(`bull:${name}:wait`));
    if (waiting === 0) {
      // BullMQ moves tasks that wait for another attempt when somebody takes one.
      const delayed = await within(redis.zcount(`bull:${name}:delayed`, "-inf", "+inf"));
      if (delayed === 0) return false;
    }
    if (currentHolder() !== null || (await isForFaster(here, waiting))) return false;
    return await alone(false, io.note, async () => {
      const token = `${id}:${Date.now()}`;
      const job = await within(taker.getNextJob(token, { block: false }));
      if (!job) return false;
      await handle(here, runs, job, token, doing);
      return true;
    });
  } catch (error) {
    if (error instanceof QueueRefuses) {
      io.note(`${error.message}. Trying again in ${REFUSED_SECONDS} s`);
      await sleep(1000 * REFUSED_SECONDS, undefined, { signal: io.signal }).catch(() => {});
    }
    // Another worker or command measures here, or the queue is gone for a while.
    if (error instanceof EnvironmentError) return false;
    throw error;
  } finally {
    doing(null);
  }
}

/** Returns whether this machine is slow, and faster ones would be ready sooner with the tasks that are left. */
async function isForFaster(here: Here, waiting: number): Promise<boolean> {
  const pace = paceOf(here.paces);
  if (pace <= SLOW_PACE) return false;
  const all = await workersThere(here.redis, here.place.key);
  const fast = all.filter(({ queue, pace: its }) => queue === here.state.queue && its <= SLOW_PACE);
  return leavesLast(pace, waiting, new Set(fast.map(({ instance }) => instance)).size);
}

/** Returns whether another machine is to measure a task, and one is there that has not measured its pair. */
async function isForOthers({ redis, place, state }: Here, { elsewhere = [] }: Task) {
  if (!elsewhere.includes(state.instance)) return false;
  const all = await workersThere(redis, place.key);
  return all.some(({ queue, instance }) => queue === state.queue && !elsewhere.includes(instance));
}

/** Measures the task of a job, returns the result, and completes the job. */
async function handle(
  here: Here,
  runs: Runs,
  job: Job<TaskMessage>,
  token: string,
  doing: (words: string) => void,
): Promise<void> {
  const { taker, place, io, code, state, lockSeconds } = here;
  const jobId = job.id ?? "";
  const renew = () =>
    void taker.extendJobLocks([jobId], [token], 1000 * lockSeconds).catch(() => {});
  const renewing = setInterval(renew, 250 * lockSeconds);
  try {
    const task = openTask(job.id, job.data, place.key);
    requireHere(task, code, state.class);
    if (await isReturned(here.redis, jobId)) throw new Refused("its result is there already");
    const run = await runs.of(task);
    run.requirePart(task);
    if (await isForOthers(here, task)) {
      await within(job.moveToDelayed(Date.now() + 1000 * OTHERS_SECONDS, token));
      return;
    }
    await measured(here, run, task, jobId, doing);
    await within(job.moveToCompleted("", token, false)).catch(() => {});
  } catch (error) {
    const isRefused = error instanceof Refused;
    io.note(`${isRefused ? "Refused a task" : "A task failed"}: ${messageOf(error)}`);
    // A message that is no task will be none at the next attempt.
    const Failure = isRefused ? UnrecoverableError : Error;
    const failure = new Failure(messageOf(error).slice(0, 300));
    await within(job.moveToFailed(failure, token, false)).catch(() => {});
  } finally {
    clearInterval(renewing);
  }
}

async function measured(
  here: Here,
  run: RunHere,
  task: Task,
  jobId: string,
  doing: (words: string) => void,
): Promise<void> {
  const { redis, place, io } = here;
  const { instance, worker: id } = here.state;
  const order = await claimAnchors(redis, task.run, instance);
  const anchors = order === null ? [] : run.anchors(order);
  const own = anchors.find((one) => isCellOf(one, task));
  // A task of an anchor has rounds that are measured as the anchor's.
  const rounds = task.rounds.filter((n) => !own?.rounds.includes(n));
  const all = [...anchors, task].reduce((sum, one) => sum + one.rounds.length, 0);
  let count = 0;
  const tell = (event: RunEvent) => {
    if (event.kind !== "record") return;
    const { record } = event;
    const why = failureOf(record);
    if (why !== null) io.note(`${task.target} ${task.scenario}: FAILED: ${why}`);
    if (record.type === "round")
      doing(`${record.new} ${record.scenario}, round ${++count} of ${all}`);
  };
  doing(`${task.target} ${task.scenario}`);
  let journals: string[] = [];
  try {
    const isOver = () => io.signal.aborted;
    const began = performance.now();
    journals = await run.measure({ ...task, rounds }, anchors, isOver, here.end, tell);
    here.paces.took += (performance.now() - began) / 1000;
    here.paces.expected += [...anchors, task].reduce((sum, { seconds }) => sum + seconds, 0);
    const result = { run: task.run, task: jobId, worker: id, instance, journals };
    await deliver(here, task.run, jobId, sealResult(result, place.key));
  } finally {
    const isMeasured = journals.length > 0 && !io.signal.aborted;
    if (order !== null) {
      await settleAnchors(redis, task.run, instance, isMeasured).catch(() => {});
    }
  }
}

function isCellOf(one: TaskPart, { kind, target, scenario }: TaskPart): boolean {
  return one.kind === kind && one.target === target && one.scenario === scenario;
}

/** Stores a result, also if the queue comes back only after a while. After a signal it has until the end of the drain. */
async function deliver({ redis, io, end, state }: Here, run: string, task: string, sealed: string) {
  const until = performance.now() + 1000 * DELIVER_SECONDS;
  for (;;) {
    try {
      return await putResult(redis, run, task, state.worker, sealed);
    } catch (error) {
      if (performance.now() > until || end.aborted) throw error;
      io.note("The queue does not answer. The result waits for it");
      await sleep(2000, undefined, { signal: end }).catch(() => {});
    }
  }
}

/** The run that this worker measures. Another run replaces it. */
export class Runs {
  readonly #code: Code;
  readonly #io: Io;
  readonly #made: MadeUp | undefined;
  #open: RunHere | null = null;

  constructor(code: Code, io: Io, made?: MadeUp) {
    this.#made = made;
    this.#code = code;
    this.#io = io;
  }

  async of(task: Task): Promise<RunHere> {
    if (this.#open?.digest === task.plan && this.#open.run === task.run) return this.#open;
    await this.stop();
    this.#open = await openRunHere(task, this.#code, this.#io, this.#made);
    return this.#open;
  }

  async stop(): Promise<void> {
    await this.#open?.stop();
    this.#open = null;
  }
}
