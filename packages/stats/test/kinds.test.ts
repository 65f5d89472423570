import assert from "node:assert/strict";
import { test } from "node:test";
import {
  roundsForHalfWidth,
  estimate,
  twoKinds,
  twoStageEstimate,
  unseenShare,
  type LogEstimate,
} from "../src/index.ts";
import {
  covers,
  roundsFrom,
  close,
  kindsFrom,
  mixtures,
  mixtureWords as words,
  sawBoth,
  share,
  threeErrors,
} from "./support.ts";

const RUNS = 5000;

test("rounds in two groups are two modes, the lower one first", () => {
  const kinds = twoKinds([0, -0.17, 0.01, -0.16, 0.005]);
  assert.deepEqual(
    kinds?.map(({ n }) => n),
    [2, 3],
  );
  close(kinds?.[0].mean ?? 0, -0.165);
  close(kinds?.[1].mean ?? 0, 0.005);
  assert.equal(twoKinds([0, 0, 0, 0, -0.2])?.[0].n, 1, "one round may be a mode");
});

test("a small gap, a wide spread within, and fewer than four rounds show one mode", () => {
  assert.equal(twoKinds([0, 0.001, 0.03, 0.031, 0.03]), null);
  assert.equal(twoKinds([0, 0.05, 0.1, 0.2, 0.25]), null);
  assert.equal(twoKinds([0, 0, 0.2]), null);
  assert.equal(twoKinds([0, 0, 0, 0]), null);
  assert.throws(() => twoKinds([]), RangeError);
});

test("simulation: rounds of one mode hardly ever look like two, and two modes are mostly found", (t) => {
  for (const [n, most] of [
    [4, 0.025],
    [5, 0.017],
    [8, 0.006],
    [16, 0.001],
  ] as const) {
    const rounds = roundsFrom(n);
    // So wide a spread that the least gap plays no part.
    const taken = share(RUNS, () => twoKinds(rounds(n, 0, 1)) !== null);
    assert.ok(taken <= most + threeErrors(most, RUNS), `${n} rounds: ${taken}`);
    const calm = share(RUNS, () => twoKinds(rounds(n, 0, 0.014)) !== null);
    assert.ok(calm < 0.005, `${n} calm rounds: ${calm}`);
  }
  for (const mixture of mixtures) {
    for (const [n, least] of [
      [5, 0.7],
      [8, 0.9],
      [12, 0.95],
    ] as const) {
      const draws = kindsFrom(n);
      const both = Array.from({ length: RUNS }, () => draws(n, mixture)).filter((sample) =>
        sawBoth(sample, mixture),
      );
      const found = both.filter((sample) => twoKinds(sample)).length / both.length;
      t.diagnostic(`${words(mixture)}: found in ${found.toFixed(2)} of the samples of ${n}`);
      assert.ok(found > least, `${n} rounds: ${found}`);
    }
  }
});

test("a mode of this share stays unseen with a chance of 5 %", () => {
  for (const n of [3, 5, 12]) close((1 - unseenShare(n)) ** n, 0.05);
  assert.equal(unseenShare(5).toFixed(2), "0.45");
});

for (const mixture of mixtures) {
  test(`simulation, ${words(mixture)}: if both modes were seen, 93 % of the intervals contain the truth`, (t) => {
    for (const n of [3, 5, 6, 12]) {
      const draws = kindsFrom(100 + n);
      const samples = Array.from({ length: RUNS }, () => draws(n, mixture));
      const both = samples.filter((sample) => sawBoth(sample, mixture));
      const covered = (some: number[][], by: (sample: number[]) => LogEstimate) =>
        some.filter((sample) => covers(by(sample))).length / some.length;
      const known = covered(both, estimate);
      const all = covered(samples, estimate);
      t.diagnostic(
        `n = ${n}: ${known.toFixed(3)}; with the runs that saw one kind ${all.toFixed(2)}, and ` +
          `${(both.length / RUNS).toFixed(2)} saw both`,
      );
      assert.ok(known >= 0.93, `${n} rounds: ${known}`);
      // No interval does better that costs normal rounds nothing: what was not seen is missed.
      assert.ok(all >= both.length / RUNS - 0.05, `${n} rounds: ${all}`);
      const further = covered(both, (sample) => {
        const wanted = Math.min(n + 16, roundsForHalfWidth(sample, Math.log(1.04)));
        return twoStageEstimate(sample, draws(wanted - n, mixture));
      });
      assert.ok(further >= 0.93, `${n} rounds and a second stage: ${further}`);
    }
  });
}
