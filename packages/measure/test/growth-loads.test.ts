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

test("the late loads of any server below 20 ms a request leave twice what heaps move by, if a request leaves 1 kB", () => {
  for (const milliseconds of [0.005, 0.01, 0.1, 1, 6, 19]) {
    const perSecond = 1000 / milliseconds;
    const late = 3 * last(perSecond) * perSecond;
    assert.ok(1000 * late > 2 * RESTLESS_HEAP, `${late} responses of ${milliseconds} ms`);
  }
});

test("the loads of a server below 5 ms a request take at most 4 s, and those of any server less than 17 s", () => {
  for (const milliseconds of [0.005, 0.01, 0.1, 1, 4.9]) assert.ok(all(1000 / milliseconds) < 4.01);
  for (const milliseconds of [6, 30, 300]) assert.ok(all(1000 / milliseconds) < 17);
  assert.ok(all(0) < 17, "a server that does not respond");
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
  assert.ok(cheap.lateResponses >= 18_000 && heavy.lateResponses >= 599);
});
