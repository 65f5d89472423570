// Searches over a line of 200 commits whose truth is known. BISECT_SEARCHES sets their number; 1,000 in test:faults.
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { namedBy, simulate, spreads } from "./bisect-search.ts";

const searches = Number(process.env["BISECT_SEARCHES"] ?? 60);

const SIZE = 201;
const at = (seed: number) => 1 + ((seed * 37 + 5) % (SIZE - 1));
/** Runs the searches for a step, each at another place. */
const simulated = (by: number, spread: (typeof spreads)[number]) =>
  Array.from({ length: searches }, (_, seed) =>
    simulate({ size: SIZE, steps: [[at(seed), by]], ...spread }, seed),
  );

/** Three standard errors below a share of 95 %, for so few searches. */
const least = Math.floor(searches * (0.95 - 3 * Math.sqrt((0.95 * 0.05) / searches)));

for (const spread of spreads) {
  for (const by of [-0.06, 0.06]) {
    const words = JSON.stringify(spread);
    test(`a step of ${100 * by} % is named in at least 95 % of searches, ${words}`, () => {
      const all = simulated(by, spread);
      const right = all.filter((one, seed) => String(namedBy(one)) === String(at(seed))).length;
      assert.ok(right >= (searches >= 1000 ? 0.95 * searches : least), `${right} of ${searches}`);
      const steps = all.reduce((sum, one) => sum + one.steps, 0) / searches;
      assert.ok(steps <= 9, `${steps} steps`);
    });
  }
}

for (const spread of spreads) {
  test(`a step of 3 % is named in at least 9 of 10 searches, and none is named wrongly, ${JSON.stringify(spread)}`, () => {
    const named = simulated(-0.03, spread).map(namedBy);
    const right = named.filter((own, seed) => own.includes(at(seed))).length;
    const wrong = named.filter((own, seed) => own.some((one) => one !== at(seed))).length;
    assert.ok(right >= 0.9 * searches - 3 * Math.sqrt(searches * 0.09), `${right} of ${searches}`);
    assert.ok(wrong <= 0.05 * searches, `${wrong} wrong of ${searches}`);
  });
}

test("a search that need not confirm its steps takes fewer rounds, and is right in 9 of 10", () => {
  const truth = (seed: number) => ({
    size: 18,
    steps: [[1 + (seed % 17), 0.14]] as const,
    sd: 0.02,
  });
  const run = (confirm: boolean) =>
    Array.from({ length: searches }, (_, seed) => simulate({ ...truth(seed), confirm }, seed));
  const [quick, whole] = [run(false), run(true)];
  const right = quick.filter(({ found }, seed) => found.some(({ to }) => to === 1 + (seed % 17)));
  assert.ok(right.length >= 0.9 * searches, `${right.length} of ${searches}`);
  const roundsOf = (all: typeof quick) => all.reduce((sum, one) => sum + one.rounds, 0);
  assert.ok(roundsOf(quick) < 0.8 * roundsOf(whole), `${roundsOf(quick)}, ${roundsOf(whole)}`);
});
