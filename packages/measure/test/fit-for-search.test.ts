import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultWarmup, type Fit } from "@deadheat/journal";
import { fitForSearch, warmupForSearch } from "@deadheat/measure";

const fit: Fit = {
  responses: 5000,
  cpuSeconds: 24,
  capSeconds: 100,
  connections: 13,
  windowSeconds: 8,
  waits: false,
  perResponse: { base: 0.003, new: 0.005 },
  slowness: 3,
  spread: 0.02,
  roundSeconds: 50,
};

test("a search for a large difference warms servers for a quarter of the time", () => {
  for (const perResponse of [fit.perResponse, { base: 0.005, new: 0.003 }]) {
    const short = fitForSearch({ ...fit, perResponse });
    assert.equal(short.cpuSeconds, 6);
    assert.equal(short.windowSeconds, 2);
    // 4.5 CPU seconds at 3 ms are more than a quarter of the responses.
    assert.equal(short.responses, 1500);
    assert.equal(short.warmupShare, 0.3);
    assert.ok(short.roundSeconds < 30, String(short.roundSeconds));
    assert.ok(short.windowSeconds / 2 / 0.005 > 30, "a window has enough responses");
  }
});

test("a search for a small difference, or of servers that wait, keeps the load of a comparison", () => {
  const small: Fit = { ...fit, perResponse: { base: 0.004, new: 0.005 } };
  assert.equal(fitForSearch(small), small);
  const waits: Fit = { ...fit, waits: true };
  assert.equal(fitForSearch(waits), waits);
});

test("a load that is short already is shortened no further than to what a window needs", () => {
  const short = fitForSearch({ ...fit, responses: 300, cpuSeconds: 2, windowSeconds: 1.5 });
  assert.deepEqual(
    [short.responses, short.cpuSeconds, short.windowSeconds, short.warmupShare],
    [300, 2, 1, 1],
  );
});

test("a search between cheap servers warms them by CPU time, and for a quarter of the responses at least", () => {
  const nodeWith = (perResponse: number, slowness = 1) =>
    warmupForSearch(defaultWarmup, perResponse, slowness).responses.node;
  assert.equal(nodeWith(0.00002), 40_000, "a server like node:http keeps its warm-up");
  assert.equal(nodeWith(0.0001), 15_000);
  assert.equal(nodeWith(0.0003, 3), 15_000, "the same server on a slow machine");
  assert.equal(nodeWith(0.001), 10_000);
  assert.equal(warmupForSearch(defaultWarmup, 0.001, 1).responses.bun, 20_000);
});
