import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultWarmup, warmupOf } from "@deadheat/journal";
import { generatedResult, small } from "../../judge/test/generated-result.ts";
import { machineSentence } from "../src/content/sentences.ts";

test("the report has the number of warm-up requests", () => {
  const result = generatedResult(small);
  const sentence = (warmup: Pick<typeof result.run.load, "warmup">) => {
    const load = { ...result.run.load, ...warmup };
    return machineSentence({ ...result, run: { ...result.run, load } });
  };
  assert.match(sentence({ warmup: warmupOf(500) }), / 500 warm-up requests,/);
  assert.match(
    sentence({ warmup: defaultWarmup }),
    / warm-up of 40,000 requests on Node, 80,000 on Bun, /,
  );
});
