import assert from "node:assert/strict";
import { test } from "node:test";
import { interval, twoStageEstimate } from "@deadheat/stats";
import {
  roundsNeeded,
  roundsWanted,
  roundsWithin,
  budgetWords,
  requireBudget,
  stoppingFor,
  type Stopping,
} from "../src/rules/stopping.ts";
import { share, threeErrors } from "../../stats/test/support.ts";
import { normalFrom } from "./normal.ts";

const EACH = 6.6;
const asked = { budgetSeconds: null, rounds: null, until: null, gate: null };

test("options become a rule, with a default of eight rounds or of a budget", () => {
  const rules: [object, Stopping][] = [
    [{}, { kind: "rounds", rounds: 8, withinSeconds: 360 }],
    [{ rounds: 3 }, { kind: "rounds", rounds: 3 }],
    [{ rounds: 1 }, { kind: "rounds", rounds: 1 }],
    [{ budgetSeconds: 60 }, { kind: "budget", budgetSeconds: 60 }],
    [{ gate: { cpu: 0.05 } }, { kind: "gate", limits: { cpu: 0.05 }, budgetSeconds: 115 }],
    [
      { gate: { cpu: 0.05 }, budgetSeconds: 60 },
      { kind: "gate", limits: { cpu: 0.05 }, budgetSeconds: 60 },
    ],
    [{ until: 0.01 }, { kind: "until", halfWidth: 0.01, first: 8, budgetSeconds: 600 }],
    [
      { until: 0.01, rounds: 4, budgetSeconds: 60 },
      { kind: "until", halfWidth: 0.01, first: 4, budgetSeconds: 60 },
    ],
  ];
  for (const [options, rule] of rules) {
    assert.deepEqual(stoppingFor({ ...asked, ...options }, EACH), rule);
  }
});

test("contradictory options are rejected, and a budget that is too short even for cheap requests", () => {
  const refused = (options: object, message: RegExp) =>
    assert.throws(() => stoppingFor({ ...asked, ...options }, EACH), {
      name: "UsageError",
      message,
    });
  refused({ rounds: 0 }, /--rounds must be at least 1\.$/);
  refused({ rounds: 1, until: 0.01 }, /--rounds must be at least 2 with --until/);
  refused({ rounds: 8, budgetSeconds: 60 }, /Use --rounds or --budget/);
  assert.throws(() => requireBudget(6, EACH), {
    name: "UsageError",
    message: /at least about 6\.6 s\. Use --budget 20s or more/,
  });
  requireBudget(7, EACH);
  requireBudget(null, EACH);
});

test("a budget is formatted as the command accepts it, rounded up", () => {
  const words = [1, 13.2, 90, 91, 180, 181, 5400, 5401, 40_000].map(budgetWords);
  assert.deepEqual(words, ["5s", "15s", "90s", "2m", "3m", "4m", "90m", "2h", "12h"]);
});

test("rounds are measured until another would not fit at the pace so far, and at most one after the budget", () => {
  assert.equal(roundsWithin(60, 0, 0), 1);
  assert.equal(roundsWithin(60, 1, 50), 2, "a single one says nothing");
  assert.equal(roundsWithin(60, 1, 61), 1, "the budget has ended");
  assert.equal(roundsWithin(60, 2, 12), 10);
  assert.equal(roundsWithin(60, 2, 59), 3, "two give no verdict");
  assert.equal(roundsWithin(60, 3, 41), 4);
  assert.equal(roundsWithin(60, 3, 46), 3);
  assert.equal(roundsWithin(60, 2, 100), 2, "no more if those already took longer");
});

/** Plays a rule on a machine where round n takes `secondsOf(n)`. Returns the number of rounds and the time. */
function clocked(
  rule: Stopping,
  secondsOf: (n: number) => number,
  ratio: (n: number) => number = () => 0,
): { n: number; elapsed: number } {
  const sample: number[] = [];
  let elapsed = 0;
  while (sample.length < roundsWanted(rule, sample, elapsed)) {
    sample.push(ratio(sample.length));
    elapsed += secondsOf(sample.length);
  }
  return { n: sample.length, elapsed };
}

test("a budget holds on a slow machine, is used up on a fast one, and follows a changing one", () => {
  const minute: Stopping = { kind: "budget", budgetSeconds: 60 };
  for (const [each, n, why] of [
    [3, 20, "used up"],
    [19, 3, "a fourth would not fit"],
    [45, 2, "the second one began within the budget"],
  ] as const) {
    const found = clocked(minute, () => each);
    assert.deepEqual(found, { n, elapsed: n * each }, why);
  }
  const slower = clocked(minute, (n) => (n < 5 ? 5 : 10));
  assert.ok(slower.n === 8 && slower.elapsed <= 60, JSON.stringify(slower));
  const five = clocked({ kind: "rounds", rounds: 5 }, () => 1e6);
  assert.equal(five.n, 5, "a number of rounds ignores the time");
});

test("an open gate uses the whole budget, however long a round takes", () => {
  const straddling = (n: number) => Math.log(0.95) + (n % 2 === 0 ? 0.02 : -0.02);
  const gate: Stopping = { kind: "gate", limits: { cpu: 0.05 }, budgetSeconds: 120 };
  for (const [each, n] of [
    [1, 120],
    [6, 20],
    [13, 9],
    [25, 4],
    [45, 3],
    [100, 2],
    [130, 1],
  ] as const) {
    assert.equal(clocked(gate, () => each, straddling).n, n);
  }
  const clear = (n: number) => straddling(n) / 100;
  for (const each of [6, 25]) {
    const { n } = clocked(gate, () => each, clear);
    assert.equal(n, 4, "and no more than its first look where it is clear");
  }
});

test("no rule lasts longer than its budget and one round, whatever the rounds take", () => {
  let seed = 1;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let i = 0; i < 2000; i++) {
    const budgetSeconds = 20 + 300 * random();
    const usual = 1 + 100 * random();
    const longest = { seconds: 0 };
    const secondsOf = () => {
      const seconds = usual * (0.9 + 0.2 * random());
      longest.seconds = Math.max(longest.seconds, seconds);
      return seconds;
    };
    const rules: Stopping[] = [
      { kind: "budget", budgetSeconds },
      { kind: "gate", limits: { cpu: 0.05 }, budgetSeconds },
      { kind: "until", halfWidth: 0.01, first: 8, budgetSeconds },
      { kind: "rounds", rounds: 8, withinSeconds: budgetSeconds },
    ];
    const noisy = (n: number) => (n % 2 === 0 ? 0.05 : -0.05) - 0.05;
    for (const rule of rules) {
      longest.seconds = 0;
      const { n, elapsed } = clocked(rule, secondsOf, noisy);
      assert.ok(n >= 1 && elapsed <= budgetSeconds + longest.seconds, `${rule.kind} ${elapsed}`);
    }
  }
});

test("the default of a gate grows with its rounds, up to six minutes", () => {
  const seconds = [5, 20, 60].map((each) => {
    const rule = stoppingFor({ ...asked, gate: { cpu: 0.05 } }, each);
    return rule.kind === "gate" ? rule.budgetSeconds : 0;
  });
  assert.deepEqual(seconds, [115, 240, 360]);
});

const until: Extract<Stopping, { kind: "until" }> = {
  kind: "until",
  halfWidth: 0.01,
  first: 4,
  budgetSeconds: 120,
};

test("--until fixes the number of rounds after the first stage, and later rounds do not change it", () => {
  // sd 0.01, t(0.975, 3) = 3.182, ln 1.01 = 0.00995: (3.182 * 0.01 / 0.00995)^2 = 10.2
  const first = [-1, -1, 1, 1].map((sign) => sign * 0.01 * Math.sqrt(3 / 4));
  assert.equal(roundsWanted(until, first.slice(0, 3), 18), 4);
  assert.equal(roundsWanted(until, first, 24), 11);
  assert.equal(roundsWanted(until, [...first, 5, -5], 36), 11);
  const wild = first.map((value) => 3 * value);
  assert.equal(roundsWanted(until, wild, 24), 20, "at most what the budget holds");
  assert.equal(roundsNeeded(until, wild), 93);
  assert.equal(roundsWanted(until, [0, 0, 0, 0], 24), 4);
  assert.equal(clocked(until, () => 50).n, 3, "not even the first stage fits");
  assert.equal(clocked(until, () => 6).n, 4);
});

/** Returns the log ratios of a comparison by this rule, as `compare` takes them. */
function play(rule: Stopping, next: () => number): number[] {
  const sample: number[] = [];
  while (sample.length < roundsWanted(rule, sample, 6 * sample.length)) sample.push(next());
  return sample;
}

for (const [name, sd] of [
  ["calm", 0.005],
  ["as usual", 0.014],
  ["out of budget", 0.05],
] as const) {
  test(`simulation, ${name}: 95 % of the intervals hold the truth, whatever the budget cuts`, () => {
    const runs = 4000;
    const rule = { ...until, first: 8, budgetSeconds: 240 };
    const next = normalFrom(7);
    const held = share(runs, () => {
      const sample = play(rule, () => next(0.03, sd));
      const est = twoStageEstimate(sample.slice(0, rule.first), sample.slice(rule.first));
      const { ratio, lo, hi } = interval(est);
      if (roundsNeeded(rule, sample) <= sample.length) assert.ok(hi / ratio <= 1.01 + 1e-9);
      return lo <= Math.exp(0.03) && Math.exp(0.03) <= hi;
    });
    assert.ok(Math.abs(held - 0.95) <= threeErrors(0.95, runs), `${held} held`);
  });
}
