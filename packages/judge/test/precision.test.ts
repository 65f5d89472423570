import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate } from "@deadheat/stats";
import { detectable, isTooLittle, roundsFor } from "@deadheat/judge";
import { boundedInterval } from "../src/rules/precision.ts";

test("fewer than three rounds detect nothing, and more rounds detect smaller differences", () => {
  assert.equal(detectable(0.02, 2), null);
  const shown = [3, 4, 8, 16].map((n) => detectable(0.02, n) ?? Infinity);
  assert.deepEqual(
    shown.toSorted((a, b) => b - a),
    shown,
  );
  // At n = 8: (t(0.975, 7) + t(0.8, 7)) * 0.02 / sqrt(8) = (2.365 + 0.896) * 0.00707 = 2.3 %.
  assert.ok(Math.abs((shown[2] ?? 0) - 0.0233) < 0.0005, `${shown[2]}`);
});

test("the rounds for a difference are the fewest that detect it", () => {
  for (const [difference, spread] of [
    [0.05, 0.02],
    [0.05, 0.06],
    [0.01, 0.02],
  ] as const) {
    const rounds = roundsFor(difference, spread);
    assert.ok((detectable(spread, rounds) ?? 1) <= difference);
    assert.ok(rounds === 3 || (detectable(spread, rounds - 1) ?? 1) > difference);
  }
  assert.equal(roundsFor(0.0001, 1), 1000, "the search ends");
});

test("a single round has an interval that a document can hold", () => {
  const { lo, hi, ratio } = boundedInterval(estimate([0.1]), 0.95);
  assert.ok(lo > 0 && Number.isFinite(hi) && lo < ratio && ratio < hi);
});

test("there is too little data with two rounds, or if an open interval is wider than a factor of two", () => {
  const open = { verdict: "undecided", lo: 0.9, hi: 1.2 } as const;
  assert.equal(isTooLittle({ ...open, n: 2 }), true);
  assert.equal(isTooLittle({ ...open, n: 3 }), false);
  assert.equal(isTooLittle({ ...open, n: 8, lo: 0.4, hi: 2.5 }), true);
  assert.equal(isTooLittle({ verdict: "slower", n: 8, lo: 1.1, hi: 6 }), false);
  assert.equal(isTooLittle({ ...open, n: 0 }), false, "an exact metric needs no round");
});
