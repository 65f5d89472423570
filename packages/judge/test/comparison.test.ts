import assert from "node:assert/strict";
import { test } from "node:test";
import { comparisonSchema, judgeComparison } from "@deadheat/judge";
import * as v from "valibot";
import { roundRecord } from "../../journal/test/records.ts";
import { share, threeErrors } from "../../stats/test/support.ts";
import { around, oneCold } from "./around.ts";
import { plain } from "./comparisons.ts";
import { normalFrom } from "./normal.ts";

const rounds = { kind: "rounds", rounds: 8 } as const;
const gate = { kind: "gate", limits: { cpu: 0.05 }, budgetSeconds: 115 } as const;

test("a verdict is a difference, a tie within the margin, or undecided", () => {
  const word = (ratio: number, spread: number, margin = 0.02) =>
    judgeComparison(around(ratio, spread), rounds, margin, 48).verdict;
  assert.equal(word(1.08, 0.01), "faster");
  assert.equal(word(0.92, 0.01), "slower");
  assert.equal(word(1.002, 0.01), "same");
  assert.equal(word(1.002, 0.05), "undecided", "a missing difference is no tie");
  assert.equal(word(1.002, 0.05, 0.1), "same", "it depends on the margin");
  assert.equal(
    word(1.01, 0.001),
    "faster",
    "a significant difference within the margin is a difference",
  );
});

test("an undecided comparison says how many more rounds would probably decide it", () => {
  const { moreRounds, roundSeconds } = judgeComparison(around(1, 0.05), rounds, 0.02, 48);
  // (1.66 * 0.0535 / ln 1.02)^2 = 20 rounds; with t(0.95, 19) = 1.73 it is 22.
  assert.ok(moreRounds !== null && moreRounds >= 12 && moreRounds <= 16, String(moreRounds));
  assert.equal(roundSeconds, 6);
  assert.equal(judgeComparison(around(1, 0.001), rounds, 0.02, 48).moreRounds, null);
});

test("a gate's interval, p values and verdict belong to its look, or to the last one", () => {
  const early = judgeComparison(around(0.92, 0.01), gate, 0.02, 48);
  assert.equal(early.confidence, 0.994);
  assert.deepEqual(early.gate, {
    limit: 0.05,
    outcome: "failed",
    confidence: 0.994,
    moreRounds: null,
  });
  const late = judgeComparison(around(0.92, 0.01), gate, 0.02, 110);
  assert.equal(late.confidence, 0.961);
  assert.ok(late.lo > early.lo && late.p < early.p && late.equivalenceP > 0.99);
  assert.equal(early.verdict, "slower", "the verdict is about the new server");
  assert.equal(judgeComparison(around(1.0, 0.01), gate, 0.02, 48).gate?.outcome, "passed");
  const open = judgeComparison(around(1, 0.2), gate, 0.02, 110).gate;
  assert.equal(open?.outcome, "undecided");
  assert.ok((open?.moreRounds ?? 0) > 10);
});

test("simulation: at the edge of the margin at most 5 % are ties, with a gate too", () => {
  const runs = 500;
  const next = normalFrom(71);
  for (const rule of [rounds, { ...gate, budgetSeconds: 60 }]) {
    const wrong = share(runs, () => {
      const records = Array.from({ length: 8 }, (_, i) =>
        roundRecord("new/node", "old/node", i + 1, Math.exp(next(Math.log(1.02), 0.01))),
      );
      return judgeComparison(records, rule, 0.02, 48).verdict === "same";
    });
    assert.ok(wrong <= 0.05 + threeErrors(0.05, runs), `${wrong}`);
  }
});

test("a comparison with a cold round is undecided", () => {
  const records = oneCold();
  for (const rule of [rounds, gate]) {
    const judged = judgeComparison(records, rule, 0.02, 48);
    assert.equal(judged.verdict, "undecided");
    assert.equal(judged.moreRounds, null, "more rounds would not help");
    assert.ok(judged.gate === null || judged.gate.outcome === "undecided");
  }
});

test("a comparison matches its schema", () => {
  assert.deepEqual(v.parse(comparisonSchema, plain), plain);
});
