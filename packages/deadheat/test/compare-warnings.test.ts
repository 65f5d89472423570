import assert from "node:assert/strict";
import { test } from "node:test";
import type { RoundRecord } from "@deadheat/journal";
import { coldWarnings, tooFewWarnings } from "../src/measure/entrants.ts";
import { around } from "../../judge/test/around.ts";

test("fewer than three rounds give a warning", () => {
  const budget = { kind: "budget", budgetSeconds: 60 } as const;
  const [warning] = tooFewWarnings(budget, 2, 68);
  assert.equal(warning?.code, "too-few-rounds");
  assert.match(warning?.message ?? "", /there was time for 2. A round takes 34 s\.$/);
  const [asked] = tooFewWarnings({ kind: "rounds", rounds: 2 }, 2, 68);
  assert.match(asked?.message ?? "", /needs 3, and there were 2\./);
  assert.deepEqual(tooFewWarnings(budget, 3, 90), []);
});

test("a comparison with a cold round has a warning", () => {
  const records = around(1.5, 0.01);
  const { warmup } = records[3] as RoundRecord;
  assert.ok(warmup);
  records[3] = {
    ...(records[3] as RoundRecord),
    warmup: { ...warmup, base: { responses: warmup.responses - 1, seconds: 60 } },
  };
  assert.match(coldWarnings(records)[0]?.message ?? "", /^In 1 of 8 rounds/);
  assert.deepEqual(coldWarnings(around(1.5, 0.01)), []);
});
