import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { signFlipTest } from "../src/index.ts";
import { roundsFrom, close, coarse, logRatio } from "./support.ts";

/** Returns p by trying each assignment, in whole numbers, so that ties are exact. */
function bruteForce(values: readonly number[]): number {
  const observed = Math.abs(values.reduce((a, b) => a + b, 0));
  let extreme = 0;
  for (let signs = 0; signs < 2 ** values.length; signs++) {
    let total = 0;
    for (const [bit, value] of values.entries()) total += (signs >> bit) & 1 ? value : -value;
    if (Math.abs(total) >= observed) extreme++;
  }
  return extreme / 2 ** values.length;
}

/** Returns the sums of all assignments, ascending. */
function signedSums(values: readonly number[]): Float64Array {
  let all = [0];
  for (const value of values) all = [...all.map((x) => x + value), ...all.map((x) => x - value)];
  return Float64Array.from(all).toSorted();
}

/** Returns p by splitting the values in two halves: exact for up to 40 values, without ties. */
function halves(values: readonly number[]): number {
  const middle = values.length >> 1;
  const left = signedSums(values.slice(0, middle));
  const right = signedSums(values.slice(middle));
  const observed = Math.abs(values.reduce((a, b) => a + b, 0)) - 1e-9;
  let count = 0;
  let from = right.length;
  for (const value of left) {
    while (from > 0 && value + right[from - 1]! >= observed) from--;
    count += right.length - from;
  }
  return (2 * count) / 2 ** values.length;
}

test("by hand", () => {
  // Sums of +-1 +-2 +-3: 6 4 2 0 0 -2 -4 -6. Observed 1 + 2 + 3: 2 of 8 are as far out.
  assert.equal(signFlipTest([1, 2, 3]), 2 / 8);
  // Observed -1 + 2 + 3 = 4: 4 of 8.
  assert.equal(signFlipTest([-1, 2, 3]), 4 / 8);
  assert.equal(signFlipTest([1, -2, 1]), 1);
  assert.equal(signFlipTest([0.3]), 1);
  assert.equal(signFlipTest([0, 0, 0]), 1);
});

test("SciPy's number", () => {
  // Printed by scipy.stats.permutation_test((values,), sum, permutation_type="samples",
  // n_resamples=inf): 8 of the 256 assignments.
  const values = [0.012, -0.004, 0.021, 0.008, 0.015, -0.001, 0.018, 0.006];
  assert.equal(signFlipTest(values), 0.03125);
});

test("the smallest p value is 2 in 2^n, however equal the rounds", () => {
  for (const n of [2, 5, 8, 20]) {
    assert.equal(signFlipTest(Array.from({ length: n }, () => 0.1)), 2 / 2 ** n);
    assert.equal(signFlipTest(Array.from({ length: n }, (_, i) => -0.1 - i / 1e4)), 2 / 2 ** n);
  }
});

test("rounding does not hide a tie", () => {
  // 0.1 + 0.2 - 0.3 is 5.6e-17 in doubles, and other orders give 0. All are the same distance.
  assert.equal(signFlipTest([0.1, 0.2, -0.3]), 1);
  assert.equal(signFlipTest([0.1, 0.2, 0.3, 0.6]), bruteForce([1, 2, 3, 6]));
  assert.equal(signFlipTest([-0.1, 0.2, 0.3, 0.6]), bruteForce([-1, 2, 3, 6]));
});

test("p agrees with brute force, ties and zeros included", () => {
  fc.assert(
    fc.property(fc.array(coarse, { minLength: 1, maxLength: 9 }), (values) => {
      const whole = values.map((value) => Math.round(value * 100));
      assert.equal(signFlipTest(values), bruteForce(whole));
    }),
  );
});

test("neither order, nor sign, nor scale matters", () => {
  fc.assert(
    fc.property(fc.array(logRatio, { minLength: 1, maxLength: 10 }), (values) => {
      const p = signFlipTest(values);
      assert.ok(p >= 2 / 2 ** values.length && p <= 1);
      assert.equal(signFlipTest(values.toReversed()), p);
      assert.equal(signFlipTest(values.map((value) => value * -1024)), p);
    }),
  );
});

test("beyond 20 rounds the result is never below the exact p, and hardly above", () => {
  const rounds = roundsFrom(21);
  for (const n of [21, 24, 30]) {
    for (const shift of [0.1, 0.4, 0.8]) {
      const values = rounds(n, shift, 1);
      const exactly = halves(values);
      const p = signFlipTest(values);
      assert.ok(p >= exactly && p <= exactly * 1.01, `n ${n}: ${p} for ${exactly}`);
    }
  }
});

test("60 equal rounds: the tail of a binomial", () => {
  // 40 of 60 positive: 2 P(X >= 40) for X ~ B(60, 1/2).
  // Printed by scipy.stats.binomtest(40, 60).pvalue.
  const values = Array.from({ length: 60 }, (_, i) => (i < 40 ? 0.01 : -0.01));
  close(signFlipTest(values), 0.01348929373119186, 1e-9);
  assert.equal(signFlipTest(values.map(Math.abs)), 2 / 2 ** 60);
});

test("an empty sample or a value that is not finite throws", () => {
  assert.throws(() => signFlipTest([]), RangeError);
  assert.throws(() => signFlipTest([1, Infinity]), RangeError);
});
