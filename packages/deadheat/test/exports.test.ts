import assert from "node:assert/strict";
import { test } from "node:test";
import * as deadheat from "../src/index.ts";
import * as parts from "../src/parts.ts";

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

test("the public exports of deadheat/parts", () => {
  assert.deepEqual(shapes(parts), [
    "ComparisonFailed(0)",
    "PROFILED_SECONDS: number",
    "USUAL_BUDGET_SECONDS: number",
    "absolute(1)",
    "choosePinning(0)",
    "compareEntrants(3)",
    "deadheatVersion(0)",
    "defaultWarmup: object",
    "describeGit(1)",
    "estimate(1)",
    "exitCodeOf(1)",
    "exitCodeOfGate(2)",
    "explainEntrants(3)",
    "fittedLoad(4)",
    "installSize(1)",
    "interval(1)",
    "judgeComparison(4)",
    "limitsTold(2)",
    "logRatios(1)",
    "measuresFor(3)",
    "mergeBlobs(2)",
    "mergeFolders(2)",
    "newRunId(0)",
    "obtainOha(0)",
    "onGround(2)",
    "openRun(2)",
    "readGated(1)",
    "readJournal(1)",
    "readResult(1)",
    "renderComparedMarkdown(1)",
    "renderCsv(1)",
    "renderMarkdown(1)",
    "renderWritten(2)",
    "reportChanges(3)",
    "reportFolder(2)",
    "runTargets(2)",
    "sentencesWidthOf(1)",
    "showProgress(2)",
    "sizesOf(2)",
    "verdictFor(2)",
    "widthOf(1)",
    "writeExplained(2)",
    "writeReports(2)",
  ]);
});
