import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  roundsToDecide,
  difference,
  equivalencePValue,
  estimate,
  exact,
  interval,
  pooledOverRuns,
  pValue,
  twoStageEstimate,
  widened,
  verdictFor,
  type LogEstimate,
} from "../src/index.ts";
import { roundsFrom, share } from "./support.ts";

const undecided = fc.record({
  mean: fc.integer({ min: -50, max: 50 }).map((thousandths) => thousandths / 1000),
  variance: fc.integer({ min: 1, max: 100 }).map((se) => (se / 1000) ** 2),
  n: fc.integer({ min: 2, max: 20 }),
});

/** Returns the estimate after so many more rounds of the same spread. */
function after(est: LogEstimate, more: number): LogEstimate {
  return { ...est, variance: (est.variance * est.n) / (est.n + more), df: est.df + more };
}

test("that many rounds decide the verdict, and one round fewer does not", () => {
  fc.assert(
    fc.property(undecided, ({ mean, variance, n }) => {
      const est: LogEstimate = { mean, variance, n, df: n - 1 };
      const more = roundsToDecide(est, 0.02);
      if (more === null) {
        assert.equal(verdictFor(after(est, 10_000), 0.02), "undecided");
        return;
      }
      assert.notEqual(verdictFor(after(est, more), 0.02), "undecided");
      if (more > 1) assert.equal(verdictFor(after(est, more - 1), 0.02), "undecided");
    }),
  );
});

test("a difference decides first far from 1, a tie close to 1", () => {
  const se = 0.02;
  const far: LogEstimate = { mean: 0.03, variance: se ** 2, df: 7, n: 8 };
  // 0.03 > t(0.975, n - 1) * 0.02 * sqrt(8 / n) from n = 17 on: t is 2.131 at 15, 2.120 at 16.
  assert.equal(roundsToDecide(far, 0.02), 9);
  const near: LogEstimate = { ...far, mean: 0 };
  // ln 1.02 > t(0.95, n - 1) * 0.02 * sqrt(8 / n) from n = 24 on: t is 1.717 at 22, 1.714 at 23.
  assert.equal(roundsToDecide(near, 0.02), 16);
  assert.ok((roundsToDecide(far, 0.02, 0.05 / 100) ?? 0) > 9, "one of many pairs needs more");
  assert.equal(roundsToDecide({ ...far, mean: 1 }, 0.02), 1, "at least one");
});

test("a second stage adds no degrees of freedom", () => {
  const first = [0.05, -0.02, 0.03];
  const est = twoStageEstimate(first, [0.02, 0.02]);
  const more = roundsToDecide(est, 0.02) ?? 0;
  const plain = roundsToDecide(estimate([...first, 0.02, 0.02]), 0.02) ?? 0;
  assert.ok(more > plain, `${more} and ${plain}`);
  const narrower = { ...est, variance: (est.variance * est.n) / (est.n + more) };
  assert.ok(pValue(narrower) < 0.05 || equivalencePValue(narrower, 0.02) < 0.05);
});

test("the constant part of a variance does not shrink: where it alone leaves the ratio open, no number is promised", () => {
  const est = estimate([0.01, 0.03, -0.01, 0.02, 0.01]);
  // A fifth of the CPU taken by others: a standard deviation of 2 % that stays.
  const wide = widened(est, 0.02 ** 2);
  const shrinking = { ...est, variance: est.variance + 0.02 ** 2 };
  assert.ok((roundsToDecide(shrinking, 0.02) ?? 0) > 0, "what was promised before");
  assert.equal(roundsToDecide(wide, 0.02), null);
  const pair = difference(wide, estimate([0, 0.01, 0.02, -0.01, 0]));
  assert.equal(roundsToDecide(pair, 0.02), null, "a pair keeps it");
  const little = roundsToDecide(widened(est, 0.004 ** 2), 0.03) ?? 0;
  const none = roundsToDecide(est, 0.03) ?? 0;
  assert.ok(little >= none && none > 0, `${little} and ${none}`);
  const other = estimate([0, 0.01, 0.02, -0.01, 0]);
  const widthOf = (one: LogEstimate) => interval(one, 0.999).hi / interval(one, 0.999).ratio;
  for (const variance of [1e-6, 1e-5, 1e-4, 1e-3]) {
    const pairs = [difference(est, other), difference(widened(est, variance), other)] as const;
    assert.ok(widthOf(pairs[1]) >= widthOf(pairs[0]), "an added variance never narrows");
    assert.ok(pValue(pairs[1]) >= pValue(pairs[0]));
  }
  assert.ok(
    (roundsToDecide({ ...wide, mean: 0.2 }, 0.02) ?? 0) > 0,
    "a large difference is decided",
  );
});

test("returns null if no number can be given", () => {
  assert.equal(roundsToDecide(estimate([0.1]), 0.02), null, "no degrees of freedom");
  assert.equal(roundsToDecide(exact(0.1), 0.02), null, "nothing was measured");
  const run = estimate([0.01, 0.03, 0.02]);
  const pooled = pooledOverRuns([run, estimate([0.02, -0.03])]);
  assert.equal(roundsToDecide(pooled, 0.02), null, "more runs would tell");
  assert.equal(roundsToDecide(difference(pooled, run), 0.02), null);
  const onTheEdge: LogEstimate = { mean: 1e-6, variance: 1, df: 7, n: 8 };
  assert.equal(roundsToDecide(onTheEdge, 0.02), null, "more than 10,000");
  assert.throws(() => roundsToDecide(run, 0), RangeError);
  assert.throws(() => roundsToDecide(run, 0.02, 1), RangeError);
});

test("simulation: if the assumption holds, that many rounds decide at least half of the cases", () => {
  const rounds = roundsFrom(91);
  for (const [mean, sd] of [
    [0.02, 0.03],
    [0.005, 0.02],
  ] as const) {
    const est: LogEstimate = { mean, variance: sd ** 2 / 5, df: 4, n: 5 };
    const n = 5 + (roundsToDecide(est, 0.03) ?? 0);
    const decided = share(
      2000,
      () => verdictFor(estimate(rounds(n, mean, sd)), 0.03) !== "undecided",
    );
    assert.ok(decided > 0.45 && decided < 0.85, `${decided} of ${n}`);
  }
});
