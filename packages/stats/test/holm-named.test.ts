import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate, holmNamed, NAMED_SHARE, pValue } from "../src/index.ts";
import { roundsFrom, share, threeErrors } from "./support.ts";

const RUNS = 4000;

test("the named test keeps four fifths of the error, and gets the rest when all others are significant", () => {
  const p = (named: number, ...others: number[]) => {
    const adjusted = holmNamed([named], others);
    return [...adjusted.named, ...adjusted.others].map((value) => Number(value.toFixed(4)));
  };
  assert.deepEqual(p(0.02, 0.5, 0.6, 0.7), [0.025, 1, 1, 1]);
  assert.deepEqual(p(0.3, 0.002, 0.6, 0.7), [0.375, 0.03, 1, 1]);
  assert.deepEqual(p(0.045, 0.001, 0.001, 0.001), [0.045, 0.015, 0.015, 0.015]);
  assert.deepEqual(p(0.001, 0.01, 0.01, 0.04), [0.0013, 0.03, 0.03, 0.04]);
  assert.deepEqual(holmNamed([0.04], []), { named: [0.04], others: [] });
  assert.deepEqual(holmNamed([], [0.01, 0.04]).others, [0.02, 0.04]);
});

test("adjusted values are those of the closed test over all intersections", () => {
  const next = roundsFrom(11);
  const random = () => Math.abs(next(1, 0, 0.1)[0] ?? 0) % 1;
  for (let run = 0; run < 300; run++) {
    const named = Array.from({ length: 1 + (run % 2) }, random);
    const others = Array.from({ length: 1 + (run % 4) }, random);
    const all = [...named, ...others];
    const adjusted = holmNamed(named, others);
    const found = [...adjusted.named, ...adjusted.others];
    for (let i = 0; i < all.length; i++) {
      const closed = subsets(all.length)
        .filter((members) => members.includes(i))
        .map((members) => intersection(members, all, named.length));
      assert.ok(Math.abs(Math.max(...closed) - (found[i] ?? 0)) < 1e-12, `${run} ${i}`);
    }
  }
});

function subsets(count: number): number[][] {
  return Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (__, i) => i).filter((i) => bits & (1 << i)),
  );
}

function intersection(members: readonly number[], p: readonly number[], named: number): number {
  const of = (own: readonly number[]) => own.length * Math.min(...own.map((i) => p[i] ?? 1));
  const first = members.filter((i) => i < named);
  const second = members.filter((i) => i >= named);
  if (first.length === 0) return Math.min(1, of(second));
  if (second.length === 0) return Math.min(1, of(first));
  return Math.min(1, of(first) / NAMED_SHARE, of(second) / (1 - NAMED_SHARE));
}

/** Four metrics of one comparison, of which idle and peak memory go together. */
function metricsFrom(seed: number, kinds: boolean) {
  const normal = roundsFrom(seed);
  const one = (sd: number) => normal(1, 0, sd)[0] ?? 0;
  /** Each server starts in one of two modes, which differ by 8 %. */
  const kind = () => (kinds && one(1) > 0.5 ? 0.08 : 0);
  return (n: number, cpu: number) => {
    const rounds = Array.from({ length: n }, () => {
      const rest = one(0.006);
      return [
        cpu + one(0.014) + kind() - kind(),
        one(0.05),
        rest,
        rest / 2 + one(0.02) + kind() - kind(),
      ];
    });
    return [0, 1, 2, 3].map((i) => estimate(rounds.map((round) => round[i] ?? 0)));
  };
}

for (const kinds of [false, true]) {
  const of = kinds ? "processes in two modes" : "one mode";
  test(`simulation: of comparisons of equals with four metrics one in twenty has a false verdict, ${of}`, () => {
    for (const n of [6, 8, 12]) {
      const metrics = metricsFrom(100 + n, kinds);
      let plain = 0;
      const any = share(RUNS, () => {
        const [named, ...others] = metrics(n, 0).map((est) => pValue(est)) as [number, ...number[]];
        if ([named, ...others].some((p) => p < 0.05)) plain++;
        const adjusted = holmNamed([named], others);
        return [...adjusted.named, ...adjusted.others].some((p) => p < 0.05);
      });
      assert.ok(any <= 0.05 + threeErrors(0.05, RUNS), `n = ${n}: ${any}`);
      assert.ok(plain / RUNS > 0.12, `without correction n = ${n}: ${plain / RUNS}`);
    }
  });
}

test("simulation: the named metric loses little power, and by Holm's method over all it would lose more", () => {
  const metrics = metricsFrom(7, false);
  let alone = 0;
  let holm = 0;
  const named = share(RUNS, () => {
    const [p, ...others] = metrics(8, 0.018).map((est) => pValue(est)) as [number, ...number[]];
    if (p < 0.05) alone++;
    if (4 * p < 0.05) holm++;
    return (holmNamed([p], others).named[0] ?? 1) < 0.05;
  });
  assert.ok(alone / RUNS - named < 0.05, `${alone / RUNS} alone, ${named} named`);
  assert.ok(named - holm / RUNS > 0.15, `${named} named, ${holm / RUNS} by Holm over all`);
});
