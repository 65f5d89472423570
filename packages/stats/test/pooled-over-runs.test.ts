import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  roundsForHalfWidth,
  difference,
  estimate,
  pooledOverRuns,
  pValue,
  twoStageEstimate,
  type LogEstimate,
} from "../src/index.ts";
import { covers, roundsFrom, close, logRatio, repeated, share, threeErrors } from "./support.ts";

const anyRun = fc.array(logRatio, { minLength: 1, maxLength: 12 }).map(estimate);

test("one run is returned as it is, and no run throws", () => {
  const run = estimate([0.1, 0.2, 0.4]);
  assert.equal(pooledOverRuns([run]), run);
  assert.throws(() => pooledOverRuns([]), { name: "RangeError", message: /at least one run/ });
});

test("the mean and the spread of the runs' means, with one degree of freedom fewer than runs", () => {
  // By hand: means 1, 2, 3; s^2 = 1, s^2 / 3; within the runs (0.01 / 2 + 0 + 0) / 9.
  const runs = [estimate([0.9293, 1.0707]), estimate([2, 2]), estimate([3, 3, 3])];
  const { mean, variance, df, n, runs: count } = pooledOverRuns(runs);
  close(mean, 2);
  close(variance, 1 / 3);
  assert.deepEqual([df, n, count], [2, 7, 3]);
});

test("runs that agree by chance are no surer than their rounds", () => {
  const run = (mean: number): LogEstimate => ({ mean, variance: 0.0004, df: 4, n: 5 });
  const pooled = pooledOverRuns([run(0.1), run(0.1), run(0.1), run(0.1)]);
  close(pooled.variance, 0.0001);
  assert.equal(pooled.df, 3);
});

test("the order of the runs makes no difference, a shift moves the mean only", () => {
  const close9 = (a: LogEstimate, b: LogEstimate, shift = 0) => {
    assert.ok(Math.abs(a.mean + shift - b.mean) < 1e-9);
    assert.ok(Math.abs(a.variance - b.variance) < 1e-9);
    assert.deepEqual([a.df, a.n, a.runs], [b.df, b.n, b.runs]);
  };
  fc.assert(
    fc.property(fc.array(anyRun, { minLength: 2, maxLength: 6 }), logRatio, (runs, shift) => {
      const pooled = pooledOverRuns(runs);
      assert.ok(Number.isFinite(pooled.variance), "also of runs of a single round");
      close9(pooled, pooledOverRuns(runs.toReversed()));
      const moved = runs.map((run) => ({ ...run, mean: run.mean + shift }));
      close9(pooled, pooledOverRuns(moved), shift);
    }),
  );
});

test("a difference of pooled estimates has the fewest degrees of freedom and runs", () => {
  const two = pooledOverRuns([estimate([0.1, 0.2]), estimate([0.3, 0.5])]);
  const one = estimate([0.1, 0.12, 0.11, 0.09]);
  const three = pooledOverRuns([one, one, estimate([0.2, 0.3])]);
  const { df, runs, n } = difference(two, three);
  assert.deepEqual([df, runs, n], [1, 2, 4]);
  assert.equal(difference(three, one).df, 2);
});

interface Setup {
  readonly between: number;
  readonly runs: number;
  /** The standard deviation and the number of rounds of the i-th run. */
  readonly sd: (i: number) => number;
  readonly n: (i: number) => number;
  readonly secondStage?: true;
}

type Rounds = ReturnType<typeof roundsFrom>;

function oneRun(rounds: Rounds, i: number, { between, sd, n, secondStage }: Setup): LogEstimate {
  const mean = rounds(1, 0, between)[0]!;
  const first = rounds(n(i), mean, sd(i));
  if (!secondStage) return estimate(first);
  const wanted = roundsForHalfWidth(first, Math.log(1.04));
  return twoStageEstimate(first, rounds(Math.min(24, wanted - first.length), mean, sd(i)));
}

function pool(rounds: Rounds, setup: Setup): LogEstimate {
  return pooledOverRuns(Array.from({ length: setup.runs }, (_, i) => oneRun(rounds, i, setup)));
}

const calm = { sd: () => 0.02, n: () => 5 };
const kinds = [
  { kind: "runs of 5 rounds", ...calm },
  { kind: "runs of 3 rounds", ...calm, n: () => 3 },
  { kind: "runs of 1 to 16 rounds", ...calm, n: (i: number) => [1, 16, 3, 8, 5, 12][i] ?? 1 },
  { kind: "every other run restless", ...calm, sd: (i: number) => (i % 2 === 0 ? 0.06 : 0.01) },
  { kind: "second stages", ...calm, sd: () => 0.06, secondStage: true as const },
];

test("simulation: 95 % of the intervals contain the truth, however far apart the runs lie", () => {
  const rounds = roundsFrom(61);
  const trials = repeated(700);
  for (const { kind, ...rest } of kinds) {
    for (const between of [0, 0.02, 0.05]) {
      for (const runs of [2, 3, 4, 6]) {
        const setup: Setup = { between, runs, ...rest };
        const held = share(trials, () => covers(pool(rounds, setup)));
        const allowed = 0.95 - threeErrors(0.95, trials);
        assert.ok(held >= allowed, `${runs} ${kind}, ${between} apart: ${held} held`);
      }
    }
  }
});

test("simulation: two results of several runs each differ falsely in at most 5 %", () => {
  const rounds = roundsFrom(63);
  const trials = repeated(700);
  let welch = 0;
  for (const [a, b] of [
    [2, 2],
    [2, 6],
    [3, 3],
    [6, 6],
  ] as const) {
    for (const [ours, theirs] of [
      [0, 0],
      [0.02, 0.02],
      [0.05, 0],
    ] as const) {
      for (const { kind, ...rest } of kinds) {
        const pooledOf = (runs: number, between: number) =>
          pool(rounds, { between, runs, ...rest });
        let byWelch = 0;
        const differ = share(trials, () => {
          const [left, right] = [pooledOf(a, ours), pooledOf(b, theirs)];
          const plain = ({ mean, variance, df, n }: LogEstimate) => ({ mean, variance, df, n });
          if (pValue(difference(plain(left), plain(right))) < 0.05) byWelch++;
          return pValue(difference(left, right)) < 0.05;
        });
        welch = Math.max(welch, byWelch / trials);
        const allowed = 0.05 + threeErrors(0.05, trials);
        assert.ok(differ <= allowed, `${a} and ${b} ${kind}, ${ours}, ${theirs}: ${differ}`);
      }
    }
  }
  assert.ok(welch > 0.08, `the control, Welch's degrees of freedom: ${welch} at worst`);
});
