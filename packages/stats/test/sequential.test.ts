import assert from "node:assert/strict";
import { test } from "node:test";
import { LOOKS, confidenceAt, decideAt, estimate, interval, pValue } from "../src/index.ts";
import { blocksFrom, close, share, threeErrors } from "./support.ts";

const LAST = LOOKS.at(-1)!.n;

/** Blocks whose t statistic is the given one. */
function blocksWithT(n: number, t: number): number[] {
  const raw = Array.from({ length: n }, (_, i) => i - (n - 1) / 2);
  const se = Math.sqrt(estimate(raw).variance);
  return raw.map((value) => value + t * se);
}

test("the levels of the looks add up to 5 %", () => {
  close(
    LOOKS.reduce((total, look) => total + look.alpha, 0),
    0.05,
  );
});

test("each look decides at its own threshold", () => {
  // Printed by scipy.stats.t.ppf(1 - alpha / 2, n - 1): 3.6666, 3.0037, 2.7805, 2.6003.
  for (const [n, t] of [
    [8, 3.6666],
    [12, 3.0037],
    [16, 2.7805],
    [24, 2.6003],
  ] as const) {
    assert.equal(decideAt(blocksWithT(n, t + 0.001)), "differs");
    assert.equal(decideAt(blocksWithT(n, -t - 0.001)), "differs");
    assert.equal(decideAt(blocksWithT(n, t - 0.001)), n === LAST ? "stop" : "continue");
  }
});

test("between looks nothing is decided", () => {
  assert.equal(decideAt([0.5]), "continue");
  for (const n of [2, 7, 9, 13, 23]) assert.equal(decideAt(blocksWithT(n, 100)), "continue");
});

test("past the last look, or without blocks, the question is refused", () => {
  assert.throws(() => decideAt(blocksWithT(25, 0)), {
    name: "RangeError",
    message: /ends after 24/,
  });
  assert.throws(() => decideAt([]), RangeError);
  assert.throws(() => decideAt([0, NaN]), RangeError);
});

test("the repeated interval excludes 1 exactly where the rule says so", () => {
  for (const { n } of LOOKS) {
    for (const t of [2, 2.59, 2.61, 2.77, 2.79, 3, 3.01, 3.66, 3.67, 5]) {
      const blocks = blocksWithT(n, t);
      const { lo } = interval(estimate(blocks), confidenceAt(n));
      assert.equal(lo > 1, decideAt(blocks) === "differs");
    }
  }
  assert.throws(() => confidenceAt(10), { name: "RangeError", message: /8, 12, 16, 24/ });
});

test("simulation: peeking declares far too many differences, the rule does not", () => {
  const runs = 5000;
  const blocks = blocksFrom(24);
  let peeking = 0;
  const ruled = share(runs, () => {
    const all = blocks(LAST, 0, 0.014);
    if (LOOKS.some(({ n }) => pValue(estimate(all.slice(0, n))) <= 0.05)) peeking++;
    return LOOKS.some(({ n }) => decideAt(all.slice(0, n)) === "differs");
  });
  assert.ok(ruled <= 0.05 + threeErrors(0.05, runs), `the rule: ${ruled}`);
  assert.ok(ruled >= 0.02, `the rule is not merely silent: ${ruled}`);
  const naive = peeking / runs;
  assert.ok(Math.abs(naive - 0.124) <= threeErrors(0.124, runs), `peeking: ${naive}`);
});

test("simulation: repeated intervals hold the truth at all looks at once", () => {
  const runs = 2000;
  const blocks = blocksFrom(240);
  const truth = 0.02;
  const missed = share(runs, () => {
    const all = blocks(LAST, truth, 0.014);
    return LOOKS.some(({ n }) => {
      const { lo, hi } = interval(estimate(all.slice(0, n)), confidenceAt(n));
      return lo > Math.exp(truth) || hi < Math.exp(truth);
    });
  });
  assert.ok(missed <= 0.05 + threeErrors(0.05, runs), `${missed} missed`);
});

test("simulation: a clear difference ends at the first look", () => {
  const blocks = blocksFrom(8);
  const early = share(500, () => decideAt(blocks(8, Math.log(1.05), 0.014)) === "differs");
  assert.ok(early > 0.99, `${early} decided at once`);
});
