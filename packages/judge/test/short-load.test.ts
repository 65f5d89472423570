import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeComparison, priorsUnder, publishedPriors, varianceFactor } from "@deadheat/judge";
import { defaultWarmup, warmupOf } from "@deadheat/journal";
import { roundRecord } from "../../journal/test/records.ts";
import { normalFrom } from "./normal.ts";

const FAMILIES = 300;

/** The spread of rounds of node:http against itself in a slow hour, with loads that are shorter than usual. */
const measured = [
  { responses: 20_000, windowSeconds: 0.5, spread: 0.052 },
  { responses: 20_000, windowSeconds: 0.2, spread: 0.143 },
  { responses: 1500, windowSeconds: 0.5, spread: 0.115 },
  { responses: 1500, windowSeconds: 0.2, spread: 0.219 },
];

function falseVerdicts(priors: typeof publishedPriors, spread: number, n: number): number {
  const draw = normalFrom(n + 1000 * spread);
  const rule = { kind: "rounds", rounds: n } as const;
  let wrong = 0;
  for (let i = 0; i < FAMILIES; i++) {
    const records = Array.from({ length: n }, (_, k) =>
      roundRecord("b/node", "a/node", k + 1, Math.exp(draw(0, spread))),
    );
    const { verdict } = judgeComparison(records, rule, 0.02, 60, "cpu", undefined, priors);
    if (verdict === "faster" || verdict === "slower") wrong++;
  }
  return wrong / FAMILIES;
}

test("the prior of a short window or warm-up is wider, so that one to three rounds of equal servers differ in 5 %", () => {
  for (const { responses, windowSeconds, spread } of measured) {
    const load = { warmup: warmupOf(responses), windowSeconds };
    const wide = priorsUnder(publishedPriors, load, ["node"]) as typeof publishedPriors;
    for (const n of [1, 2, 3]) {
      const share = falseVerdicts(wide, spread, n);
      assert.ok(share <= 0.07, `${responses} responses, ${windowSeconds} s, ${n}: ${share}`);
    }
    assert.ok(falseVerdicts(publishedPriors, spread, 3) > 0.05, "the usual prior is too narrow");
  }
});

test("the usual load and a longer one leave the prior as it is", () => {
  for (const windowSeconds of [1, 3]) {
    assert.equal(varianceFactor({ warmup: defaultWarmup, windowSeconds }, ["node", "bun"]), 1);
  }
  assert.ok(varianceFactor({ warmup: warmupOf(40_000), windowSeconds: 1 }, ["bun"]) > 1);
  assert.equal(varianceFactor({ warmup: warmupOf(40_000), windowSeconds: 1 }, ["node"]), 1);
});

test("a fitted load with a share of its warm-up counts as short", () => {
  const load = { warmup: defaultWarmup, windowSeconds: 1 };
  const fit = {
    responses: 100,
    cpuSeconds: 2,
    capSeconds: 10,
    connections: 10,
    windowSeconds: 2,
    waits: false,
    perResponse: { base: 0.01, new: 0.02 },
    spread: 0.02,
    roundSeconds: 8,
  };
  assert.equal(varianceFactor({ ...load, fits: { "GET /": fit } }, ["node"]), 1);
  assert.ok(
    varianceFactor({ ...load, fits: { "GET /": { ...fit, warmupShare: 0.25 } } }, ["node"]) > 2,
  );
});
