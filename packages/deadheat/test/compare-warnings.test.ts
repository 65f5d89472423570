import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlockRecord } from "@deadheat/journal";
import { budgetWarnings, coldWarnings } from "../src/compare/entrants.ts";
import { around } from "../../judge/test/around.ts";

const blocks = { kind: "blocks", blocks: 8 } as const;

test("two blocks that exceed the budget give a warning with a sufficient budget", () => {
  const budget = { kind: "budget", budgetSeconds: 15 } as const;
  const [warning] = budgetWarnings(budget, 2, 41);
  assert.equal(warning?.code, "over-budget");
  assert.match(warning?.message ?? "", /took 41 s, more than the budget of 15 s: --budget 3m /);
  const [shared] = budgetWarnings(budget, 2, 41, 2);
  assert.match(shared?.message ?? "", /more than the share in the budget of 15 s: --budget 6m /);
  assert.deepEqual(budgetWarnings(budget, 2, 14), []);
  assert.deepEqual(budgetWarnings(budget, 3, 16), [], "the last block may take a little longer");
  assert.deepEqual(budgetWarnings(blocks, 2, 41), [], "without a budget there is no warning");
});

test("a comparison with a cold block has a warning", () => {
  const records = around(1.5, 0.01);
  const { warmup } = records[3] as BlockRecord;
  assert.ok(warmup);
  records[3] = {
    ...(records[3] as BlockRecord),
    warmup: { ...warmup, base: { answers: warmup.answers - 1, seconds: 60 } },
  };
  assert.match(coldWarnings(records)[0]?.message ?? "", /^cold: in 1 of 8 blocks/);
  assert.deepEqual(coldWarnings(around(1.5, 0.01)), []);
});
