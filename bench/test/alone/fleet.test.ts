import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "bullmq";
import { readContents, journalPath, Interrupted } from "@deadheat/journal";
import { thisInstance } from "@deadheat/measure";
import { run, type JournalStore } from "@deadheat/runner";
import { mergeContents } from "deadheat/parts";
import type { Result } from "@deadheat/judge";
import type { QueuePlace } from "../../src/fleet/connection.ts";
import { runFleet, type FleetOptions } from "../../src/fleet/run.ts";
import { buildPlan } from "../../src/plan/build.ts";
import { prepare } from "../../src/plan/prepare.ts";
import { runnerPlan } from "../../src/plan/runner-plan.ts";
import { temporaryFolder } from "../fixtures.ts";
import { measure, redisFor, startCrew } from "../fleet-made-up.ts";
import { quietIo } from "../quiet-io.ts";

// Runs of a fleet with a real Redis and real workers. Only the rounds are made up.

const targets = ["express/node", "koa/node", "hono/node", "h3/node", "hono/bun"];
const request = { profile: "quick", targets, scenarios: ["text", "json"], rounds: 4, seed: 5 };

function fleet(t: TestContext, place: QueuePlace, options: Partial<FleetOptions> = {}, io = {}) {
  const out = options.out ?? join(temporaryFolder(t), "run");
  const asked = { request, out, resume: false, until: null, workers: 1, ...options };
  return runFleet(asked, place, { ...quietIo(), ...io });
}

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
  const ground = {
    folder,
    oha: prepared.oha,
    pinning,
    instance: thisInstance(),
    store,
    signal,
    measure,
  };
  await run({ ...matrix, participants }, ground, () => {});
  const paths = prepared.targets.map((target) => journalPath(out, target));
  const about = { profile: "quick", scenarios, runIds: new Set(["serial"]) };
  const wanted = { out, runs: out };
  return mergeContents(await readContents(paths), about, wanted).result;
}

test("four workers give exactly the merged result of a serial run, and take turns", async (t) => {
  const place = await redisFor(t);
  const crew = startCrew(t, place, 4);
  const ran = await fleet(t, place);
  const whole = await serial(t);
  assert.deepEqual(same(ran).cells, same({ result: whole }).cells);
  assert.equal(ran.result.cells.filter(({ status }) => status === "ok").length, 14);
  assert.equal(new Set(crew.rounds).size, crew.rounds.length);
  assert.equal(crew.most(), 1);
});

test("the task of a worker that vanishes goes to another one, and counts once", async (t) => {
  const place = await redisFor(t);
  const crew = startCrew(t, place, 1, { lockSeconds: 2, delay: 20 });
  const running = fleet(t, place);
  // Takes a task, as a worker does that is killed afterwards.
  let taken = false;
  while (!taken) {
    const [name] = await place.redis.keys("bull:*:wait");
    if (name !== undefined) {
      const thief = new Worker(name.split(":")[1]!, null, {
        connection: place.redis,
        autorun: false,
        lockDuration: 2000,
      });
      taken = (await thief.getNextJob("thief", { block: false })) !== undefined;
      await thief.close(true);
    }
    await sleep(20);
  }
  const { result } = await running;
  assert.ok(result.cells.every(({ status }) => status === "ok"));
  assert.equal(new Set(crew.rounds).size, crew.rounds.length);
});

test("Redis loses its data: the tasks are submitted again", async (t) => {
  const place = await redisFor(t);
  const crew = startCrew(t, place, 2, { delay: 50 });
  const running = fleet(t, place);
  while (crew.rounds.length < 8) await sleep(20);
  await place.redis.flushall();
  const { result } = await running;
  assert.ok(result.cells.every(({ status }) => status === "ok"));
  const counted = result.cells.map(({ efficiency }) => efficiency?.toFloor.n);
  assert.ok(
    counted.every((n) => n === 4 || n === 5),
    `${counted}`,
  );
});

test("an interrupted run goes on with --resume, and measures no round twice", async (t) => {
  const place = await redisFor(t);
  const crew = startCrew(t, place, 2, { delay: 20 });
  const out = join(temporaryFolder(t), "run");
  const interrupt = new AbortController();
  const running = fleet(t, place, { out }, { signal: interrupt.signal });
  while (crew.rounds.length < 14) await sleep(20);
  interrupt.abort();
  await assert.rejects(running, Interrupted);
  const { result } = await fleet(t, place, { out, resume: true });
  assert.ok(result.cells.every(({ status }) => status === "ok"));
  // Only what was on its way may be measured again.
  assert.ok(crew.rounds.length - new Set(crew.rounds).size <= 10);
});
