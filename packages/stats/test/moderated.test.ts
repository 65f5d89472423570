import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate, moderated, pValue } from "../src/index.ts";
import { roundsFrom } from "./support.ts";

const draw = roundsFrom(20261126);
const normal = () => draw(1, 0, 1)[0]!;

const sizes = Array.from({ length: 60 }, (_, i) => 300 / (1 + i) ** 1.1);

/** Draws the differences of equal servers: a value per round for each size, with this spread of a size. */
const drawn = (rounds: number, spreadOf: (size: number) => number) =>
  sizes.map((size) => estimate(draw(rounds, 0, spreadOf(size))));

/** Returns the share of the differences with a p value of at most 1 %, of equal servers. */
function falseShare(rounds: number, spreadOf: (size: number) => number): number {
  let named = 0;
  for (let run = 0; run < 300; run++) {
    const found = moderated(drawn(rounds, spreadOf), sizes);
    named += found.filter((est) => pValue(est) <= 0.01).length;
  }
  return named / 300 / sizes.length;
}

test("p values of equal servers stay true, with a variance that grows with the size or differs from it", () => {
  for (const rounds of [3, 4, 8]) {
    const byChance = falseShare(rounds, (size) => Math.sqrt(size));
    assert.ok(byChance > 0.006 && byChance < 0.013, `${rounds} rounds: ${byChance}`);
    const uneven = falseShare(rounds, (size) => Math.sqrt(size) * Math.exp(0.5 * normal()));
    assert.ok(uneven < 0.017, `${rounds} rounds, uneven: ${uneven}`);
    // Some functions are compiled in one of two ways: a fifth of them varies by three times as much.
    const mixed = falseShare(rounds, (size) => Math.sqrt(size) * (normal() > 0.8416 ? 3 : 1));
    assert.ok(mixed < 0.025, `${rounds} rounds, mixed: ${mixed}`);
  }
});

test("three rounds find what they cannot find one by one", () => {
  const base = drawn(3, (size) => Math.sqrt(size));
  const changed = base.map((est, i) =>
    i === 10 ? { ...est, mean: 6 * Math.sqrt(sizes[10]!) } : est,
  );
  const [alone, together] = [changed, moderated(changed, sizes)].map((all) => pValue(all[10]!));
  assert.ok(together! < 1e-4 && together! < alone!, `${together} and ${alone}`);
});

test("differences that are equal by chance are no certainty, and few estimates stay as they are", () => {
  const base = drawn(3, (size) => Math.sqrt(size));
  const equal = base.map((est, i) => (i === 5 ? { ...est, mean: 1, variance: 0 } : est));
  assert.equal(pValue(equal[5]!), 0);
  assert.ok(pValue(moderated(equal, sizes)[5]!) > 0.05);
  assert.deepEqual(moderated(base.slice(0, 5), sizes), base.slice(0, 5));
});
