import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  difference,
  estimate,
  exact,
  interval,
  pValue,
  smallestDetectable,
  studentQuantile,
} from "../src/index.ts";
import { close, logRatio } from "./support.ts";

const A = [0.012, -0.004, 0.021, 0.008, 0.015, -0.001, 0.018, 0.006];
const B = [-0.031, 0.002, -0.017, -0.044, 0.009];

test("one sample: SciPy's numbers", () => {
  // Printed by r = scipy.stats.ttest_1samp(A, 0): r.pvalue, r.confidence_interval(0.95 and 0.99).
  const est = estimate(A);
  close(pValue(est), 0.02001955339649364, 1e-10);
  const { ratio, lo, hi, n } = interval(est);
  close(Math.log(ratio), 0.009375, 1e-10);
  close(Math.log(lo), 0.001978796230150566, 1e-10);
  close(Math.log(hi), 0.016771203769849436, 1e-10);
  assert.equal(n, 8);
  close(Math.log(interval(est, 0.99).lo), -0.0015708792613475138, 1e-10);
  close(Math.log(interval(est, 0.99).hi), 0.020320879261347517, 1e-10);
});

test("two samples of different size and spread: SciPy's numbers", () => {
  // Printed by r = scipy.stats.ttest_ind(A, B, equal_var=False): r.pvalue, r.df,
  // r.confidence_interval(0.95).
  const est = difference(estimate(A), estimate(B));
  close(est.df, 4.811619063249587, 1e-10);
  close(pValue(est), 0.05886852025756776, 1e-10);
  close(Math.log(interval(est).lo), -0.0014223106520798133, 1e-10);
  close(Math.log(interval(est).hi), 0.05257231065207982, 1e-10);
  assert.equal(interval(est).n, 5);
});

test("a single round has no finite interval", () => {
  const est = estimate([0.5]);
  assert.deepEqual(interval(est), { ratio: Math.exp(0.5), lo: 0, hi: Infinity, n: 1 });
  assert.equal(pValue(est), 1);
  assert.equal(smallestDetectable(est), Infinity);
});

test("an estimate without variance has no width", () => {
  assert.deepEqual(interval(exact()), { ratio: 1, lo: 1, hi: 1, n: 0 });
  assert.equal(pValue(exact()), 1);
  assert.equal(pValue(exact(0.01)), 0);
  assert.equal(pValue(estimate([0.01, 0.01])), 0);
  assert.equal(smallestDetectable(exact()), 1);
});

test("infinite degrees of freedom use the normal distribution", () => {
  const est = { mean: 0.02, variance: 0.0001, df: Infinity, n: 8 };
  close(interval(est).hi, Math.exp(0.02 + 1.959963984540054 * 0.01), 1e-11);
  // Printed by 2 * scipy.stats.norm.sf(2).
  close(pValue(est), 0.04550026389635839, 1e-11);
});

test("the interval contains its ratio, grows with the confidence, and excludes 1 when p does", () => {
  const samples = fc.array(logRatio, { minLength: 2, maxLength: 12 });
  const levels = fc.double({ min: 0.5, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(samples, levels, (values, confidence) => {
      const est = estimate(values);
      const { ratio, lo, hi } = interval(est, confidence);
      assert.ok(lo <= ratio && ratio <= hi);
      const wider = interval(est, (1 + confidence) / 2);
      assert.ok(wider.lo <= lo && hi <= wider.hi);
      const p = pValue(est);
      assert.ok(p >= 0 && p <= 1);
      if (Math.abs(p - (1 - confidence)) > 1e-9) {
        assert.equal(p < 1 - confidence, lo > 1 || hi < 1);
      }
    }),
  );
});

test("the inverse ratio has the inverse interval", () => {
  fc.assert(
    fc.property(fc.array(logRatio, { minLength: 2, maxLength: 12 }), (values) => {
      const there = interval(estimate(values));
      const back = interval(estimate(values.map((value) => -value)));
      close(back.ratio, 1 / there.ratio, 1e-9);
      close(back.lo, 1 / there.hi, 1e-9);
      close(back.hi, 1 / there.lo, 1e-9);
    }),
  );
});

test("the smallest detectable difference", () => {
  // By hand: s = 1.4 %, n = 8, t(7): 2.3646 for 97.5 % and 0.8960 for 80 %; 3.2606 s / sqrt(8).
  const est = { mean: 0.3, variance: 0.014 ** 2 / 8, df: 7, n: 8 };
  close(smallestDetectable(est), 1.01627, 1e-5);
  const se = 0.014 / Math.sqrt(8);
  const t = studentQuantile(0.975, 7) + studentQuantile(0.9, 7);
  close(smallestDetectable(est, 0.9), Math.exp(t * se));
  assert.equal(smallestDetectable(est), smallestDetectable({ ...est, mean: 0 }));
});

test("a confidence outside 0 to 1 is rejected", () => {
  for (const confidence of [0, 1, 95, NaN]) {
    const refused = { name: "RangeError", message: /confidence/ };
    assert.throws(() => interval(estimate(A), confidence), refused);
  }
});
