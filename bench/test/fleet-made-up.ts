import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { Redis } from "ioredis";
import { startRedis } from "@deadheat/measure";
import type { RunContext } from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import type { Ran } from "deadheat/parts";
import { runFleet, type FleetOptions } from "../src/fleet/run.ts";
import type { QueuePlace } from "../src/fleet/connection.ts";
import { work, type WorkerOptions } from "../src/fleet/worker.ts";
import { quietIo } from "./quiet-io.ts";
import { roundRecord, temporaryFolder } from "./fixtures.ts";

/** A key of these tests. */
export const KEY = "a key of this test, which has more than 32 bytes";

/** Starts a Redis that ends with the test. The workers of a test share its own lock. */
export async function redisFor(t: TestContext): Promise<QueuePlace & { redis: Redis }> {
  const folder = temporaryFolder(t);
  const state = join(folder, "state");
  mkdirSync(state);
  process.env.DEADHEAT_STATE_DIR = state;
  const around = { folder, prefix: [], note: () => {}, signal: AbortSignal.timeout(60_000) };
  const server = await startRedis(around, async (address) => {
    const client = new Redis(address, { lazyConnect: true, retryStrategy: () => null });
    client.on("error", () => {});
    await client.connect();
    await client.ping();
    client.disconnect();
    return "Redis";
  });
  const redis = new Redis(server.address, { maxRetriesPerRequest: null });
  redis.on("error", () => {});
  t.after(async () => {
    redis.disconnect();
    await server.stop();
  });
  return { address: server.address, key: KEY, redis };
}

type Measure = NonNullable<RunContext["measure"]>;

/** Measures rounds whose ratios follow from their names, so that every machine measures the same. */
export const measure: Measure = (step) => measureOn(step, 0);

/** @param offset moves the ratios of different servers on this machine: 0.05 for 5 % */
export async function* measureOn(
  step: Parameters<Measure>[0],
  offset: number,
): ReturnType<Measure> {
  if (step.kind !== "round") throw new Error("only rounds are made up");
  const { duet, n, stage } = step.round;
  const { role, new: next, base, scenario } = duet;
  const digest = createHash("sha256").update(`${next} ${scenario} ${n}`).digest();
  const here = next === base ? 1 : (0.5 + next.length / 30) * (1 + offset);
  const ratio = here * (1 + digest[0]! / 10_000);
  const at = 1_800_000_000_000 + 1000 * n + digest[1]!;
  const startedAt = new Date(at).toISOString();
  yield roundRecord(next, base, n, ratio, { role, scenario, stage, startedAt });
}

export interface Crew {
  readonly lines: string[];
  readonly rounds: string[];
  /** The most tasks that were measured at once. */
  readonly most: () => number;
  readonly stop: () => Promise<void>;
}

/** Starts workers in this process, with made-up rounds. */
export function startCrew(
  t: TestContext,
  place: QueuePlace,
  workers: number,
  options: Partial<WorkerOptions> & { readonly delay?: number } = {},
): Crew {
  const controller = new AbortController();
  const lines: string[] = [];
  const rounds: string[] = [];
  let [now, most] = [0, 0];
  const slowly: typeof measure = async function* (...given) {
    most = Math.max(most, ++now);
    for await (const record of measure(...given)) {
      if (record.type === "round") rounds.push(`${record.new} ${record.scenario} ${record.n}`);
      await new Promise((resolve) => setTimeout(resolve, options.delay ?? 0));
      yield record;
    }
    now--;
  };
  const io = {
    ...quietIo(),
    signal: controller.signal,
    note: (line: string) => void lines.push(line),
  };
  const made = { measure: slowly, check: () => Promise.resolve([]) };
  const all = Promise.all(
    Array.from({ length: workers }, (_, i) =>
      work(place, { label: `w${i + 1}`, idleSeconds: null, made, ...options }, io),
    ),
  );
  const stop = async () => {
    controller.abort();
    await all;
  };
  t.after(stop);
  return { lines, rounds, most: () => most, stop };
}

const targets = ["express/node", "koa/node", "hono/node", "h3/node", "hono/bun"];
/** Seven targets, with their floors, in two scenarios. */
export const request = {
  profile: "quick",
  targets,
  scenarios: ["text", "json"],
  rounds: 4,
  seed: 5,
};

/** Measures the request on a fleet. */
export function runOn(
  t: TestContext,
  place: QueuePlace,
  options: Partial<FleetOptions> = {},
  io: Partial<Io> = {},
): Promise<Ran> {
  const out = options.out ?? join(temporaryFolder(t), "run");
  const asked = { request, out, resume: false, until: null, workers: 1, ...options };
  return runFleet(asked, place, { ...quietIo(), ...io });
}
