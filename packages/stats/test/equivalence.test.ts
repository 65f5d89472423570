import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  equivalencePValue,
  estimate,
  exact,
  interval,
  pValue,
  studentCdf,
  verdictFor,
  type LogEstimate,
} from "../src/index.ts";
import { roundsFrom, close, logRatio, share, threeErrors } from "./support.ts";

const sample = fc.array(logRatio, { minLength: 2, maxLength: 12 });
const margins = fc.integer({ min: 1, max: 4000 }).map((thousandths) => thousandths / 1000);

/** Returns the p value from the definition: two one-sided tests, one after the other. */
function bothSides({ mean, variance, df }: LogEstimate, margin: number): number {
  const se = Math.sqrt(variance);
  const notTooSlow = studentCdf(-(mean - Math.log(1 / (1 + margin))) / se, df);
  const notTooFast = studentCdf((mean - Math.log(1 + margin)) / se, df);
  return Math.max(notTooSlow, notTooFast);
}

test("the p value of equivalence is the larger one of two one-sided tests", () => {
  fc.assert(
    fc.property(sample, margins, (values, margin) => {
      const est = estimate(values);
      if (est.variance === 0) return;
      close(equivalencePValue(est, margin), bothSides(est, margin), 1e-6);
    }),
  );
});

test("SciPy's number for a sample", () => {
  // Printed by scipy.stats 1.17.1 for the sample x: the larger p value of ttest_1samp(x, -log(1.02),
  // alternative="greater") and ttest_1samp(x, log(1.02), alternative="less").
  const est = estimate([0.004, -0.011, 0.007, 0.012, -0.003]);
  close(equivalencePValue(est, 0.02), 0.0054903072049265825);
});

test("p is below alpha exactly if the interval of 1 - 2 alpha lies within the margin", () => {
  fc.assert(
    fc.property(sample, margins, (values, margin) => {
      const est = estimate(values);
      const { lo, hi } = interval(est, 0.9);
      const inside = lo > 1 / (1 + margin) && hi < 1 + margin;
      assert.equal(equivalencePValue(est, margin) < 0.05, inside);
    }),
  );
});

test("an estimate without spread is decided, one without degrees of freedom is not", () => {
  assert.equal(equivalencePValue(exact(), 0.02), 0);
  assert.equal(equivalencePValue(exact(0.0199), 0.02), 1, "beyond ln 1.02");
  assert.equal(equivalencePValue(exact(-0.0198), 0.02), 0, "within it");
  assert.equal(equivalencePValue(estimate([0]), 0.02), 1);
  for (const bad of [0, -0.02, NaN, Infinity]) {
    assert.throws(() => equivalencePValue(exact(), bad), { name: "RangeError", message: /margin/ });
  }
});

test("verdictFor returns each of the four verdicts", () => {
  const around = (mean: number, se: number): LogEstimate => ({
    mean,
    variance: se ** 2,
    df: 7,
    n: 8,
  });
  assert.equal(verdictFor(around(0.05, 0.01), 0.02), "faster");
  assert.equal(verdictFor(around(-0.05, 0.01), 0.02), "slower");
  assert.equal(verdictFor(around(0.001, 0.005), 0.02), "same");
  assert.equal(verdictFor(around(0.001, 0.02), 0.02), "undecided");
  assert.equal(verdictFor(around(0.01, 0.001), 0.02), "faster", "though within the margin");
  // In a family of pairs the adjusted p value decides the direction.
  assert.equal(verdictFor(around(0.05, 0.01), 0.02, 0.2), "undecided");
  assert.equal(verdictFor(around(0.01, 0.001), 0.02, 0.2), "same");
  assert.equal(verdictFor(around(0.05, 0.01), 0.02, undefined, 0.0001), "undecided");
  assert.equal(verdictFor(estimate([0.5]), 0.02), "undecided");
  assert.equal(verdictFor(exact(), 0.02), "same");
  assert.equal(verdictFor(exact(-1), 0.02), "slower");
  assert.throws(
    () => verdictFor(exact(1), 0),
    RangeError,
    "a margin of 0 is refused, needed or not",
  );
  assert.throws(() => verdictFor(exact(), 0.02, 1, 0), RangeError);
});

for (const n of [3, 8]) {
  test(`simulation, n = ${n}: each verdict is false in at most 5 % of the runs`, () => {
    const runs = 5000;
    const margin = 0.02;
    const rounds = roundsFrom(70 + n);
    // A tie is false most often just beyond the margin.
    const edge = Math.log1p(margin);
    const tied = share(
      runs,
      () => equivalencePValue(estimate(rounds(n, edge, 0.008)), 0.02) < 0.05,
    );
    assert.ok(Math.abs(tied - 0.05) <= threeErrors(0.05, runs), `${tied} ties`);
    const verdict = (mean: number, sd: number) => verdictFor(estimate(rounds(n, mean, sd)), margin);
    const directed = share(runs, () => ["faster", "slower"].includes(verdict(0, 0.014)));
    assert.ok(directed <= 0.05 + threeErrors(0.05, runs), `${directed} faster or slower`);
    // Control: without the test of equivalence, "not significant" would call nearly all of these a tie.
    const wide = share(runs, () => verdict(2 * edge, 0.06) === "same");
    const insignificant = share(runs, () => pValue(estimate(rounds(n, 2 * edge, 0.06))) >= 0.05);
    assert.ok(wide <= 0.01 && insignificant > 0.5, `${wide}, ${insignificant}`);
  });
}

test("simulation: equal servers with calm rounds are a proven tie, not undecided", () => {
  const rounds = roundsFrom(79);
  const tied = share(2000, () => verdictFor(estimate(rounds(12, 0, 0.014)), 0.02) === "same");
  assert.ok(tied > 0.9, `${tied}`);
});
