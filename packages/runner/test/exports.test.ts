import assert from "node:assert/strict";
import { test } from "node:test";
import * as runner from "../src/index.ts";

test("the public exports are these", () => {
  const shapes = Object.entries(runner).map(([name, value]) =>
    typeof value === "function" ? `${name}(${value.length})` : `${name}: ${typeof value}`,
  );
  assert.deepEqual(shapes.toSorted(), [
    "DEFAULT_COMMON_RATE: number",
    "DEFAULT_CONNECTIONS: object",
    "MINIMUM_ROUNDS: number",
    "RESULT_FILE: string",
    "SHARD_FILE: string",
    "amountOf(2)",
    "arrange(2)",
    "defaultCost(1)",
    "defaultLatency(1)",
    "defaultSweep(1)",
    "doneOf(1)",
    "dueCosts(3)",
    "dueInRound(5)",
    "filled(2)",
    "findBegun(3)",
    "furtherBlocks(4)",
    "headerOf(1)",
    "isMeasured(1)",
    "isWhole(1)",
    "journalPath(2)",
    "measuredIn(1)",
    "modesFor(3)",
    "modesRequestSchema: object",
    "nameOf(1)",
    "numbered(3)",
    "orderVisits(4)",
    "plannedBlocks(2)",
    "progressAfter(3)",
    "progressOf(2)",
    "recordsIn(1)",
    "refuseOther(3)",
    "resultOf(4)",
    "run(3)",
    "savePlan(2)",
    "secondsLeft(2)",
    "settingsOf(1)",
    "shareOf(3)",
    "soloSteps(5)",
    "totalOf(1)",
  ]);
});
