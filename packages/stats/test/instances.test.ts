import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  cochranQ,
  difference,
  estimate,
  exact,
  measuredOn,
  pauleMandel,
  pooledOverRuns,
  pValue,
  studentCdf,
  sum,
  type LogEstimate,
} from "../src/index.ts";
import { fTail } from "../src/between/f-tail.ts";
import { covers, roundsFrom, close, logRatio, repeated, share, threeErrors } from "./support.ts";

test("fTail agrees with its closed form, with Student's t and with the tables", () => {
  const positive = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
  const df = fc.integer({ min: 1, max: 400 });
  fc.assert(
    fc.property(positive, df, (f, n) => {
      close(fTail(f, 2, n), (1 + (2 * f) / n) ** (-n / 2), 1e-9, `2 and ${n}`);
      close(fTail(f, 1, n), 2 * studentCdf(-Math.sqrt(f), n), 1e-9, `1 and ${n}`);
    }),
  );
  fc.assert(
    fc.property(positive, df, df, (f, a, b) => {
      const both = fTail(f, a, b) + fTail(1 / f, b, a);
      close(both, 1, 1e-11, `${a} and ${b}`);
    }),
  );
  // The upper 5 % and 1 % points in the tables of Merrington and Thompson, Biometrika 33 (1943).
  for (const [f, a, b, p] of [
    [2.8661, 4, 20, 0.05],
    [3.8853, 2, 12, 0.05],
    [3.3682, 10, 20, 0.01],
    [5.1433, 2, 6, 0.05],
  ] as const) {
    close(fTail(f, a, b), p, 2e-4);
  }
  assert.equal(fTail(0, 3, 4), 1);
});

/** A duet on several instances with equal numbers of rounds. */
const balanced = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 6 }))
  .chain(([instances, n]) =>
    fc.array(fc.array(logRatio, { minLength: n, maxLength: n }), {
      minLength: instances,
      maxLength: instances,
    }),
  )
  .filter((instances) => instances.some((rounds) => new Set(rounds).size > 1));

/** Returns the mean squares of a one-way analysis of variance, from its textbook definition. */
function meanSquares(instances: readonly (readonly number[])[]) {
  const n = instances[0]!.length;
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
  const means = instances.map(mean);
  const grand = mean(means);
  const between = n * means.reduce((all, own) => all + (own - grand) ** 2, 0);
  const within = instances
    .flatMap((rounds, i) => rounds.map((round) => (round - means[i]!) ** 2))
    .reduce((a, b) => a + b);
  return {
    n,
    between: between / (instances.length - 1),
    within: within / (instances.length * (n - 1)),
  };
}

test("with equal numbers of rounds, Q and tau are those of an analysis of variance", () => {
  fc.assert(
    fc.property(balanced, (instances) => {
      const duet = instances.map((rounds) => estimate(rounds));
      const { n, between, within } = meanSquares(instances);
      const found = cochranQ(duet);
      assert.ok(found);
      assert.equal(found.df, instances.length - 1);
      assert.ok(Math.abs(found.q - (found.df * between) / within) <= 1e-6 * (1 + found.q));
      const tau = pauleMandel([duet]);
      assert.equal(tau?.df, found.df);
      const expected = Math.max(0, (between - within) / n);
      assert.ok(Math.abs((tau?.variance ?? -1) - expected) < 1e-9, `${tau?.variance} ${expected}`);
    }),
  );
});

test("tau of several duets lies between their taus, and shifting one duet changes nothing", () => {
  fc.assert(
    fc.property(balanced, balanced, logRatio, (one, other, shift) => {
      const [a, b] = [one, other].map((duet) => duet.map((rounds) => estimate(rounds)));
      const moved = a!.map((est) => ({ ...est, mean: est.mean + shift }));
      const both = pauleMandel([a!, b!])!;
      const [alone, beside] = [pauleMandel([a!])!, pauleMandel([b!])!];
      assert.equal(both.df, alone.df + beside.df);
      assert.ok(both.variance >= Math.min(alone.variance, beside.variance) - 1e-9);
      assert.ok(both.variance <= Math.max(alone.variance, beside.variance) + 1e-9);
      assert.ok(Math.abs(pauleMandel([moved, b!])!.variance - both.variance) < 1e-9);
    }),
  );
});

test("one instance alone, or rounds that all agree, say nothing about machines", () => {
  const one = estimate([0.1, 0.2]);
  const same = estimate([0.1, 0.1]);
  for (const duet of [[], [one], [same, same]]) {
    assert.equal(cochranQ(duet), null);
    assert.equal(pauleMandel([duet]), null);
  }
  // A single round counts by its mean. The other instances show how far it may spread.
  assert.equal(cochranQ([one, estimate([0.4])])?.df, 1);
});

const between = { variance: 0.0004, df: 4 };
const on = (instance: string, mean = 0): LogEstimate =>
  measuredOn(instance, between, { mean, variance: 0.0001, df: 9, n: 10 });

test("sums across instances add the variance between them for each part, sums within one do not", () => {
  const here = difference(on("A"), on("A"));
  assert.deepEqual(here.elsewhere, { instance: "A", variance: 0.0008, df: 4 });
  close(here.variance, 0.0002);
  const across = difference(on("A"), on("B"));
  close(across.variance, 0.001);
  assert.deepEqual([across.df, across.elsewhere], [4, undefined]);
  // Two estimates from A and a connecting one from C, added in any order.
  for (const three of [
    difference(on("A"), sum(on("A"), on("C"))),
    sum(difference(on("A"), on("A")), on("C")),
  ]) {
    close(three.variance, 0.0015);
    assert.equal(three.df, 4);
  }
  // An exact value belongs to every place. An estimate pooled over instances belongs to none.
  assert.equal(sum(on("A"), exact()).elsewhere?.instance, "A");
  const pooled = pooledOverRuns([on("A", 0.01), on("B"), on("C", -0.01)]);
  assert.equal(pooled.elsewhere, undefined);
  close(difference(on("A"), pooled).variance, 0.0005 + pooled.variance);
});

test("without a known variance between instances, another instance says nothing", () => {
  const unknown = (instance: string, mean: number) => measuredOn(instance, null, on("", mean));
  assert.equal(pValue(difference(unknown("A", 2), unknown("B", 0))), 1);
  assert.ok(pValue(difference(unknown("A", 2), unknown("A", 0))) < 1e-6);
});

/** How the machines of a class differ: each duet independently, all duets of a machine alike, or half and half. */
const machines = {
  own: (_: number, duet: number) => duet,
  shared: (machine: number) => machine,
  mixed: (machine: number, duet: number) => Math.SQRT1_2 * (machine + duet),
};

test("simulation: 95 % of the intervals contain the truth, over 3 to 10 instances up to 5 % apart", () => {
  const rounds = roundsFrom(71);
  const trials = repeated(500);
  for (const [kind, moved] of Object.entries(machines)) {
    for (const instances of [3, 5, 10]) {
      for (const apart of [0, 0.01, 0.05]) {
        for (const [n, sd] of [
          [3, 0.015],
          [12, 0.01],
        ] as const) {
          let plain = 0;
          let bridged = 0;
          const held = share(trials, () => {
            const own = rounds(instances, 0, apart);
            const duetOn = (i: number) =>
              estimate(rounds(n, moved(own[i]!, rounds(1, 0, apart)[0]!), sd));
            const anchors = [0, 1].map(() => own.map((_, i) => duetOn(i)));
            const tau = pauleMandel(anchors);
            const [a, b, bridge] = [0, 1, 2].map(duetOn) as [LogEstimate, LogEstimate, LogEstimate];
            const at = (instance: string, est: LogEstimate) => measuredOn(instance, tau, est);
            const holds = (est: LogEstimate) => pValue(est) >= 0.05;
            if (holds(difference(a, b))) plain++;
            if (holds(difference(at("A", a), sum(at("B", b), at("C", bridge))))) bridged++;
            return holds(difference(at("A", a), at("B", b)));
          });
          const what = `${kind}, ${instances} instances ${apart} apart, ${n} rounds of ${sd}`;
          const allowed = 0.945 - threeErrors(0.945, trials);
          assert.ok(held >= allowed, `${what}: ${held} held`);
          assert.ok(bridged / trials >= allowed, `${what}, by a bridge: ${bridged / trials} held`);
          if (apart === 0.05) assert.ok(plain / trials < 0.5, `the control, ${what}: ${plain}`);
        }
      }
    }
  }
});

test("simulation: equal instances are called different in 5 %, different ones are found", () => {
  const rounds = roundsFrom(72);
  const trials = 2000;
  for (const [instances, n] of [
    [3, 3],
    [5, 5],
    [10, 8],
  ] as const) {
    const found = (apart: number) =>
      share(trials, () => {
        const duet = rounds(instances, 0, apart).map((mean) => estimate(rounds(n, mean, 0.015)));
        return cochranQ(duet)!.p < 0.05;
      });
    const falsely = found(0);
    assert.ok(Math.abs(falsely - 0.05) <= threeErrors(0.05, trials), `${instances}: ${falsely}`);
    assert.ok(found(0.05) > 0.8);
  }
});

test("a machine that slows one duet by a tenth is found, and the interval contains it", () => {
  const rounds = roundsFrom(73);
  const trials = 500;
  let found = 0;
  const held = share(trials, () => {
    const moved = (by: number) => estimate(rounds(5, by, 0.012));
    const bias = Math.log(0.9);
    const anchors = [
      [moved(0), moved(bias), moved(0), moved(0), moved(0)],
      [0, 0, 0, 0, 0].map(moved),
    ];
    if (cochranQ(anchors[0]!)!.p < 0.05) found++;
    const tau = pauleMandel(anchors);
    return covers(difference(measuredOn("A", tau, moved(0)), measuredOn("B", tau, moved(bias))));
  });
  assert.ok(found / trials > 0.99, `${found}`);
  assert.ok(held > 0.95, `${held}`);
});
