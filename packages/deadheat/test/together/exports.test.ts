import assert from "node:assert/strict";
import { test } from "node:test";
import * as deadheat from "../../src/index.ts";

const shapes = (exported: object): string[] =>
  Object.entries(exported)
    .map(([name, value]) =>
      typeof value === "function" ? `${name}(${value.length})` : `${name}: ${typeof value}`,
    )
    .toSorted();

test("the public exports of deadheat", () => {
  assert.deepEqual(shapes(deadheat), [
    "ComparisonFailed(0)",
    "EnvironmentError(0)",
    "Interrupted(0)",
    "NotWritten(3)",
    "USUAL_GATE: number",
    "UsageError(0)",
    "bisect(1)",
    "compare(1)",
    "defineConfig(1)",
    "explain(1)",
    "gate(1)",
    "history(1)",
    "readConfig(2)",
    "run(0)",
  ]);
});
