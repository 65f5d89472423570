import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { difference, estimate, exact, sum, type LogEstimate } from "../src/index.ts";
import { close, logRatio } from "./support.ts";

const sample = fc.array(logRatio, { minLength: 2, maxLength: 12 });

/** Arbitrary estimates, including exact ones and ones without spread. */
const anyEstimate = fc.oneof(
  { weight: 4, arbitrary: sample.map(estimate) },
  logRatio.map((mean) => exact(mean)),
  logRatio.map((value) => estimate([value, value, value])),
);

function sameEstimate(a: LogEstimate, b: LogEstimate): void {
  assert.ok(Math.abs(a.mean - b.mean) <= 1e-12, `means ${a.mean} and ${b.mean}`);
  assert.ok(Math.abs(a.variance - b.variance) <= 1e-12, `variances ${a.variance}, ${b.variance}`);
  close(a.df, b.df, 1e-9, "df");
  assert.equal(a.n, b.n);
}

test("mean, variance of the mean, degrees of freedom", () => {
  // By hand: mean 2, squares 1 + 0 + 1, s^2 = 1, s^2 / n = 1/3.
  const { mean, variance, df, n } = estimate([1, 2, 3]);
  close(mean, 2);
  close(variance, 1 / 3);
  assert.deepEqual([df, n], [2, 3]);
});

test("one round has a mean and no spread", () => {
  assert.deepEqual(estimate([0.25]), { mean: 0.25, variance: Infinity, df: 0, n: 1 });
});

test("equal rounds have exactly their mean and no variance", () => {
  assert.deepEqual(estimate([0.1, 0.1, 0.1]), { mean: 0.1, variance: 0, df: 2, n: 3 });
});

test("an empty sample or a value that is not finite throws an error that names it", () => {
  assert.throws(() => estimate([]), { name: "RangeError", message: /at least one/ });
  assert.throws(() => estimate([0, NaN]), { name: "RangeError", message: /logRatios\[1\] is NaN/ });
  assert.throws(() => estimate([-Infinity]), RangeError);
  assert.throws(() => exact(Infinity), RangeError);
});

test("the order of the rounds makes no difference", () => {
  fc.assert(
    fc.property(sample, (values) => sameEstimate(estimate(values), estimate(values.toReversed()))),
  );
});

test("a shift moves the mean only; a scale scales it and squares into the variance", () => {
  fc.assert(
    fc.property(sample, logRatio, (values, shift) => {
      const { mean, variance, df, n } = estimate(values);
      const shifted = estimate(values.map((value) => value + shift));
      sameEstimate(shifted, { mean: mean + shift, variance, df, n });
      const doubled = estimate(values.map((value) => -2 * value));
      sameEstimate(doubled, { mean: -2 * mean, variance: 4 * variance, df, n });
    }),
  );
});

test("difference(a, b) is difference(b, a) with the other sign", () => {
  fc.assert(
    fc.property(anyEstimate, anyEstimate, (a, b) => {
      const turned = difference(b, a);
      sameEstimate(difference(a, b), { ...turned, mean: -turned.mean });
    }),
  );
});

test("sums commute, and grouping is free unless the degrees of freedom reach a limit", () => {
  fc.assert(
    fc.property(anyEstimate, anyEstimate, anyEstimate, (a, b, c) => {
      sameEstimate(sum(a, b), sum(b, a));
      const together = sum(a, b, c);
      for (const grouped of [sum(sum(a, b), c), sum(a, sum(b, c))]) {
        sameEstimate({ ...grouped, df: together.df }, together);
      }
    }),
  );
  const [a, b, c] = [0.01, 0.03, 0.05].map((sd) => estimate([0, sd, -sd, sd, 0]));
  sameEstimate(sum(sum(a!, b!), c!), sum(a!, b!, c!));
  sameEstimate(sum(a!, sum(b!, c!)), sum(a!, b!, c!));
});

test("degrees of freedom lie between the smallest and that times the number of parts", () => {
  fc.assert(
    fc.property(anyEstimate, anyEstimate, (a, b) => {
      const { df } = difference(a, b);
      const varying = [a, b].filter(({ variance }) => variance > 0);
      const all = varying.length > 0 ? varying : [a, b];
      const smallest = Math.min(...all.map((part) => part.df));
      assert.ok(df >= smallest * (1 - 1e-12), `${df} too small`);
      assert.ok(df <= smallest * all.length * (1 + 1e-12), `${df} too large`);
    }),
  );
  const [few, many] = [3, 24].map((n): LogEstimate => ({ mean: 0, variance: 1, df: n - 1, n }));
  assert.equal(difference(few!, { ...many!, variance: 4 }).df, 4, "Welch's would be 20.8");
});

test("degrees of freedom are Welch's if those are fewer", () => {
  // By hand: variances 1 and 4, df 5 and 7: 25 / (1 / 5 + 16 / 7) = 10.06.
  const [a, b] = [1, 4].map((variance, i): LogEstimate => ({
    mean: 0,
    variance,
    df: 5 + 2 * i,
    n: 6 + 2 * i,
  }));
  close(difference({ ...a!, df: 6 }, b!).df, 25 / (1 / 6 + 16 / 7));
  assert.equal(difference(a!, b!).df, 10, "10.06 by Welch");
});

test("equal variances and sizes: the degrees of freedom add up", () => {
  const a = estimate([0.01, 0.02, 0.03, 0.04]);
  close(difference(a, { ...a, mean: 0 }).df, 6);
});

test("an exact part shifts an estimate and leaves its spread alone", () => {
  const a = estimate([0.01, 0.02, 0.04]);
  sameEstimate(sum(a, exact(1)), { ...a, mean: a.mean + 1 });
  sameEstimate(difference(exact(), a), { ...a, mean: -a.mean });
  assert.deepEqual(sum(exact(1), exact(2)), exact(3));
});

test("parts without variance, or with an unknown one, cause no NaN", () => {
  const flat = estimate([0.5, 0.5]);
  const single = estimate([0.5]);
  const usual = estimate([0.01, 0.02, 0.04]);
  assert.deepEqual(sum(flat, exact()), flat);
  sameEstimate(sum(flat, usual), { ...usual, mean: usual.mean + 0.5, n: 2 });
  assert.deepEqual(sum(usual, single), {
    mean: usual.mean + 0.5,
    variance: Infinity,
    df: 0,
    n: 1,
  });
  // The squares of these variances underflow.
  const tiny = { mean: 0, variance: 1e-300, df: 4, n: 5 };
  close(sum(tiny, tiny).df, 8);
  assert.throws(() => sum(), RangeError);
});
