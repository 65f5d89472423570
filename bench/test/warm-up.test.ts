import assert from "node:assert/strict";
import { test } from "node:test";
import { aloneOf, warmupLoads, warmupOf } from "../src/measure/warm-up.ts";
import { buildPlan } from "../src/plan.ts";
import { machineSentence } from "../src/report/summary.ts";
import type { Cell } from "../src/result.ts";
import { defaultLoad } from "../src/settings.ts";
import { duetsOnly, defaultSweep } from "../src/solo.ts";
import { target } from "./fixtures.ts";
import { generatedResult, small } from "./generated-result.ts";

const load = defaultLoad(1, 2);

test("with Postgres every duet is warmed longer, whatever it asks of it", () => {
  assert.equal(warmupOf(load, "text"), 4);
  assert.equal(warmupOf(load, "ioredis"), 4);
  for (const scenario of ["pg", "pg-row"]) assert.equal(warmupOf(load, scenario), 10);
  assert.equal(warmupOf({ ...load, warmupSeconds: 20 }, "pg"), 20);
});

test("a warm-up is several loads, as many as it has half seconds, and never a single one", () => {
  assert.deepEqual(warmupLoads(4), Array(8).fill(0.5));
  assert.equal(warmupLoads(10).length, 20);
  assert.deepEqual(warmupLoads(0.3), [0.15, 0.15]);
});

test("who asks for a warm-up gets that one, whatever is known", () => {
  assert.equal(warmupOf({ warmupSeconds: 1, ownWarmup: false }, "pg"), 1);
  // Journals from before stores could have their own.
  assert.equal(warmupOf({ warmupSeconds: 4 }, "pg"), 4);
});

test("a plan warms each duet, and half as much longer a server that is alone", () => {
  const servers = [target("hono/node", { scenarios: ["text", "pg"] })];
  const sweep = defaultSweep("quick");
  const blocks = { cell: 3, bridge: 3, aa: 3 };
  const plan = buildPlan(servers, ["text", "pg"], blocks, load, 1, { ...duetsOnly, sweep });
  assert.deepEqual(
    plan.duets.map(({ scenario, warmupSeconds }) => [scenario, warmupSeconds]),
    [
      ["text", 4],
      ["pg", 10],
    ],
  );
  assert.deepEqual(
    plan.sweeps.map((cell) => cell.furtherWarmup),
    [0, aloneOf(6)],
  );
  const [short, long] = plan.sweeps.map((cell) => cell.secondsEach * sweep.connections.length);
  assert.ok(Math.abs((long ?? 0) - (short ?? 0) - 3) < 1e-9);
});

test("the report says how long its cells were warmed, not how long they could have been", () => {
  const result = generatedResult(small);
  const cell = (warmupSeconds: number | null) => ({ ...(result.cells[0] as Cell), warmupSeconds });
  const sentence = (...warmups: (number | null)[]) =>
    /[\d a-z]+ s warm-up/.exec(machineSentence({ ...result, cells: warmups.map(cell) }))?.[0];
  assert.equal(sentence(4, 10), " 4 to 10 s warm-up");
  assert.equal(sentence(10, null, 10), " 10 s warm-up");
  assert.equal(sentence(null), ` ${result.run.load.warmupSeconds} s warm-up`);
});
