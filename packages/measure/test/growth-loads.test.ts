import assert from "node:assert/strict";
import { test } from "node:test";
import { planGrowth } from "../src/index.ts";
import { GROWTH_LOADS, secondsOfLoad } from "../src/growth/loads.ts";

/** The bytes by which the heap of a server that keeps nothing moves, at most (judge/src/growth/judge.ts). */
const RESTLESS_HEAP = 2 ** 18;
const loads = Array.from({ length: GROWTH_LOADS }, (_, i) => i + 1);
const all = (perSecond: number) =>
  loads.map((n) => secondsOfLoad(n, perSecond)).reduce((sum, one) => sum + one, 0);
const last = (perSecond: number) => secondsOfLoad(GROWTH_LOADS, perSecond);

test("the late loads of any server below 15 ms a request leave three times what heaps move by, if a request leaves 1 kB", () => {
  for (const milliseconds of [0.005, 0.01, 0.1, 1, 6, 13]) {
    const perSecond = 1000 / milliseconds;
    const late = 3 * last(perSecond) * perSecond;
    assert.ok(1000 * late > 3 * RESTLESS_HEAP, `${late} responses of ${milliseconds} ms`);
  }
});

test("the loads of a cheap server take less than 2.5 s, and those of any server less than 20 s", () => {
  for (const milliseconds of [0.005, 0.01, 0.1, 1]) assert.ok(all(1000 / milliseconds) < 2.5);
  for (const milliseconds of [6, 30, 300]) assert.ok(all(1000 / milliseconds) < 20);
  assert.ok(all(0) < 20, "a server that does not respond");
});

test("the first loads are half as long, since they only tell a leak from a plateau", () => {
  for (const perSecond of [20_000, 1000, 100]) {
    assert.ok(secondsOfLoad(1, perSecond) <= 0.51 * last(perSecond));
  }
});

test("the plan is that of the server that takes longer and gives fewer responses", () => {
  const cheap = planGrowth(null);
  const heavy = planGrowth({ perResponse: { base: 0.006, new: 0.0061 }, waits: false });
  const unequal = planGrowth({ perResponse: { base: 0.00002, new: 0.0061 }, waits: false });
  assert.deepEqual(unequal, heavy);
  assert.ok(cheap.seconds < 6 && heavy.seconds > cheap.seconds && heavy.seconds < 15);
  assert.ok(cheap.lateResponses >= 20_000 && heavy.lateResponses >= 800);
});
