import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { UnrecoverableError, Worker, type Job } from "bullmq";
import type { Redis } from "ioredis";
import { EnvironmentError, messageOf } from "@deadheat/journal";
import { alone, currentHolder, describeMachine, thisInstance } from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import { prepare } from "../plan/prepare.ts";
import { DEFAULT_PROFILE } from "../plan/profiles.ts";
import { announce, leave, workersThere, type WorkerState } from "./announce.ts";
import { connect, openlySent, QueueLost, within, type QueuePlace } from "./connection.ts";
import { codeOf, queueName, type Code } from "./inputs.ts";
import { openRunHere, requireHere, type MadeUp, type RunHere } from "./measure-task.ts";
import { leavesLast, SLOW_PACE } from "./plan-tasks.ts";
import { claimAnchors, putResult, removeLong, settleAnchors } from "./queue.ts";
import { sealResult } from "./result.ts";
import { openTask, Refused, type Task, type TaskMessage, type TaskPart } from "./task.ts";

/** A task whose worker says nothing for this time goes to another worker. */
const LOCK_SECONDS = 20;
const RENEW_SECONDS = 5;
/** The times that a task may lose its worker. */
const MOST_STALLS = 5;
const POLL_SECONDS = 0.5;
/** The time for which a finished result waits for a queue that is gone. */
const DELIVER_SECONDS = 600;

/** The time for the round that runs. Kubernetes ends a pod 30 s after its first signal. */
const DRAIN_SECONDS = 20;

export interface WorkerOptions {
  /** The name of this worker in the coordinator's lines. */
  readonly label: string | null;
  /** The seconds without a task after which the worker ends; null to wait until a signal. */
  readonly idleSeconds: number | null;
  /** The time after which a worker that says nothing has lost its task; 20 s unless given. */
  readonly lockSeconds?: number;
  readonly made?: MadeUp;
}

type Notes = Pick<Io, "note">;

/**
 * Measures tasks from a queue, one at a time and alone on this machine, until the signal. At the first signal the round that
 * runs is finished, and what was measured is returned.
 * @throws EnvironmentError if the queue cannot be reached
 */
export async function work(place: QueuePlace, options: WorkerOptions, io: Io): Promise<void> {
  const prepared = await prepare({ profile: DEFAULT_PROFILE }, io);
  const { settings } = prepared;
  const code = codeOf(settings);
  const name = queueName(settings.machine.fingerprint, code.digest);
  const redis = await connect(place);
  const id = randomUUID().slice(0, 13);
  const state: WorkerState = {
    worker: id,
    label: (options.label ?? id).slice(0, 60),
    queue: name,
    commit: code.commit,
    class: settings.machine.fingerprint,
    cpu: describeMachine("most").cpu.slice(0, 100),
    instance: thisInstance(),
    pace: 1,
    doing: null,
  };
  const paces = { took: 0, expected: 0 };
  const warning = openlySent(place);
  if (warning !== null) io.note(warning);
  io.note(
    `Worker ${state.label} waits for tasks of class ${state.class}, commit ${code.commit?.slice(0, 12) ?? "none"}`,
  );
  const { lockSeconds = LOCK_SECONDS } = options;
  const taker = new Worker<TaskMessage>(name, null, {
    connection: redis,
    autorun: false,
    lockDuration: 1000 * lockSeconds,
    stalledInterval: 500 * lockSeconds,
    maxStalledCount: MOST_STALLS,
  });
  taker.on("error", () => {});
  const ending = new AbortController();
  const drain = () => {
    io.note("Finishing the round. Interrupt again to stop at once");
    setTimeout(() => ending.abort(), 1000 * DRAIN_SECONDS).unref();
  };
  io.signal.addEventListener("abort", drain, { once: true });
  const here = {
    paces,
    lockSeconds,
    redis,
    taker,
    place,
    code,
    io,
    end: ending.signal,
    state,
  };
  let doing: string | null = null;
  const tell = () =>
    void announce(redis, { ...state, pace: paceOf(paces), doing }, place.key).catch(() => {});
  tell();
  const telling = setInterval(tell, 1000 * RENEW_SECONDS);
  const runs = new Runs(code, io, options.made);
  try {
    void taker.startStalledCheckTimer().catch(() => {});
    let since = performance.now();
    while (!io.signal.aborted) {
      const seconds = (performance.now() - since) / 1000;
      if (options.idleSeconds !== null && seconds > options.idleSeconds) return;
      const did = await turn(here, runs, (words) => {
        doing = words;
        tell();
      });
      if (did) since = performance.now();
      else await sleep(1000 * POLL_SECONDS, undefined, { signal: io.signal }).catch(() => {});
    }
  } finally {
    clearInterval(telling);
    io.signal.removeEventListener("abort", drain);
    await runs.stop();
    await leave(redis, id).catch(() => {});
    await within(taker.close(true), 3).catch(() => {});
    redis.disconnect();
  }
}

/** The seconds of the tasks so far, and those that the plan expects of them. */
interface Paces {
  took: number;
  expected: number;
}

function paceOf({ took, expected }: Paces): number {
  return expected === 0 ? 1 : took / expected;
}

interface Here {
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
async function turn(here: Here, runs: Runs, doing: (words: string | null) => void) {
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
    // Another worker or command measures here, or the queue is gone for a while.
    if (error instanceof EnvironmentError || error instanceof QueueLost) return false;
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
    const run = await runs.of(task);
    run.requirePart(task);
    doing(`${task.target} ${task.scenario}`);
    await measured(here, run, task, jobId);
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

async function measured(here: Here, run: RunHere, task: Task, jobId: string): Promise<void> {
  const { redis, place, io } = here;
  const { instance, worker: id } = here.state;
  const order = await claimAnchors(redis, task.run, instance);
  const anchors = order === null ? [] : run.anchors(order);
  const own = anchors.find((one) => isCellOf(one, task));
  // A task of an anchor has rounds that are measured as the anchor's.
  const rounds = task.rounds.filter((n) => !own?.rounds.includes(n));
  let journals: string[] = [];
  try {
    const isOver = () => io.signal.aborted;
    const began = performance.now();
    journals = await run.measure({ ...task, rounds }, anchors, isOver, here.end, io.note);
    here.paces.took += (performance.now() - began) / 1000;
    here.paces.expected += [...anchors, task].reduce((sum, { seconds }) => sum + seconds, 0);
    const result = { run: task.run, task: jobId, worker: id, instance, journals };
    await deliver(redis, task.run, `${jobId}-${id}`, sealResult(result, place.key), io);
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

/** Stores a result, also if the queue comes back only after a while. */
async function deliver(redis: Redis, run: string, name: string, sealed: string, { note }: Notes) {
  const until = performance.now() + 1000 * DELIVER_SECONDS;
  for (;;) {
    try {
      return await putResult(redis, run, name, sealed);
    } catch (error) {
      if (performance.now() > until) throw error;
      note("The queue does not answer. The result waits for it");
      await sleep(2000);
    }
  }
}

/** The run that this worker measures. Another run replaces it. */
class Runs {
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
