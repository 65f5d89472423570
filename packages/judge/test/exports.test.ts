import assert from "node:assert/strict";
import { test } from "node:test";
import * as judge from "../src/index.ts";

test("the public exports are these", () => {
  const shapes = Object.entries(judge).map(([name, value]) =>
    typeof value === "function" ? `${name}(${value.length})` : `${name}: ${typeof value}`,
  );
  assert.deepEqual(shapes.toSorted(), [
    "COMPARISON_MARGIN: number",
    "GENERATOR_BOUND: number",
    "LEAST_BLOCKS: number",
    "MINIMUM_BLOCKS: number",
    "PROMISED_HALF_WIDTH: number",
    "RESULT_SCHEMA: number",
    "RUN_MARGIN: number",
    "addonWarnings(1)",
    "blockEstimate(1)",
    "blocksWanted(3)",
    "budgetWords(1)",
    "cellEstimate(1)",
    "changesBetween(2)",
    "comparisonJsonSchema(0)",
    "comparisonSchema: object",
    "efficiency(1)",
    "exitCodeOfGate(2)",
    "gather(1)",
    "hasTimeFor(4)",
    "isWide(1)",
    "judgeComparison(4)",
    "judgeGate(3)",
    "judgeTogether(1)",
    "logRatios(1)",
    "merge(1)",
    "onUndecided: object",
    "rank(3)",
    "resultJsonSchema(0)",
    "resultSchema: object",
    "secondsEach(2)",
    "settingsWarnings(2)",
    "shareSpare(3)",
    "slowdownAt(1)",
    "spareBlocks(3)",
    "spreadsWithStores(1)",
    "stoppingFor(2)",
    "varianceOf(1)",
    "verdictOf(1)",
    "warningsOf(1)",
    "workOf(1)",
  ]);
});
