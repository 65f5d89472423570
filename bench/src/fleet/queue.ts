import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { within } from "./connection.ts";
import { LARGEST_RESULT } from "./result.ts";
import { LARGEST_TASK, type TaskMessage } from "./task.ts";

/** The times that a task is tried before its cell counts as failed. */
const ATTEMPTS = 3;
/** Redis forgets the results of a run after this time. */
const KEPT_SECONDS = 7 * 24 * 3600;
/** The time for the anchors of one machine, after which another worker there may measure them. */
const CLAIM_SECONDS = 900;

/** The state of a task in the queue. `gone`: Redis does not know it, or has finished it. */
export type TaskState = "waiting" | "active" | "failed" | "gone";

/** The queue of a run's tasks, and the results that come back, as the coordinator sees them. */
export interface Tasks {
  readonly submit: (id: string, message: TaskMessage) => Promise<void>;
  readonly stateOf: (id: string) => Promise<{ state: TaskState; reason: string | null }>;
  readonly remove: (id: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export function openTasks(name: string, redis: Redis): Tasks {
  const queue = new Queue<TaskMessage>(name, { connection: redis });
  queue.on("error", () => {});
  return {
    submit: async (id, message) => {
      await within(redis.del(returnedOf(id)));
      await within(
        queue.add("task", message, {
          jobId: id,
          attempts: ATTEMPTS,
          backoff: { type: "fixed", delay: 1000 },
          removeOnComplete: true,
        }),
      );
    },
    stateOf: async (id) => {
      const state = await within(queue.getJobState(id));
      if (state === "failed") {
        const words = await within(redis.hget(queue.toKey(id), "failedReason"));
        return { state, reason: (words ?? "").slice(0, 300) };
      }
      if (state === "active") return { state, reason: null };
      return {
        state: state === "unknown" || state === "completed" ? "gone" : "waiting",
        reason: null,
      };
    },
    remove: async (id) => void (await within(queue.remove(id))),
    close: async () => void (await within(queue.close(), 3).catch(() => {})),
  };
}

const resultsOf = (run: string) => `deadheat:results:${run}`;
const returnedOf = (task: string) => `deadheat:returned:${task}`;

/** Stores a worker's result of a task until the coordinator takes it. */
export async function putResult(
  redis: Redis,
  run: string,
  task: string,
  worker: string,
  sealed: string,
): Promise<void> {
  await within(redis.hset(resultsOf(run), `${task}-${worker}`, sealed));
  await within(redis.expire(resultsOf(run), KEPT_SECONDS));
  await within(redis.set(returnedOf(task), worker, "EX", KEPT_SECONDS));
}

/**
 * Returns whether a task has a result already. Its message is then a copy, or that of a worker that was killed just after it
 * returned the result. A task that the coordinator submits again has none.
 */
export async function isReturned(redis: Redis, task: string): Promise<boolean> {
  return (await within(redis.exists(returnedOf(task)))) === 1;
}

/** The most results that wait at once. Only somebody who floods the queue has more. */
const MOST_RESULTS = 20_000;

/**
 * Takes the results of a run from Redis. Each is removed after it was handled.
 * @param refuse receives the reason if something is no result that can be read
 */
export async function takeResults(
  redis: Redis,
  run: string,
  handle: (sealed: string) => Promise<void>,
  refuse: (why: string) => void,
): Promise<void> {
  const key = resultsOf(run);
  const count = await within(redis.hlen(key));
  if (count > MOST_RESULTS) {
    refuse(`there are ${count.toLocaleString("en-US")} of them at once`);
    await within(redis.unlink(key));
    return;
  }
  for (const name of await within(redis.hkeys(key))) {
    const bytes = await within(redis.hstrlen(key, name));
    if (bytes > LARGEST_RESULT) refuse(`it has ${bytes.toLocaleString("en-US")} bytes`);
    else await handle((await within(redis.hget(key, name))) ?? "");
    await within(redis.hdel(key, name));
  }
}

/** Claims the anchors of a machine in a run. @returns the number of the machine, from 0; null if it has them already */
export async function claimAnchors(
  redis: Redis,
  run: string,
  instance: string,
): Promise<number | null> {
  const key = `deadheat:anchors:${run}`;
  const claimed = await within(
    redis.set(`${key}:${instance}`, "measuring", "EX", CLAIM_SECONDS, "NX"),
  );
  if (claimed === null) return null;
  const order = await within(redis.incr(key));
  await within(redis.expire(key, KEPT_SECONDS));
  return order - 1;
}

/** Keeps or gives back the claim on a machine's anchors. */
export async function settleAnchors(
  redis: Redis,
  run: string,
  instance: string,
  isMeasured: boolean,
): Promise<void> {
  const key = `deadheat:anchors:${run}:${instance}`;
  if (isMeasured) await within(redis.set(key, "measured", "EX", KEPT_SECONDS));
  else await within(redis.del(key));
}

/**
 * Removes messages at the front of a queue that are too long to be tasks, before a worker reads them.
 * @returns the reasons, one for each
 */
export async function removeLong(redis: Redis, name: string): Promise<string[]> {
  const refused: string[] = [];
  for (;;) {
    const [id] = await within(redis.lrange(`bull:${name}:wait`, -1, -1));
    if (id === undefined) return refused;
    const sizes = await within(
      Promise.all(
        ["data", "opts", "name"].map((field) => redis.hstrlen(`bull:${name}:${id}`, field)),
      ),
    );
    const bytes = sizes.reduce((sum, one) => sum + one, 0);
    // Not in pieces of JSON: the text of a task may need escapes.
    if (bytes <= 2 * LARGEST_TASK) return refused;
    await within(redis.multi().rpop(`bull:${name}:wait`).unlink(`bull:${name}:${id}`).exec());
    refused.push(`it has ${bytes.toLocaleString("en-US")} bytes`);
  }
}
