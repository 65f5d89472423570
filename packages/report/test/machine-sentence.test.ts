import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultWarmup, warmupOf } from "@deadheat/journal";
import { machineSentence } from "@deadheat/report";
import { generatedResult, small } from "../../judge/test/generated-result.ts";

test("the report has the number of warm-up answers", () => {
  const result = generatedResult(small);
  const sentence = (warmup: Pick<typeof result.run.load, "warmup">) => {
    const load = { ...result.run.load, ...warmup };
    return machineSentence({ ...result, run: { ...result.run, load } });
  };
  assert.match(sentence({ warmup: warmupOf(500) }), / warm after 500 responses,/);
  assert.match(sentence({ warmup: defaultWarmup }), / 40,000 answers on Node, 80,000 on Bun, /);
});
