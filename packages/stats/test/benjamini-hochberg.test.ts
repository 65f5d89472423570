import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { benjaminiHochberg, holm } from "../src/index.ts";
import { close } from "./support.ts";

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });

test("the textbook example", () => {
  // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "BH"). By hand: 0.04, 4/3 * 0.03 = 0.04, 2 * 0.01, 4 * 0.005, and no value
  // above the one after it.
  const expected = [0.02, 0.04, 0.04, 0.02];
  for (const [i, q] of benjaminiHochberg([0.01, 0.04, 0.03, 0.005]).entries())
    close(q, expected[i]!);
});

test("the example of Benjamini and Hochberg declares four of fifteen at 5 %", () => {
  const raw = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719,
    0.6528, 0.759, 1,
  ];
  assert.equal(benjaminiHochberg(raw).filter((q) => q <= 0.05).length, 4);
});

test("an empty family, one test, and values that are no probabilities", () => {
  assert.deepEqual(benjaminiHochberg([]), []);
  assert.deepEqual(benjaminiHochberg([0.04]), [0.04]);
  assert.throws(() => benjaminiHochberg([0.5, 1.5]), /pValues\[1\] is 1\.5/);
});

test("adjusted p values lie between the raw one and Holm's, and keep the raw order", () => {
  fc.assert(
    fc.property(pValues, (raw) => {
      const adjusted = benjaminiHochberg(raw);
      const strict = holm(raw);
      for (const [i, p] of raw.entries()) {
        assert.ok(adjusted[i]! >= p && adjusted[i]! <= strict[i]! + 1e-12);
        for (const [j, other] of raw.entries())
          if (p <= other) assert.ok(adjusted[i]! <= adjusted[j]!);
      }
    }),
    { examples: [[[0, 0, 1 - Number.EPSILON]]] },
  );
});
