import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import jstat from "jstat";
import { studentCdf, studentQuantile } from "../src/index.ts";
import { close } from "./support.ts";

test("cdf: SciPy's numbers", () => {
  // Printed by scipy.stats.t.cdf(x, df), and norm.cdf(x) for Infinity; SciPy 1.17.1.
  for (const [x, df, expected] of [
    [-40, 3, 1.7190340394579253e-5],
    [-3, 0.5, 0.1836540779929717],
    [-2.5, 23.4, 0.00992721243884359],
    [-30, 100, 4.190166279344164e-52],
    [1.2, 7, 0.8654140315863967],
    [-8, Infinity, 6.22096057427174e-16],
    [1, Infinity, 0.8413447460685429],
  ] as const) {
    close(studentCdf(x, df), expected, 1e-11, `cdf(${x}, ${df})`);
  }
});

test("quantile: SciPy's numbers", () => {
  // Printed by scipy.stats.t.ppf(p, df), and norm.ppf(p) for Infinity; SciPy 1.17.1.
  for (const [p, df, expected] of [
    [0.975, 1, 12.706204736174694],
    [0.975, 4, 2.7764451051977934],
    [0.975, 7, 2.364624251592784],
    [0.996, 7, 3.666613164195424],
    [0.9998, 11.3, 4.953282182051446],
    [0.6, 0.5, 0.3979754267847907],
    [1e-6, 23, -6.297169086013939],
    [0.975, Infinity, 1.959963984540054],
    [0.001, Infinity, -3.090232306167813],
  ] as const) {
    close(studentQuantile(p, df), expected, 1e-11, `quantile(${p}, ${df})`);
  }
});

test("cdf and quantile agree with jstat, an independent implementation", () => {
  const df = fc.double({ min: 1, max: 200, noNaN: true });
  fc.assert(
    fc.property(fc.double({ min: -8, max: 8, noNaN: true }), df, (x, v) =>
      close(studentCdf(x, v), jstat.studentt.cdf(x, v), 1e-6),
    ),
  );
  fc.assert(
    fc.property(fc.double({ min: 0.51, max: 0.9999, noNaN: true }), df, (p, v) =>
      close(studentQuantile(p, v), jstat.studentt.inv(p, v), 1e-6),
    ),
  );
});

test("the quantile inverts the cdf and is antisymmetric around one half", () => {
  const df = fc.oneof(fc.double({ min: 0.3, max: 1e4, noNaN: true }), fc.constant(Infinity));
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 0.499, noNaN: true }), df, (p, v) => {
      close(studentCdf(studentQuantile(p, v), v), p, 1e-9);
      close(studentQuantile(1 - p, v), -studentQuantile(1 - (1 - p), v));
    }),
  );
});

test("cdf and quantile at the ends and in the middle", () => {
  assert.equal(studentQuantile(0, 7), -Infinity);
  assert.equal(studentQuantile(1, 7), Infinity);
  assert.equal(studentQuantile(0.5, 7), 0);
  assert.equal(studentCdf(-Infinity, 7), 0);
  assert.equal(studentCdf(Infinity, 7), 1);
  assert.equal(studentCdf(0, Infinity), 0.5);
});

test("an invalid probability or number of degrees of freedom throws", () => {
  for (const df of [0, -1, NaN]) {
    assert.throws(() => studentCdf(1, df), RangeError);
    assert.throws(() => studentQuantile(0.9, df), RangeError);
  }
  for (const p of [-0.1, 1.1, NaN]) assert.throws(() => studentQuantile(p, 7), RangeError);
  assert.throws(() => studentCdf(NaN, 7), RangeError);
});
