import assert from "node:assert/strict";
import { test } from "node:test";
import {
  roundsForHalfWidth,
  difference,
  estimate,
  exact,
  holm,
  pValue,
  sum,
  twoStageEstimate,
  type LogEstimate,
} from "../src/index.ts";
import { pairwise, roundsFrom, close, share, threeErrors } from "./support.ts";

// Sums and differences with a two-stage part: which rule applies, and that its intervals are valid.

const TWO_STAGE = twoStageEstimate([0.01, 0.05, 0.03], [0.02, 0.04]);
const ONE_STAGE = estimate([0.01, 0.02, 0.04, 0.03, 0.02, 0.01]);

test("a sum with a two-stage part has the smallest degrees of freedom, and is two-stage", () => {
  const both = sum(ONE_STAGE, TWO_STAGE);
  close(both.mean, ONE_STAGE.mean + TWO_STAGE.mean);
  close(both.variance, ONE_STAGE.variance + TWO_STAGE.variance);
  assert.deepEqual([both.df, both.n, both.twoStage], [2, 5, true]);
  const onward = difference(ONE_STAGE, both);
  assert.deepEqual([onward.df, onward.twoStage], [2, true]);
  const few = estimate([0.01, 0.02]);
  assert.equal(sum(few, TWO_STAGE).df, 1, "also if it is that of another part");
});

test("parts without variance do not count, and one-stage sums are not marked", () => {
  assert.deepEqual(sum(TWO_STAGE, exact()), { ...TWO_STAGE, n: 5 });
  assert.equal(sum(TWO_STAGE, estimate([0.1, 0.1])).df, 2);
  assert.equal(sum(twoStageEstimate([0.1, 0.1], [0.1]), ONE_STAGE).df, 5);
  assert.ok(!("twoStage" in difference(ONE_STAGE, ONE_STAGE)));
});

const HALF_WIDTH = Math.log(1.04);
type Rounds = ReturnType<typeof roundsFrom>;

/** Returns a cell whose truth is 0: `first` rounds, then as many as they require, at most `most`. */
function cell(rounds: Rounds, first: number, sd: number, most: number): LogEstimate {
  const opening = rounds(first, 0, sd);
  const lacking = roundsForHalfWidth(opening, HALF_WIDTH) - first;
  return twoStageEstimate(opening, rounds(Math.min(most, lacking), 0, sd));
}

const RUNS = 4000;
const ALLOWED = 0.05 + threeErrors(0.05, RUNS);

/** Comparisons whose truth is 0, of parts that are made anew in each run. */
const comparisons = {
  "two cells that spread differently": (rounds: Rounds, first: number, most: number) =>
    difference(cell(rounds, first, 0.02, most), cell(rounds, first, 0.08, most)),
  "a cell and a sample without a second stage": (rounds: Rounds, first: number, most: number) =>
    difference(cell(rounds, first, 0.08, most), estimate(rounds(first, 0, 0.05))),
  "two cells, each over a bridge": (rounds: Rounds, first: number, most: number) =>
    difference(
      sum(cell(rounds, first, 0.08, most), estimate(rounds(first + 2, 0, 0.03))),
      sum(cell(rounds, first, 0.03, most), estimate(rounds(first + 2, 0, 0.05))),
    ),
  "two cells and both bridges together": (rounds: Rounds, first: number, most: number) =>
    sum(
      difference(cell(rounds, first, 0.08, most), cell(rounds, first, 0.03, most)),
      difference(estimate(rounds(first + 2, 0, 0.03)), estimate(rounds(first + 2, 0, 0.05))),
    ),
};

for (const [name, compare] of Object.entries(comparisons)) {
  test(`simulation, ${name}: at most 5 % differ falsely`, () => {
    for (const first of [3, 5, 7]) {
      for (const most of [4, 24]) {
        const rounds = roundsFrom(100 + first + most);
        const differ = share(RUNS, () => pValue(compare(rounds, first, most)) < 0.05);
        assert.ok(differ <= ALLOWED, `${first} rounds, ${most} more: ${differ}`);
      }
    }
  });
}

const families = {
  restless: [0.08, 0.08, 0.08, 0.08, 0.08, 0.08],
  mixed: [0.01, 0.02, 0.03, 0.04, 0.06, 0.08],
};

for (const [name, sds] of Object.entries(families)) {
  test(`simulation, six ${name} cells: Holm keeps the family at 5 %`, () => {
    const runs = 1000;
    const allowed = 0.05 + threeErrors(0.05, runs);
    for (const first of [3, 5, 7]) {
      const rounds = roundsFrom(200 + first);
      const family = share(runs, () => {
        const cells = sds.map((sd) => cell(rounds, first, sd, 24));
        const bridge = estimate(rounds(first + 2, 0, 0.03));
        return holm(pairwise(cells, 4, bridge)).some((p) => p < 0.05);
      });
      assert.ok(family <= allowed, `${first} rounds: ${family}`);
    }
  });
}
