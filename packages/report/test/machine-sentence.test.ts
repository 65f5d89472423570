import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultWarmup, warmupOf } from "@deadheat/journal";
import { machineSentence } from "@deadheat/report";
import { generatedResult, small } from "../../judge/test/generated-result.ts";

test("the report has the number of warm-up answers, and for older results the warm-up time", () => {
  const result = generatedResult(small);
  const { windowSeconds, connections, workerThreads } = result.run.load;
  const sentence = (warmup: Partial<typeof result.run.load>) => {
    const load = { windowSeconds, connections, workerThreads, ...warmup };
    return machineSentence({ ...result, run: { ...result.run, load } });
  };
  assert.match(sentence({ warmup: warmupOf(500) }), / warm after 500 answers,/);
  assert.match(sentence({ warmup: defaultWarmup }), / 40,000 answers on Node, 80,000 on Bun, /);
  assert.match(sentence({ warmupSeconds: 4 }), / 4 s warm-up,/);
});
