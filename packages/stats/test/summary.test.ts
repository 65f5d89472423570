import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { geometricMean, median } from "../src/index.ts";
import { close, logRatio } from "./support.ts";

test("geometric mean", () => {
  close(geometricMean([2, 8]), 4);
  close(geometricMean([0.5, 2]), 1);
  close(geometricMean([3]), 3);
});

test("the geometric mean of inverses is the inverse", () => {
  fc.assert(
    fc.property(fc.array(logRatio.map(Math.exp), { minLength: 1 }), (ratios) =>
      close(geometricMean(ratios.map((ratio) => 1 / ratio)), 1 / geometricMean(ratios), 1e-9),
    ),
  );
});

test("median, of odd and even counts, without sorting the input", () => {
  const values = [10, 9, 100];
  assert.equal(median(values), 10);
  assert.deepEqual(values, [10, 9, 100]);
  assert.equal(median([1, 2, 3, 10]), 2.5);
  assert.equal(median([7]), 7);
  assert.equal(median([Number.MAX_VALUE, Number.MAX_VALUE]), Number.MAX_VALUE);
});

test("values without a mean or median throw", () => {
  assert.throws(() => geometricMean([]), RangeError);
  assert.throws(() => geometricMean([1, 0]), { name: "RangeError", message: /ratios\[1\] is 0/ });
  assert.throws(() => geometricMean([-1]), RangeError);
  assert.throws(() => geometricMean([NaN]), RangeError);
  assert.throws(() => median([]), RangeError);
  assert.throws(() => median([NaN]), RangeError);
});
