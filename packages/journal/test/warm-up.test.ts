import assert from "node:assert/strict";
import { test } from "node:test";
import { responsesFor, defaultWarmup, runtimes, tooShort, warmupOf } from "@deadheat/journal";

test("both servers of a duet give the larger number of responses of their runtimes", () => {
  const { node, bun } = defaultWarmup.responses;
  assert.ok(bun > node);
  assert.equal(responsesFor(defaultWarmup, ["node", "deno"]), node);
  assert.equal(responsesFor(defaultWarmup, ["node", "bun"]), bun);
});

test("a warm-up that is too short is reported with its runtimes", () => {
  assert.deepEqual(tooShort(defaultWarmup), []);
  assert.deepEqual(tooShort(warmupOf(defaultWarmup.responses.node)), ["bun"]);
  assert.deepEqual(tooShort(warmupOf(1_000)), runtimes);
  assert.ok(warmupOf(1_000).togetherSeconds < defaultWarmup.togetherSeconds);
});
