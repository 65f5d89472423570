import assert from "node:assert/strict";
import { test } from "node:test";
import * as report from "../src/index.ts";

test("the package exports these names", () => {
  const shapes = Object.entries(report).map(([name, value]) =>
    typeof value === "function" ? `${name}(${value.length})` : `${name}: ${typeof value}`,
  );
  assert.deepEqual(shapes.toSorted(), [
    "changeWords(1)",
    "changesFormats: object",
    "metricLabel(1)",
    "metricRows(1)",
    "metricValue(2)",
    "formatErrors(1)",
    "formatThroughput(1)",
    "formatThroughputInterval(1)",
    "formats: object",
    "historySvg(1)",
    "left(1)",
    "machineSentence(1)",
    "offWords(1)",
    "renderBencher(1)",
    "renderBisected(1)",
    "renderBisectedHtml(1)",
    "renderBisectedMarkdown(1)",
    "renderChanges(2)",
    "renderChangesHtml(1)",
    "renderComparedHtml(1)",
    "renderComparedMarkdown(1)",
    "renderComparisons(1)",
    "renderCsv(1)",
    "renderExplained(1)",
    "renderExplainedHtml(1)",
    "renderGate(2)",
    "renderGateMarkdown(1)",
    "renderGithubAction(1)",
    "renderHtml(1)",
    "renderMarkdown(1)",
    "renderPlain(1)",
    "renderResult(2)",
    "right(1)",
    "summary(1)",
    "tableOf(2)",
    "textTable(3)",
  ]);
});
