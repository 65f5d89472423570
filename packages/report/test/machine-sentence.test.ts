import assert from "node:assert/strict";
import { test } from "node:test";
import { warmupOf } from "@deadheat/journal";
import { generatedResult, small } from "../../judge/test/generated-result.ts";
import { machineSentence } from "../src/content/sentences.ts";

// Golden files have the sentence with a warm-up that differs by runtime.
test("a report has the number of warm-up requests once if it is the same on all runtimes", () => {
  const result = generatedResult(small);
  const { run } = result;
  const shorter = { ...result, run: { ...run, load: { ...run.load, warmup: warmupOf(500) } } };
  assert.match(machineSentence(shorter), / 500 warm-up requests,/);
});
