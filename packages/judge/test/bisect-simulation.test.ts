// Searches over a line of 200 commits whose truth is known. BISECT_SEARCHES sets their number; 1,000 in test:faults.
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { namedBy, simulate, type Truth } from "./bisect-search.ts";

const searches = Number(process.env["BISECT_SEARCHES"] ?? 60);

const SIZE = 201;
const at = (seed: number) => 1 + ((seed * 37 + 5) % (SIZE - 1));
const spreads = [
  { sd: 0.01 },
  { sd: 0.02 },
  { sd: 0.04 },
  { sd: 0.01, kinds: { share: 0.2, gap: 0.05 } },
  { sd: 0.015, kinds: { share: 0.4, gap: 0.04 } },
];
const truthOf = (by: number, spread: (typeof spreads)[number], seed: number): Truth => ({
  size: SIZE,
  steps: [[at(seed), by]],
  ...spread,
});

/** Three standard errors below a share of 95 %, for so few searches. */
const least = Math.floor(searches * (0.95 - 3 * Math.sqrt((0.95 * 0.05) / searches)));

for (const spread of spreads) {
  for (const by of [-0.06, 0.06]) {
    const words = JSON.stringify(spread);
    test(`a step of ${100 * by} % is named in at least 95 % of searches, ${words}`, () => {
      let right = 0;
      let steps = 0;
      for (let seed = 0; seed < searches; seed++) {
        const simulated = simulate(truthOf(by, spread, seed), seed);
        const named = namedBy(simulated);
        if (named.length === 1 && named[0] === at(seed)) right++;
        steps += simulated.steps;
      }
      assert.ok(right >= (searches >= 1000 ? 0.95 * searches : least), `${right} of ${searches}`);
      assert.ok(steps / searches <= 9, `${steps / searches} steps`);
    });
  }
}

for (const spread of spreads) {
  test(`a step of 3 % is named in at least 9 of 10 searches, and none is named wrongly, ${JSON.stringify(spread)}`, () => {
    let right = 0;
    let wrong = 0;
    for (let seed = 0; seed < searches; seed++) {
      const named = namedBy(simulate(truthOf(-0.03, spread, seed), seed));
      if (named.includes(at(seed))) right++;
      if (named.some((one) => one !== at(seed))) wrong++;
    }
    assert.ok(right >= 0.9 * searches - 3 * Math.sqrt(searches * 0.09), `${right} of ${searches}`);
    assert.ok(wrong <= 0.05 * searches, `${wrong} wrong of ${searches}`);
  });
}
