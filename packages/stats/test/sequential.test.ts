import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate, interval, levelAt, nextLook, pValue, studentQuantile } from "../src/index.ts";
import { roundsFrom, close, share, threeErrors } from "./support.ts";

/** Returns the looks of a comparison that the clock ends after so many rounds. */
function looksUpTo(end: number): { n: number; alpha: number }[] {
  const looks = [];
  for (let n = nextLook(0); n < end; n = nextLook(n)) looks.push({ n, alpha: levelAt(n) });
  return [...looks, { n: end, alpha: levelAt(end, true) }];
}

test("looks are at 4, 6, 8, 12, 16 and 24 rounds, then at each doubling", () => {
  const places = [4, 6, 8, 12, 16, 24, 48, 96];
  assert.deepEqual(
    places.map((_, i) => nextLook(places[i - 1] ?? 0)),
    places,
  );
  assert.equal(nextLook(9), 12);
  for (const n of [1, 5, 7, 9, 23, 25, 47]) assert.equal(levelAt(n), 0, `${n} rounds`);
});

test("the levels add up to 5 %, whenever the clock ends the comparison", () => {
  for (let end = 2; end <= 200; end++) {
    const looks = looksUpTo(end);
    close(
      looks.reduce((total, { alpha }) => total + alpha, 0),
      0.05,
    );
    for (const { alpha } of looks) assert.ok(alpha > 0);
  }
  assert.equal(levelAt(3, true), 0.05, "the only look is a plain one");
  assert.equal(levelAt(4, true), 0.05);
  assert.equal(levelAt(8, true), 0.039);
  assert.equal(levelAt(14, true), 0.026);
  assert.equal(levelAt(24, true), 0.018);
});

test("each look has its own threshold", () => {
  // jstat's studentt.inv(1 - alpha / 2, n - 1) for alpha = .005, .006, .006, .007, .008 and .018.
  for (const [n, last, t] of [
    [4, false, 7.4533],
    [6, false, 4.5703],
    [8, false, 3.8868],
    [12, false, 3.3062],
    [16, false, 3.0563],
    [24, true, 2.5475],
  ] as const) {
    const found = studentQuantile(1 - levelAt(n, last) / 2, n - 1);
    assert.ok(Math.abs(found - t) < 1e-3, `${n} rounds: ${found}`);
  }
});

test("an invalid number of rounds throws", () => {
  for (const n of [0, -8, 8.5, NaN, Infinity]) assert.throws(() => levelAt(n), RangeError);
});

test("simulation: peeking declares far too many differences, planned looks do not", () => {
  const runs = 5000;
  const rounds = roundsFrom(24);
  const looks = looksUpTo(24);
  let peeking = 0;
  const ruled = share(runs, () => {
    const all = rounds(24, 0, 0.014);
    const p = looks.map(({ n }) => pValue(estimate(all.slice(0, n))));
    if (p.some((one) => one < 0.05)) peeking++;
    return looks.some(({ alpha }, i) => p[i]! < alpha);
  });
  assert.ok(ruled <= 0.05 + threeErrors(0.05, runs), `the rule: ${ruled}`);
  assert.ok(ruled >= 0.02, `the rule is not merely silent: ${ruled}`);
  const naive = peeking / runs;
  assert.ok(Math.abs(naive - 0.177) <= threeErrors(0.177, runs), `peeking: ${naive}`);
});

for (const end of [5, 14, 24, 60]) {
  test(`simulation, ended by the clock after ${end}: the intervals contain the truth at all looks at once`, () => {
    const runs = 2000;
    const rounds = roundsFrom(240 + end);
    const truth = 0.02;
    const looks = looksUpTo(end);
    const missed = share(runs, () => {
      const all = rounds(end, truth, 0.014);
      return looks.some(({ n, alpha }) => {
        const { lo, hi } = interval(estimate(all.slice(0, n)), 1 - alpha);
        return lo > Math.exp(truth) || hi < Math.exp(truth);
      });
    });
    assert.ok(missed <= 0.05 + threeErrors(0.05, runs), `${missed} missed`);
  });
}
