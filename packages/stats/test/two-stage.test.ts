import assert from "node:assert/strict";
import { test } from "node:test";
import { roundsForHalfWidth, estimate, interval, pValue, twoStageEstimate } from "../src/index.ts";
import { roundsFrom, close, share, threeErrors } from "./support.ts";

const RUNS = 5000;
const FIRST = 5;
const HALF_WIDTH = Math.log(1.04);

test("the spread of the first rounds decides how many are needed", () => {
  // sd 0.05 exactly; t(0.975, 4) = 2.7764: (2.7764 * 0.05 / 0.04)^2 = 12.04
  const raw = [-2, -1, 0, 1, 2].map((value) => (value * 0.05) / Math.sqrt(2.5));
  assert.equal(roundsForHalfWidth(raw, 0.04), 13);
  assert.equal(roundsForHalfWidth(raw, 0.5), 5, "never fewer than there are");
  const shifted = raw.map((value) => value + 3);
  assert.equal(roundsForHalfWidth(shifted, 0.04), 13, "the mean plays no part");
});

test("invalid input throws", () => {
  assert.throws(() => roundsForHalfWidth([0.1], 0.04), { name: "RangeError", message: /two/ });
  assert.throws(() => roundsForHalfWidth([0, NaN], 0.04), RangeError);
  for (const bad of [0, -1, NaN]) assert.throws(() => roundsForHalfWidth([0, 1], bad), RangeError);
  assert.throws(() => twoStageEstimate([], [1]), RangeError);
  assert.throws(() => twoStageEstimate([0, 1], [NaN]), RangeError);
});

test("without a second stage the result is the plain estimate", () => {
  assert.deepEqual(twoStageEstimate([0.1, 0.2, 0.4], []), estimate([0.1, 0.2, 0.4]));
});

test("all rounds give the mean, and the first ones the spread", () => {
  const est = twoStageEstimate([0, 0.02], [0.5, 0.52]);
  close(est.mean, 0.26);
  close(est.variance, 0.0002 / 4);
  assert.equal(est.df, 1);
  assert.equal(est.n, 4);
});

/** Returns a two-stage run of rounds of this spread: its sample, with at most `most` rounds. */
function play(next: (n: number, mean: number, sd: number) => number[], sd: number, most: number) {
  const first = next(FIRST, 0, sd);
  const n = Math.min(most, roundsForHalfWidth(first, HALF_WIDTH));
  return { first, second: next(n - FIRST, 0, sd) };
}

for (const [name, sd, most] of [
  ["calm", 0.01, 1000],
  ["restless", 0.05, 1000],
  ["restless, and out of rounds", 0.09, 12],
] as const) {
  test(`simulation, ${name}: 95 % of the intervals contain the truth`, () => {
    const rounds = roundsFrom(45);
    let positives = 0;
    const held = share(RUNS, () => {
      const { first, second } = play(rounds, sd, most);
      const est = twoStageEstimate(first, second);
      const { lo, hi } = interval(est);
      if (pValue(est) < 0.05) positives++;
      if (most === 1000) assert.ok(hi <= 1.04 * Math.exp(est.mean) * (1 + 1e-9), "the width holds");
      return lo <= 1 && 1 <= hi;
    });
    assert.ok(Math.abs(held - 0.95) <= threeErrors(0.95, RUNS), `${held} held`);
    assert.ok(Math.abs(positives / RUNS - 0.05) <= threeErrors(0.05, RUNS), `${positives}`);
  });
}
