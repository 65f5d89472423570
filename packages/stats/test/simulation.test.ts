import assert from "node:assert/strict";
import { test } from "node:test";
import { difference, estimate, holm, pValue, smallestDetectable } from "../src/index.ts";
import { covers, pairwise, roundsFrom, share, threeErrors } from "./support.ts";

// These tests check the promises of the method on simulated rounds whose truth is known. All use fixed seeds. Each
// bound is three standard errors wide, on both sides where possible.

const RUNS = 5000;
const SD = 0.014;

test("A/A at n = 8: 5 % of the intervals exclude 1, no more and no fewer", () => {
  const rounds = roundsFrom(1);
  const allowed = threeErrors(0.05, RUNS);
  let tooNarrow = 0;
  const positives = share(RUNS, () => {
    const est = estimate(rounds(8, 0, SD));
    // Control that this check can fail: the same interval with the normal quantile.
    if (Math.abs(est.mean) > 1.96 * Math.sqrt(est.variance)) tooNarrow++;
    return !covers(est);
  });
  assert.ok(Math.abs(positives - 0.05) <= allowed, `${positives} false positives`);
  assert.ok(tooNarrow / RUNS > 0.05 + allowed, `normal quantile: ${tooNarrow / RUNS}`);
});

test("coverage of a Welch difference of different spreads and sizes", () => {
  const rounds = roundsFrom(3);
  const covered = share(RUNS, () => {
    const sides = [estimate(rounds(8, 0.02, SD)), estimate(rounds(16, -0.01, 4 * SD))] as const;
    return covers(difference(...sides), 0.03);
  });
  assert.ok(Math.abs(covered - 0.95) <= threeErrors(0.95, RUNS), `${covered} covered`);
});

for (const [few, many] of [
  [3, 12],
  [3, 24],
  [5, 12],
] as const) {
  test(`a Welch difference of ${few} rounds and ${many}: Holm's levels of 15 pairs`, () => {
    const rounds = roundsFrom(few * many);
    const runs = 20_000;
    const level = 0.05 / 15;
    let uncapped = 0;
    const differ = share(runs, () => {
      const [a, b] = [estimate(rounds(few, 0, SD)), estimate(rounds(many, 0, SD))];
      const est = difference(a, b);
      const df = est.variance ** 2 / (a.variance ** 2 / a.df + b.variance ** 2 / b.df);
      if (pValue({ ...est, df }) < level) uncapped++;
      return pValue(est) < level;
    });
    const allowed = threeErrors(level, runs);
    assert.ok(differ <= level + allowed, `${differ}`);
    if (few === 3) assert.ok(uncapped / runs > 2 * level, `Welch's own: ${uncapped / runs}`);
  });
}

test("power at n = 8 and sd 1.4 %: as planned", () => {
  // Planned: printed by scipy.stats, with c = t.ppf(0.975, 7) and
  // nc = log(ratio) / 0.014 * sqrt(8), as nct.sf(c, 7, nc) + nct.cdf(-c, 7, nc).
  const rounds = roundsFrom(4);
  for (const [ratio, planned] of [
    [1.03, 0.9989576829090938],
    [1.015, 0.7328384452610869],
  ] as const) {
    const power = share(RUNS, () => pValue(estimate(rounds(8, -Math.log(ratio), SD))) < 0.05);
    const allowed = threeErrors(planned, RUNS);
    assert.ok(Math.abs(power - planned) <= allowed, `${ratio}: ${power}, planned ${planned}`);
  }
});

test("a difference of the smallest detectable size is detected with the promised power", () => {
  const rounds = roundsFrom(5);
  const size = smallestDetectable({ mean: 0, variance: SD ** 2 / 8, df: 7, n: 8 });
  const power = share(RUNS, () => pValue(estimate(rounds(8, Math.log(size), SD))) < 0.05);
  assert.ok(power > 0.77 && power < 0.83, `power ${power}`);
});

test("12 equal targets behind one floor and a bridge: Holm keeps the family at 5 %", () => {
  const runs = 1000;
  const rounds = roundsFrom(6);
  let unadjusted = 0;
  const family = share(runs, () => {
    const bridge = estimate(rounds(16, 0, 3 * SD));
    const targets = Array.from({ length: 12 }, () => estimate(rounds(8, 0, SD)));
    const raw = pairwise(targets, 6, bridge);
    assert.equal(raw.length, 66);
    if (raw.some((p) => p < 0.05)) unadjusted++;
    return holm(raw).some((p) => p < 0.05);
  });
  assert.ok(family <= 0.05 + threeErrors(0.05, runs), `family-wise error ${family}`);
  assert.ok(unadjusted / runs > 0.5, `without Holm: ${unadjusted / runs}`);
});
