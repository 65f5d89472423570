import assert from "node:assert/strict";
import { test } from "node:test";
import * as stats from "../src/index.ts";

test("public exports", () => {
  const shapes = Object.entries(stats).map(([name, value]) =>
    typeof value === "function" ? `${name}(${value.length})` : `${name}: ${typeof value}`,
  );
  assert.deepEqual(shapes.toSorted(), [
    "NAMED_SHARE: number",
    "benjaminiHochberg(1)",
    "besideKinds(2)",
    "blocksForHalfWidth(2)",
    "blocksToDecide(2)",
    "cochranQ(1)",
    "concordance(2)",
    "difference(2)",
    "equivalencePValue(2)",
    "estimate(1)",
    "exact(0)",
    "geometricMean(1)",
    "halfWidth(1)",
    "holm(1)",
    "holmNamed(2)",
    "inOnePlace(1)",
    "interval(1)",
    "kendallTau(2)",
    "levelAt(1)",
    "meanInterval(1)",
    "measuredOn(3)",
    "median(1)",
    "nextLook(1)",
    "pValue(1)",
    "pairOrders(2)",
    "pauleMandel(1)",
    "pooledOverInstances(2)",
    "pooledOverRuns(1)",
    "signFlipTest(1)",
    "simultaneousInterval(2)",
    "smallestDetectable(1)",
    "squaredGapOf(1)",
    "studentCdf(2)",
    "studentQuantile(2)",
    "sum(0)",
    "tieGroups(2)",
    "turnedPairs(1)",
    "twoKinds(1)",
    "twoStageEstimate(2)",
    "unseenShare(1)",
    "widened(2)",
    "wordFor(2)",
  ]);
});
