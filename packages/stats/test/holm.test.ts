import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { holm } from "../src/index.ts";
import { close } from "./support.ts";

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });

test("the textbook example", () => {
  // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm"). By hand: 4 * 0.005, 3 * 0.01, 2 * 0.03, and 0.04, which may not
  // fall below the value before it.
  const expected = [0.03, 0.06, 0.06, 0.02];
  for (const [index, p] of holm([0.01, 0.04, 0.03, 0.005]).entries()) close(p, expected[index]!);
});

test("an empty family, one test, and the cap at 1", () => {
  assert.deepEqual(holm([]), []);
  assert.deepEqual(holm([0.04]), [0.04]);
  assert.deepEqual(holm([0.6, 0.7, 0]), [1, 1, 0]);
});

test("holm rejects the same tests as the step-down procedure", () => {
  fc.assert(
    fc.property(pValues, fc.double({ min: 0.001, max: 0.2, noNaN: true }), (raw, alpha) => {
      const ascending = raw.toSorted((a, b) => a - b);
      let rejected = 0;
      while (rejected < raw.length && ascending[rejected]! * (raw.length - rejected) <= alpha) {
        rejected++;
      }
      assert.equal(holm(raw).filter((p) => p <= alpha).length, rejected);
    }),
  );
});

test("a value outside 0 to 1 throws an error that names it", () => {
  assert.throws(() => holm([0.1, 1.1]), { name: "RangeError", message: /pValues\[1\] is 1.1/ });
  assert.throws(() => holm([NaN]), RangeError);
  assert.throws(() => holm([-0.1]), RangeError);
});
