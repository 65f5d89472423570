import assert from "node:assert/strict";
import { test } from "node:test";
import * as runner from "../src/index.ts";

test("the public exports are these", () => {
  const shapes = Object.entries(runner).map(([name, value]) =>
    typeof value === "function" ? `${name}(${value.length})` : `${name}: ${typeof value}`,
  );
  assert.deepEqual(shapes.toSorted(), [
    "MINIMUM_ROUNDS: number",
    "SHARD_FILE: string",
    "amountOf(2)",
    "arrange(2)",
    "cellName(1)",
    "deal(2)",
    "dealtSeconds(1)",
    "defaultCost(1)",
    "defaultLatency(1)",
    "defaultSweep(1)",
    "doneOf(1)",
    "filled(2)",
    "findBegun(3)",
    "fit(3)",
    "headerOf(1)",
    "isMeasured(1)",
    "longestShard(1)",
    "measuredIn(1)",
    "modesFor(3)",
    "modesRequestSchema: object",
    "nameOf(1)",
    "parseShard(1)",
    "partOf(2)",
    "planOfShard(3)",
    "progressAfter(3)",
    "progressOf(2)",
    "recordsIn(1)",
    "refuseOther(3)",
    "resultOf(4)",
    "run(3)",
    "savePlan(2)",
    "scaleBlocks(2)",
    "secondsLeft(2)",
    "settingsFor(3)",
    "settingsOf(1)",
    "shardName(1)",
    "totalOf(1)",
  ]);
});
