import assert from "node:assert/strict";
import { test } from "node:test";
import { metricOf, roundsWithCounts } from "./counted.ts";

test("read and write calls are those of a response, and a gate limits them", () => {
  const limits = { "read-write-calls": 0.05 };
  const { metric, outcome } = metricOf("read-write-calls", roundsWithCounts(3, 2), limits);
  assert.ok(metric && Math.abs(metric.base - 3) < 1e-9 && Math.abs(metric.new - 2) < 1e-9);
  assert.deepEqual([metric.unit, metric.verdict, outcome], ["per request", "less", "passed"]);
});
