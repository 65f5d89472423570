import assert from "node:assert/strict";
import { test } from "node:test";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { repeated } from "../../stats/test/support.ts";
import { explanationOf, type RoundSample, type Place, type SideSample } from "../src/index.ts";

const source = xoroshiro128plus(20261124);
const uniform = () => uniformFloat64(source);
const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());

/** Draws a number of samples: Poisson's below 30 by Knuth's method, the normal one above. */
function counted(mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
  const limit = Math.exp(-mean);
  let product = uniform();
  let count = 0;
  for (; product > limit; count++) product *= uniform();
  return count;
}

const TICK = 0.0005;
const FUNCTIONS = 60;
/** A few functions take most of the time, and many take little, as in a real server. */
const means = Array.from({ length: FUNCTIONS }, (_, i) => 300 / (1 + i) ** 1.1);
const places = new Map(
  means.map((_, i): [string, Place] => {
    const id = `f${i}`;
    return [id, { kind: "dependency", package: "k", file: `${i}.js`, name: id, line: 1, id }];
  }),
);

/**
 * Draws one server of a round. Processes differ by 2 %, single functions by another 10 %, as compilers leave them, and each
 * tenth function is compiled in one of two ways, which differ by 60 %.
 */
function draw(extra: ReadonlyMap<number, number>, of = places): SideSample {
  const process = 1 + 0.02 * normal();
  const self = new Map(
    means.map((mean, i) => {
      const compiled = i % 10 === 3 && uniform() < 0.5 ? 1.6 : 1;
      const own = mean * process * compiled * (1 + 0.1 * normal()) + (extra.get(i) ?? 0);
      return [`f${i}`, TICK * counted(Math.max(0, own))];
    }),
  );
  const seconds = [...self.values()].reduce((sum, one) => sum + one, 0);
  const attributed = { places: of, self, total: self, paths: { seconds, calls: new Map() } };
  const cpuSeconds = seconds * (1.05 + 0.01 * normal());
  return {
    good: 50_000,
    cpuSeconds,
    helperSeconds: 0.02,
    plain: { good: 50_000, cpuSeconds },
    attributed,
  };
}

/** The functions of the new server, of which some have other code than those of the base. */
function withChanged(changed: readonly number[]): typeof places {
  return new Map(
    [...places.values()].map((place, i): [string, Place] => {
      const digest = () => (changed.includes(i) ? "new" : "old");
      return [
        place.id,
        { ...place, code: { digest, lineOfCall: () => null, linesFrom: () => "" } },
      ];
    }),
  );
}

/** Simulates an explanation with a budget of so many rounds, and returns the named functions. */
function simulate(
  budget: number,
  extra: ReadonlyMap<number, number>,
  changed: readonly number[] = [],
): string[] {
  const rounds: RoundSample[] = [];
  const [before, after] = [withChanged([]), withChanged(changed)];
  for (;;) {
    rounds.push({ base: draw(new Map(), before), new: draw(extra, after) });
    const found = explanationOf(rounds, budget, rounds.length);
    if (found !== null) return found.functions.filter(({ named }) => named).map(({ name }) => name);
  }
}

test("two equal servers: at most 5 % of explanations name any function", () => {
  const runs = repeated(300);
  // They end after the looks at 4 to 12 rounds, or after 7 or 3 rounds, when the budget ends.
  const budgets = Array.from({ length: runs }, (_, run) => [14, 7, 3][run % 3] ?? 14);
  const wrong = budgets.filter((budget) => simulate(budget, new Map()).length > 0).length;
  assert.ok(wrong / runs <= 0.05, `${wrong} of ${runs}`);
});

test("a function that costs 5 % more is named first, after three rounds too, and few others are", () => {
  const total = means.reduce((sum, mean) => sum + mean, 0);
  for (const [budget, least] of [
    [10, 98],
    [3, 90],
  ] as const) {
    let found = 0;
    let others = 0;
    for (let run = 0; run < 100; run++) {
      const [first, ...more] = simulate(budget, new Map([[20, 0.05 * total]]));
      if (first === "f20") found++;
      others += more.length;
    }
    assert.ok(found >= least, `${found} of 100 after ${budget} rounds`);
    assert.ok(others <= 10, `${others} others`);
  }
});

test("a small difference of changed code is seen earlier, and equal servers get no more names", (t) => {
  const runs = repeated(300);
  const total = means.reduce((sum, mean) => sum + mean, 0);
  const seen = (changed: readonly number[]) => {
    let found = 0;
    for (let run = 0; run < runs; run++) {
      if (simulate(6, new Map([[20, 0.007 * total]]), changed).includes("f20")) found++;
    }
    return found / runs;
  };
  const [usual, first] = [seen([]), seen([12, 20, 33])];
  t.diagnostic(`named after six rounds: ${first} of changed functions, otherwise ${usual}`);
  assert.ok(first >= usual + 0.1, `${first} of changed functions, otherwise ${usual}`);
  let wrong = 0;
  for (let run = 0; run < runs; run++) {
    if (simulate([14, 7, 3][run % 3] ?? 14, new Map(), [12, 20, 33]).length > 0) wrong++;
  }
  assert.ok(wrong / runs <= 0.05, `${wrong} of ${runs}`);
});
