import assert from "node:assert/strict";
import { test } from "node:test";
import { metricOf, roundsWithCounts } from "./counted.ts";

test("context switches are those of a response, and a gate limits them", () => {
  const limits = { "context-switches": 0.05 };
  const { metric, outcome } = metricOf("context-switches", roundsWithCounts(0.5, 0.6), limits);
  assert.ok(metric && Math.abs(metric.base - 0.5) < 1e-9 && Math.abs(metric.new - 0.6) < 1e-9);
  assert.deepEqual([metric.unit, metric.verdict, outcome], ["per request", "more", "failed"]);
});
