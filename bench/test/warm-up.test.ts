import assert from "node:assert/strict";
import { test } from "node:test";
import { aloneOf, warmupOf } from "../src/measure/warm-up.ts";
import { buildPlan } from "../src/plan.ts";
import { defaultLoad } from "../src/settings.ts";
import { duetsOnly, defaultSweep } from "../src/solo.ts";
import { target } from "./fixtures.ts";

const load = defaultLoad(1);
const warm = (name: string, warmupSeconds: Record<string, number>) => {
  const plain = target(name, { scenarios: ["text", "pg"] });
  return { ...plain, manifest: { ...plain.manifest, warmupSeconds } };
};
const usual = target("hono/node", { scenarios: ["text", "pg"] });

test("a duet is warmed as long as the slowest of its servers needs", () => {
  const slow = warm("express/deno", { deno: 14, bun: 8 });
  assert.equal(warmupOf(load, "text", [usual]), 4);
  assert.equal(warmupOf(load, "text", [usual, slow]), 14);
  assert.equal(warmupOf(load, "text", [warm("express/node", { deno: 14 })]), 4);
});

test("with Postgres every duet is warmed longer, a slow target's no shorter", () => {
  assert.equal(warmupOf(load, "pg", [usual]), 10);
  assert.equal(warmupOf(load, "pg", [warm("express/deno", { deno: 14 })]), 14);
  assert.equal(warmupOf(load, "ioredis", [usual]), 4);
});

test("who asks for a warm-up gets that one, whatever is known", () => {
  const asked = { ...load, warmupSeconds: 1, ownWarmup: false };
  assert.equal(warmupOf(asked, "pg", [warm("express/deno", { deno: 14 })]), 1);
  // Journals from before targets could have their own.
  const { ownWarmup: _, ...before } = load;
  assert.equal(warmupOf(before, "text", [warm("express/deno", { deno: 14 })]), 4);
});

test("a plan warms each duet, and half as much longer a server that is alone", () => {
  const slow = warm("express/deno", { deno: 14 });
  const sweep = defaultSweep("quick");
  const modes = { ...duetsOnly, sweep };
  const blocks = { cell: 3, bridge: 3, aa: 3 };
  const plan = buildPlan([slow, usual], ["text"], blocks, load, 1, modes);
  assert.deepEqual(
    plan.duets.map((duet) => duet.warmupSeconds),
    [14, 4],
  );
  assert.deepEqual(
    plan.sweeps.map((cell) => cell.furtherWarmup),
    [aloneOf(10), 0],
  );
  const [long, short] = plan.sweeps.map((cell) => cell.secondsEach * sweep.connections.length);
  assert.ok(Math.abs((long ?? 0) - (short ?? 0) - 5) < 1e-9);
});
