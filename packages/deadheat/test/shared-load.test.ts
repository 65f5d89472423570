import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultWarmup, type Fit, type Load } from "@deadheat/journal";
import { sharedLoad } from "../src/measure/shared-load.ts";

const load: Load = { warmup: defaultWarmup, windowSeconds: 2, connections: 50, workerThreads: 1 };

test("few requests of a round are measured as if each were alone", () => {
  assert.equal(sharedLoad(load, "a", 2, true), load);
});

test("of many requests, the first one has the whole warm-up and all have shorter windows", () => {
  const first = sharedLoad(load, "a", 40, false);
  assert.deepEqual(first, { ...load, windowSeconds: 0.8 });
  const further = sharedLoad(load, "b", 40, true);
  assert.equal(further.windowSeconds, 0.8);
  assert.equal(further.warmup.responses.node, 5000);
  assert.equal(further.warmup.responses.bun, 10_000);
  assert.equal(further.warmup.capSeconds, load.warmup.capSeconds);
});

test("a heavy request keeps its warm-up and enough responses in its window", () => {
  const fit: Fit = {
    responses: 500,
    cpuSeconds: 3,
    capSeconds: 20,
    connections: 10,
    windowSeconds: 8,
    waits: false,
    perResponse: { base: 0.1, new: 0.11 },
    spread: 0.02,
    roundSeconds: 20,
  };
  const { fits, warmup } = sharedLoad({ ...load, fits: { a: fit } }, "a", 40, true);
  // 30 responses of 0.11 s on half a CPU.
  assert.deepEqual(fits?.["a"], { ...fit, windowSeconds: 6.6, roundSeconds: 18.6 });
  assert.equal(warmup, load.warmup);
});
