import type { Redis } from "ioredis";
import * as v from "valibot";
import { attempt } from "@deadheat/journal";
import { within } from "./connection.ts";
import { seal, unseal } from "./sealed.ts";

/** The seconds after which a worker that says nothing counts as gone. */
const GONE_SECONDS = 15;
const PREFIX = "deadheat:worker:";
const MOST_WORKERS = 2000;

const text = v.pipe(v.string(), v.maxLength(200));

/** The facts that a worker tells about itself every few seconds. */
const workerSchema = v.strictObject({
  worker: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  /** The name that the user gave it; else its id. */
  label: text,
  queue: text,
  commit: v.nullable(text),
  class: text,
  cpu: text,
  instance: text,
  /** The time of its tasks so far, as a multiple of the plan's; 1 before the first. */
  pace: v.pipe(v.number(), v.finite(), v.minValue(0)),
  /** The work in progress, in words; null if the worker waits. */
  doing: v.nullable(text),
});
export type WorkerState = v.InferOutput<typeof workerSchema>;

export async function announce(redis: Redis, state: WorkerState, key: string): Promise<void> {
  const sealed = seal(key, "worker", JSON.stringify(state));
  await within(redis.set(PREFIX + state.worker, sealed, "EX", GONE_SECONDS));
}

export async function leave(redis: Redis, worker: string): Promise<void> {
  await within(redis.del(PREFIX + worker), 3);
}

/** Returns the workers that are there now, by id. Whatever is not signed is left out. */
export async function workersThere(redis: Redis, key: string): Promise<WorkerState[]> {
  const found: WorkerState[] = [];
  let cursor = "0";
  do {
    const [next, names] = await within(redis.scan(cursor, "MATCH", `${PREFIX}*`, "COUNT", 500));
    cursor = next;
    for (const name of names) {
      // A longer value is not read whole.
      const value = await within(redis.getrange(name, 0, 4096));
      const body = attempt(() => unseal(key, "worker", value));
      const state = v.safeParse(v.pipe(v.string(), v.parseJson(), workerSchema), body);
      if (state.success && name === PREFIX + state.output.worker) found.push(state.output);
    }
  } while (cursor !== "0" && found.length < MOST_WORKERS);
  return found.toSorted((a, b) => (a.worker < b.worker ? -1 : 1));
}
