import assert from "node:assert/strict";
import { test } from "node:test";
import * as deadheat from "../src/index.ts";
import * as cli from "../src/cli.ts";
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
    "compareEntrants(3)",
    "describeGit(1)",
    "exitCodeOf(1)",
    "explainEntrants(3)",
    "installSize(1)",
    "measuresFor(3)",
    "mergeBlobs(2)",
    "mergeFolders(2)",
    "newRunId(0)",
    "openRun(2)",
    "readResult(1)",
    "renderWritten(2)",
    "reportChanges(4)",
    "reportFolder(2)",
    "sentencesWidthOf(1)",
    "showProgress(2)",
    "sizesOf(2)",
    "widthOf(1)",
    "writeExplained(2)",
    "writeReports(2)",
  ]);
});

test("the public exports of deadheat/cli", () => {
  assert.deepEqual(shapes(cli), [
    "duration(1)",
    "integer(1)",
    "integers(1)",
    "limits(1)",
    "list(1)",
    "measuresAsked(1)",
    "openInBrowser(1)",
    "percent(1)",
    "responses(1)",
    "runCommand(1)",
    "withMeasures(1)",
    "withMetrics(1)",
  ]);
});
