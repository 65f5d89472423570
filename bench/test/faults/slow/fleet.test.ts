import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "bullmq";
import { Interrupted } from "@deadheat/journal";
import { redisFor, runOn, startCrew } from "../../fleet-made-up.ts";
import { temporaryFolder } from "../../fixtures.ts";

// A worker, Redis or the coordinator breaks during a run of a fleet. Only the rounds are made up.

test("the task of a worker that vanishes goes to another one, and counts once", async (t) => {
  const place = await redisFor(t);
  const crew = startCrew(t, place, 1, { lockSeconds: 2, delay: 20 });
  const running = runOn(t, place);
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
  const running = runOn(t, place);
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
  const running = runOn(t, place, { out }, { signal: interrupt.signal });
  while (crew.rounds.length < 14) await sleep(20);
  interrupt.abort();
  await assert.rejects(running, Interrupted);
  const { result } = await runOn(t, place, { out, resume: true });
  assert.ok(result.cells.every(({ status }) => status === "ok"));
  // Only what was on its way may be measured again.
  assert.ok(crew.rounds.length - new Set(crew.rounds).size <= 10);
});
