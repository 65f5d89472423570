import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate } from "@deadheat/stats";
import * as v from "valibot";
import { resultSchema, type Result } from "../src/index.ts";
import { rank } from "../src/rank.ts";
import { repeated, share, threeErrors } from "../../stats/test/support.ts";
import { generatedResult, small } from "./generated-result.ts";
import { normalFrom } from "./normal.ts";
import { known, rankOf } from "./rankings.ts";
import { orderOf } from "../src/result/order.ts";

/** Ranks targets on Node by their names and ratios. */
const ranked = (cells: Readonly<Record<string, ReturnType<typeof known>>>) =>
  rankOf(Object.fromEntries(Object.entries(cells).map(([name, own]) => [`${name}/node`, own])));

const scenarios = new Map([
  ["text", ranked({ a: known(1), b: known(0.8), c: known(0.6), d: known(0.4, 0.3) })],
  ["large", ranked({ a: known(0.5), b: known(0.8), c: known(0.6), d: known(0.4, 0.3) })],
  ["tls", ranked({ a: known(1), b: known(0.9) })],
  ["alone", ranked({ a: known(1) })],
]);

test("orders agree, are turned, or are unproven in one of two scenarios", () => {
  assert.deepEqual(orderOf(scenarios)?.scenarios, [
    { a: "text", b: "large", targets: 4, agree: 2, turned: 2, unproven: 2 },
    { a: "text", b: "tls", targets: 2, agree: 1, turned: 0, unproven: 0 },
    { a: "large", b: "tls", targets: 2, agree: 0, turned: 1, unproven: 0 },
  ]);
  assert.deepEqual(orderOf(scenarios)?.targets, [
    { target: "a/node", turned: 2 },
    { target: "b/node", turned: 1 },
    { target: "c/node", turned: 1 },
  ]);
});

test("one scenario, and scenarios without two targets in common, have no order to compare", () => {
  assert.equal(orderOf(new Map([...scenarios].slice(0, 1))), undefined);
  const other = ranked({ a: known(1), x: known(0.9) });
  assert.equal(orderOf(new Map([...scenarios].slice(0, 1)).set("other", other)), undefined);
  assert.equal(generatedResult({ ...small, scenarios: ["text"] }).order, undefined);
});

const result = generatedResult({ ...small, scenarios: ["text", "json", "params", "echo"] });

/** Returns the proven order of two targets: a pair that is neither a tie nor undecided is proven. */
function provenIn({ differences, cells }: Result, scenario: string) {
  const found = differences.find((one) => one.scenario === scenario)!;
  const key = (pair: readonly string[]) => pair.toSorted().join(" ");
  const open = new Set([...found.ties, ...found.undecided.map((u) => u.targets)].map(key));
  const own = cells.filter((cell) => cell.scenario === scenario && cell.rank !== null);
  const ratio = new Map(own.map((cell) => [cell.target, cell.efficiency!.toNodeHttp!.ratio]));
  return (a: string, b: string): number | null => {
    if (!ratio.has(a) || !ratio.has(b)) return null;
    return open.has(key([a, b])) ? 0 : Math.sign(ratio.get(a)! - ratio.get(b)!);
  };
}

const order = result.order === "versions" ? undefined : result.order;

test("a merged result has the order that its differences show, and matches its schema", () => {
  v.assert(resultSchema, JSON.parse(JSON.stringify(result)));
  const { order: _, ...older } = result;
  v.assert(resultSchema, older);
  const names = [...new Set(result.cells.map(({ target }) => target))];
  assert.equal(order?.scenarios.length, 6);
  for (const { a, b, targets, ...counts } of order?.scenarios ?? []) {
    const [inA, inB] = [provenIn(result, a), provenIn(result, b)];
    const counted = { agree: 0, turned: 0, unproven: 0 };
    for (const [i, x] of names.entries()) {
      for (const y of names.slice(i + 1)) {
        const [first, second] = [inA(x, y), inB(x, y)];
        if (first === null || second === null) continue;
        counted[first * second === 0 ? "unproven" : first === second ? "agree" : "turned"]++;
      }
    }
    assert.deepEqual(counts, counted, `${a} and ${b}`);
    assert.equal(targets, 21);
  }
});

// A pair is falsely called turned if one of two scenarios proves a false order: 2.5 % per pair if the other is certain.

const RUNS = repeated(500);
const TARGETS = 10;

/** Returns the share of runs in which at least one pair is falsely called turned. */
function falseClaims(truths: readonly (readonly number[])[], seed: number): number {
  const normal = normalFrom(seed);
  const names = Array.from({ length: TARGETS }, (_, i) => String.fromCharCode(97 + i));
  const turned = (i: number, j: number) => {
    const signs = new Set(truths.map((truth) => Math.sign(truth[i]! - truth[j]!)));
    return signs.has(1) && signs.has(-1);
  };
  return share(RUNS, () => {
    const measured = truths.map((truth) =>
      names.map((target, i) => {
        const rounds = Array.from({ length: 5 }, () => normal(truth[i]!, 0.014));
        return { target, runtime: "node" as const, toFloor: estimate(rounds) };
      }),
    );
    const signs = measured.map((cells) => {
      const { compared } = rank(cells, new Map(), 0.05);
      return new Map(
        compared.flatMap(({ targets: [a, b], verdict }) => {
          const sign = { faster: 1, slower: -1, same: 0, undecided: 0 }[verdict];
          return [[a + b, sign] as const, [b + a, -sign] as const];
        }),
      );
    });
    return names.some((a, i) =>
      names.slice(i + 1).some((b, k) => {
        const found = new Set(signs.map((own) => own.get(a + b)));
        return found.has(1) && found.has(-1) && !turned(i, i + 1 + k);
      }),
    );
  });
}

const apart = Array.from({ length: TARGETS }, (_, i) => i);
const level = apart.map(() => 0);
const firstHalf = apart.map((i) => (i < TARGETS / 2 ? 0 : i));
const secondHalf = apart.map((i) => (i < TARGETS / 2 ? i : TARGETS));

for (const [name, truths, limit] of [
  ["all level in one, far apart in the other", [level, apart], 0.025],
  ["one half level here, the other half there", [firstHalf, secondHalf], 0.05],
  ["level in both", [level, level], 0.001],
  [
    "next to each other in both, one order",
    [apart.map((i) => i / 1e3), apart.map((i) => i / 1e3)],
    0.05,
  ],
  ["six scenarios: level in five", [apart, level, level, level, level, level], 0.125],
] as const) {
  test(`at most ${100 * limit} % of runs call a pair turned that is not (${name})`, () => {
    const wrong = falseClaims(truths, 27);
    assert.ok(wrong <= limit + threeErrors(limit, RUNS), `${wrong}`);
  });
}
