import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "bullmq";
import type { Redis } from "ioredis";
import { describeMachine, thisInstance } from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import { prepare } from "../plan/prepare.ts";
import { DEFAULT_PROFILE } from "../plan/profiles.ts";
import { announce, leave, type WorkerState } from "./announce.ts";
import { connect, openlySent, within, type QueuePlace } from "./connection.ts";
import { codeOf, queueName } from "./inputs.ts";
import type { MadeUp } from "./measure-task.ts";
import { paceOf, Runs, turn } from "./take.ts";
import type { TaskMessage } from "./task.ts";

/** A task whose worker says nothing for this time goes to another worker. */
const LOCK_SECONDS = 20;
const RENEW_SECONDS = 5;
/** The times that a task may lose its worker. */
const MOST_STALLS = 5;
const POLL_SECONDS = 0.5;

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

/**
 * Measures tasks from a queue, one at a time and alone on this machine, until the signal. At the first signal the round that
 * runs is finished, and what was measured is returned.
 * @throws EnvironmentError if the queue cannot be reached
 */
export async function work(place: QueuePlace, options: WorkerOptions, io: Io): Promise<void> {
  const redis = await connect(place);
  try {
    await workFrom(redis, place, options, io);
  } finally {
    redis.disconnect();
  }
}

async function workFrom(redis: Redis, place: QueuePlace, options: WorkerOptions, io: Io) {
  const { settings } = await prepare({ profile: DEFAULT_PROFILE }, io);
  const code = codeOf(settings);
  const name = queueName(settings.machine.fingerprint, code.digest);
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
  }
}
