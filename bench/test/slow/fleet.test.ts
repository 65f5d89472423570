import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { readContents, journalPath } from "@deadheat/journal";
import { thisInstance } from "@deadheat/measure";
import { run, type JournalStore } from "@deadheat/runner";
import { mergeContents } from "deadheat/parts";
import type { Result } from "@deadheat/judge";
import { buildPlan } from "../../src/plan/build.ts";
import { prepare } from "../../src/plan/prepare.ts";
import { runnerPlan } from "../../src/plan/runner-plan.ts";
import { temporaryFolder } from "../fixtures.ts";
import { measure, redisFor, request, runOn, startCrew } from "../fleet-made-up.ts";
import { quietIo } from "../quiet-io.ts";

// Runs of a fleet with a real Redis and real workers. Only the rounds are made up.

/** Returns a result without what differs between two runs of the same rounds. */
function same({ result }: { readonly result: Result }) {
  const { run: _, ...rest } = result;
  return JSON.parse(JSON.stringify(rest, (key, value) => (key === "path" ? null : value)));
}

/** Measures the same plan without a queue, and merges its journals. */
async function serial(t: TestContext): Promise<Result> {
  const out = join(temporaryFolder(t), "serial");
  const prepared = await prepare(request, quietIo());
  const { settings } = prepared;
  const { scenarios, rounds, load } = settings;
  const plan = buildPlan(prepared.targets, scenarios, rounds, load, request.seed, settings);
  const matrix = runnerPlan(plan, prepared);
  const check = () => Promise.resolve([]);
  const participants = matrix.participants.map((one) => ({ ...one, check }));
  const store: JournalStore = {
    find: () => Promise.resolve(new Map()),
    hashOf: () => null,
    keep: () => Promise.resolve(),
  };
  const folder = { id: "serial", out, startedAt: "2026-11-28T10:00:00.000Z" };
  const { pinning } = settings.machine;
  const { signal } = quietIo();
  const context = {
    folder,
    oha: prepared.oha,
    pinning,
    instance: thisInstance(),
    store,
    signal,
    measure,
  };
  await run({ ...matrix, participants }, context, () => {});
  const paths = prepared.targets.map((target) => journalPath(out, target));
  const about = { profile: "quick", scenarios, runIds: new Set(["serial"]) };
  const wanted = { out, runs: out };
  return mergeContents(await readContents(paths), about, wanted).result;
}

/** Returns the id and the message of the first task that a worker takes. */
async function firstTaken(redis: Redis): Promise<{ jobId: string; data: unknown; queue: string }> {
  for (;;) {
    const [list = ""] = await redis.keys("bull:*:active");
    const [jobId] = list === "" ? [] : await redis.lrange(list, 0, 0);
    const data = jobId && (await redis.hget(list.replace(/active$/, jobId), "data"));
    if (jobId && data) return { jobId, data: JSON.parse(data), queue: list.split(":")[1] ?? "" };
    await sleep(5);
  }
}

test("four workers give exactly the merged result of a serial run, and take turns", async (t) => {
  const place = await redisFor(t);
  const crew = startCrew(t, place, 4);
  const [ran, { jobId, data, queue }] = await Promise.all([
    runOn(t, place),
    firstTaken(place.redis),
  ]);
  const whole = await serial(t);
  assert.deepEqual(same(ran).cells, same({ result: whole }).cells);
  assert.equal(ran.result.cells.filter(({ status }) => status === "ok").length, 14);
  assert.equal(new Set(crew.rounds).size, crew.rounds.length);
  assert.equal(crew.most(), 1);

  // A copy of a task that was measured already has a valid signature.
  const copies = new Queue(queue, { connection: place.redis });
  await copies.add("task", data, { jobId });
  const isRefused = () => crew.lines.some((line) => line.includes("its result is there already"));
  while (!isRefused() && new Set(crew.rounds).size === crew.rounds.length) await sleep(20);
  await copies.close();
  assert.ok(isRefused());
});
