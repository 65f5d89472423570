import assert from "node:assert/strict";
import { test } from "node:test";
import { levelsOf, publishedPriors, type Line } from "../src/index.ts";
import { normalFrom } from "./normal.ts";

function lineOf(
  duets: Readonly<Record<string, readonly number[]>>,
  more: Partial<Line> = {},
): Line {
  return {
    size: 10,
    fork: null,
    duets: new Map(Object.entries(duets)),
    skipped: new Set(),
    sameAs: new Map(),
    confirmations: new Map(),
    usual: publishedPriors.cpu,
    ...more,
  };
}

test("a point without duets with another one is known through a third, with both errors", () => {
  const levels = levelsOf(lineOf({ "0..3": [0.1, 0.12, 0.08], "3..7": [-0.04, -0.06] }));
  const { mean, variance, n } = levels.contrast(0, 7) ?? assert.fail();
  assert.ok(Math.abs(mean - 0.05) < 1e-12);
  assert.ok(Math.abs(variance - levels.variance * (1 / 3 + 1 / 2)) < 1e-12);
  assert.equal(n, 2);
  assert.equal(levels.contrast(0, 9), null);
});

test("duets in a ring are weighed: the direct ones, and the way through a third point", () => {
  const ring = { "0..1": [0.02, 0.02], "1..2": [0.02, 0.02], "0..2": [0.01, 0.03, 0.08, 0.0] };
  const levels = levelsOf(lineOf(ring));
  const { mean, variance } = levels.contrast(0, 2) ?? assert.fail();
  // Four direct rounds of 0.03, and a way of 0.04 that says as much as one round.
  assert.ok(Math.abs(mean - (4 * 0.03 + 0.04) / 5) < 1e-12);
  assert.ok(Math.abs(variance - levels.variance / 5) < 1e-12);
  const back = levels.contrast(2, 0) ?? assert.fail();
  assert.ok(Math.abs(back.mean + mean) < 1e-12);
});

test("confirmations and points of the same code count", () => {
  const same = { sameAs: new Map([[5, 1]]), confirmations: new Map([["1..2", [0.05, 0.07]]]) };
  const levels = levelsOf(lineOf({ "0..1": [0.01, 0.03] }, same));
  assert.deepEqual(levels.contrast(1, 5), levels.contrast(0, 0));
  assert.ok(Math.abs((levels.contrast(0, 2)?.mean ?? 0) - 0.08) < 1e-12);
  assert.deepEqual(levels.contrast(0, 5), levels.contrast(0, 1));
});

test("intervals of fitted differences cover the truth as often as they say", () => {
  const truth = [0, 0.03, -0.02, 0.05, 0.01];
  const pairs = ["0..1", "1..2", "2..3", "0..3", "1..4", "0..4"];
  let [inside, all] = [0, 0];
  for (let seed = 0; seed < 400; seed++) {
    const normal = normalFrom(seed + 77);
    const draw = (pair: string) => {
      const [from = 0, to = 0] = pair.split("..").map(Number);
      return Array.from({ length: 4 }, () => normal((truth[to] ?? 0) - (truth[from] ?? 0), 0.02));
    };
    const levels = levelsOf(lineOf(Object.fromEntries(pairs.map((pair) => [pair, draw(pair)]))));
    for (const [from, to] of [
      [0, 2],
      [2, 4],
      [3, 4],
    ] as const) {
      const { mean, variance } = levels.contrast(from, to) ?? assert.fail();
      // 18 degrees of freedom.
      const far = Math.abs(mean - ((truth[to] ?? 0) - (truth[from] ?? 0))) / Math.sqrt(variance);
      if (far < 2.101) inside++;
      all++;
    }
  }
  assert.ok(Math.abs(inside / all - 0.95) < 0.025, `${inside} of ${all}`);
});
