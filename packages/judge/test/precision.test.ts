import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate } from "@deadheat/stats";
import { detectable, isTooLittle, publishedPriors, roundsFor } from "@deadheat/judge";
import { boundedInterval } from "../src/rules/precision.ts";

const prior = publishedPriors.cpu;

test("one round detects a factor, and more rounds detect smaller differences", () => {
  assert.ok(detectable(0.02, 1, prior) < 0.5);
  assert.ok(detectable(0.02, 2, prior) > 0.2, "two modes may differ by as much");
  const shown = [1, 2, 3, 4, 8, 16].map((n) => detectable(0.02, n, prior));
  assert.deepEqual(
    shown.toSorted((a, b) => b - a),
    shown,
  );
  // At n = 8, with the 9.5 degrees of freedom of rounds and prior, and modes: (2.245 + 0.879) * 0.0078 = 2.5 %.
  assert.ok(Math.abs((shown[4] ?? 0) - 0.0245) < 0.0005, `${shown[4]}`);
});

test("the rounds for a difference are the fewest that detect it", () => {
  for (const [difference, spread] of [
    [0.05, 0.02],
    [0.05, 0.06],
    [0.01, 0.02],
  ] as const) {
    const rounds = roundsFor(difference, spread, prior);
    assert.ok(detectable(spread, rounds, prior) <= difference);
    assert.ok(detectable(spread, rounds - 1, prior) > difference);
  }
  assert.equal(roundsFor(0.0001, 1, prior), 1000, "the search ends");
});

test("a single round has an interval that a document can hold", () => {
  const { lo, hi, ratio } = boundedInterval(estimate([0.1]), 0.95);
  assert.ok(lo > 0 && Number.isFinite(hi) && lo < ratio && ratio < hi);
});

test("there is too little data if an open interval is wider than a factor of two", () => {
  const open = { verdict: "undecided", lo: 0.9, hi: 1.2 } as const;
  assert.equal(isTooLittle({ ...open, n: 3 }), false);
  assert.equal(isTooLittle({ ...open, n: 8, lo: 0.4, hi: 2.5 }), true);
  assert.equal(isTooLittle({ verdict: "slower", n: 8, lo: 1.1, hi: 6 }), false);
  assert.equal(isTooLittle({ ...open, n: 0 }), false, "an exact metric needs no round");
});
