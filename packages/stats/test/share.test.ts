import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate, exact, moreTime, shareBeside, shareOf, shareWithin } from "../src/index.ts";
import { roundsFrom } from "./support.ts";

test("a share of a difference is the ratio of both logarithms", () => {
  const whole = estimate([0.4, 0.41, 0.39, 0.4]);
  const { share, lo, hi } = shareOf(estimate([0.2, 0.21, 0.19, 0.2]), whole);
  assert.ok(Math.abs(share - 0.5) < 1e-9);
  assert.ok((lo as number) < 0.5 && (hi as number) > 0.5 && (hi as number) - (lo as number) < 0.15);
  assert.deepEqual(shareOf(exact(0.1), exact(0.4)), { share: 0.25, lo: 0.25, hi: 0.25 });
});

test("shares of times add up, whatever the order in which the parts are taken back", () => {
  // 10 units become 30: one part makes 10 of them 15, the other one makes them 30.
  const whole = moreTime(exact(Math.log(3)));
  const first = moreTime(exact(Math.log(15 / 10)), Math.log(15 / 30));
  const second = moreTime(exact(Math.log(30 / 15)));
  const [one, two] = [shareOf(first, whole).share, shareOf(second, whole).share];
  assert.ok(Math.abs(one - 0.25) < 1e-9, `${one}`);
  assert.ok(Math.abs(two - 0.75) < 1e-9, `${two}`);
  const noisy = moreTime(estimate([1, 1.1, 0.9]));
  assert.ok(
    Math.abs(noisy.variance / (estimate([1, 1.1, 0.9]).variance * Math.exp(-2)) - 1) < 1e-9,
  );
});

test("a whole that may be nothing bounds no share, and neither does a single round", () => {
  assert.equal(shareOf(estimate([0.1, 0.2]), estimate([0.5, -0.4, 0.1])).lo, null);
  assert.equal(shareOf(estimate([0.1]), estimate([0.4, 0.4, 0.41])).hi, null);
  assert.throws(() => shareOf(exact(1), exact(0)), RangeError);
});

test("Fieller's interval holds the true share in 95 of 100 simulations", () => {
  const draw = roundsFrom(7);
  const rounds = (n: number, mean: number, sd: number) => estimate(draw(n, mean, sd));
  for (const [truth, whole] of [
    [1, 0.3],
    [0.5, 0.2],
    [0.1, 0.8],
    [0, 0.15],
  ] as const) {
    let held = 0;
    const runs = 1500;
    for (let i = 0; i < runs; i++) {
      const found = shareOf(rounds(4, truth * whole, 0.02), rounds(6, whole, 0.03));
      if (found.lo === null || found.hi === null || (found.lo <= truth && truth <= found.hi))
        held++;
    }
    const share = held / runs;
    assert.ok(share > 0.93 && share < 0.98, `share ${truth} of ${whole}: ${share}`);
  }
});

test("a part beside the rest: the share holds the truth in 95 of 100 simulations, although the whole drifts", () => {
  const draw = roundsFrom(11);
  for (const truth of [1, 0.85, 0.5, 0]) {
    let held = 0;
    const runs = 1500;
    for (let i = 0; i < runs; i++) {
      // The difference of a minute is another one than that of the minute before.
      const [whole = 0] = draw(1, 0.25, 0.03);
      const part = estimate(draw(3, truth * whole, 0.015));
      const rest = estimate(draw(4, (1 - truth) * whole, 0.02));
      const { lo, hi } = shareBeside(part, rest);
      if (lo === null || hi === null || (lo <= truth && truth <= hi)) held++;
    }
    assert.ok(held / runs > 0.93 && held / runs < 0.98, `share ${truth}: ${held / runs}`);
  }
  assert.deepEqual(shareBeside(exact(0.1), exact(0.3)), { share: 0.25, lo: 0.25, hi: 0.25 });
  assert.equal(shareBeside(estimate([0.1]), estimate([0.2, 0.21])).lo, null);
  assert.throws(() => shareBeside(exact(1), exact(-1)), RangeError);
});

test("a share of a share multiplies both, and their errors", () => {
  const half = { share: 0.5, lo: 0.4, hi: 0.6 };
  const all = { share: 1, lo: 1, hi: 1 };
  assert.deepEqual(shareWithin(half, all), half);
  assert.deepEqual(shareWithin(all, half), half);
  const { share, lo, hi } = shareWithin(half, half);
  assert.equal(share, 0.25);
  assert.ok(lo !== null && hi !== null && lo < 0.2 && lo > 0.15 && Math.abs(hi + lo - 0.5) < 1e-9);
  assert.equal(shareWithin(half, { share: 1, lo: null, hi: null }).lo, null);
});
