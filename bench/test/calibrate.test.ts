import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Growth } from "@deadheat/judge";
import { estimate } from "@deadheat/stats";
import { calibrate, experiments, ONLY_ASKED } from "../src/calibrate/calibrate.ts";
import { judgeCheats } from "../src/calibrate/experiments/cheats.ts";
import { judgeEqual } from "../src/calibrate/experiments/equal.ts";
import { judgeRealGrowth } from "../src/calibrate/experiments/real-growth.ts";
import { judgeSlowdown } from "../src/calibrate/experiments/slowdown.ts";
import { checkShare, judgeSlow } from "../src/calibrate/experiments/slow.ts";
import {
  CalibrationFailed,
  instrument,
  type Experiment,
  type Instrument,
} from "../src/calibrate/lab/experiment.ts";
import { UsageError, type RoundRecord, type Side } from "@deadheat/journal";
import { normalFrom } from "../../packages/judge/test/normal.ts";
import { deadheat } from "./command.ts";
import { roundRecord, temporaryFolder } from "./fixtures.ts";
import { quietIo } from "./quiet-io.ts";

// Each experiment passes with a sound measure and fails with a broken one. Most tests use made-up rounds, because an
// hour of real rounds would show no more. The test at the end uses real servers.

/** An estimator whose means are 3 % too high and whose spreads are correct, so no outlier shows it. */
const biased: Pick<Instrument, "estimate"> = {
  estimate: (ratios) => {
    const honest = estimate(ratios);
    return { ...honest, mean: honest.mean + Math.log(1.03) };
  },
};

/** Returns `n` made-up rounds of a duet with a true ratio and a spread. */
function rounds(n: number, ratio: number, { sd = 0.012, seed = 1 } = {}): RoundRecord[] {
  const normal = normalFrom(seed);
  return Array.from({ length: n }, (_, i) =>
    roundRecord("a/node", "b/node", i + 1, ratio * Math.exp(normal(0, sd)), {
      seconds: { total: 6.8, load: 6 },
    }),
  );
}

const groups = { groups: 3, n: 4, allowed: 1 };

test("A/A: passes for equal servers, fails for a biased estimator and for unequal servers", () => {
  assert.equal(judgeEqual(rounds(12, 1), groups, instrument).pass, true);
  assert.equal(judgeEqual(rounds(12, 1), groups, biased).pass, false);
  assert.equal(judgeEqual(rounds(12, 1.04), groups, instrument).pass, false);
});

test("A/A: a machine whose speed changes from round to round spreads one server after the other, not a duet", () => {
  const restless = rounds(12, 1, { sd: 0 }).map((round, i) => {
    const times = 1 + (i % 2);
    const slower = (side: Side): Side => ({
      ...side,
      cpuSeconds: side.cpuSeconds * times,
      ends: side.ends && { ...side.ends, cpuSeconds: side.ends.cpuSeconds * times },
    });
    const { new: next, base } = round.sides!;
    return { ...round, sides: { new: slower(next), base: slower(base) } };
  });
  const { observed, metrics, pass } = judgeEqual(restless, groups, instrument);
  assert.equal(pass, true);
  assert.match(
    observed,
    /a round spreads by 0\.0 %, the same windows one after the other by \d\d\.\d %$/,
  );
  const ratios = (metrics as { inTurn: number[] }).inTurn;
  assert.equal(ratios.length, 11);
  assert.ok(ratios.every((ratio, i) => Math.abs(ratio - (i % 2 === 0 ? 0.5 : 2)) < 0.001));
});

test("A/A: a sound measure seldom fails", () => {
  let failures = 0;
  for (let seed = 0; seed < 300; seed++) {
    if (!judgeEqual(rounds(12, 1, { seed }), groups, instrument).pass) failures++;
  }
  assert.ok(failures <= 6, `${failures} of 300`);
});

test("slowdowns: passes for what was injected, fails for a biased estimator and an idle server", () => {
  // A response of the rounds' other server takes 10 microseconds of CPU.
  const group = (ratio: number, injected = 0.05, sd = 0.012) => [
    { name: "spin-5/node", injectedSeconds: injected * 1e-5, rounds: rounds(8, ratio, { sd }) },
    {
      name: "spin-5/bun",
      injectedSeconds: injected * 1e-5,
      rounds: rounds(8, ratio, { sd, seed: 2 }),
    },
  ];
  const both = { least: 2, mayBeBlind: true };
  assert.equal(judgeSlowdown(group(1 / 1.05), 0.05, both, instrument).pass, true);
  assert.equal(judgeSlowdown(group(1 / 1.05), 0.05, both, biased).pass, false);
  assert.equal(judgeSlowdown(group(1), 0.05, both, instrument).pass, false, "not found");
  assert.equal(judgeSlowdown(group(0.9), 0.05, both, instrument).pass, false, "found too large");
  const lazy = judgeSlowdown(group(1 / 1.05, 0.01), 0.05, both, instrument);
  assert.equal(lazy.pass, false, "the server itself reports less injected work");
  const cheap = judgeSlowdown(group(1 / 1.043, 0.043), 0.05, both, instrument);
  assert.equal(cheap.pass, true, "less was injected than requested, and the rounds show that");
  assert.equal(judgeSlowdown(group(1 / 1.02, 0.065), 0.05, both, instrument).pass, false);
  const noisy = group(1, 0.05, 0.08);
  const blind = judgeSlowdown(noisy, 0.05, both, instrument);
  assert.match(blind.observed, /^0 of 2 groups found it, 2 could not have;/);
  assert.equal(blind.pass, true, "the measure itself says that it cannot find it");
  const strict = { least: 2, mayBeBlind: false };
  assert.equal(judgeSlowdown(noisy, 0.05, strict, instrument).pass, false);
});

/** Returns rounds of a pair with one ratio without spinners and another beside two spinners. */
function onSlow(
  without: number,
  beside: number,
  {
    sd = 0.025,
    slowSd,
    n = 6,
    seed = 1,
  }: Partial<Record<"sd" | "slowSd" | "n" | "seed", number>> = {},
) {
  return {
    new: "koa/node",
    base: "node-http/node",
    without: rounds(n, without, { sd, seed }),
    beside: rounds(n, beside, { sd: slowSd ?? sd, seed: seed + 1000 }),
  };
}

test("slow machine: fails with metrics of a warm-up by time, passes with metrics of a warm-up by work", () => {
  // Metrics measured beside six spinners: 4 s together, then 40,000 answers each alone (docs/findings.md).
  const byClock = judgeSlow([onSlow(0.436, 0.333, { sd: 0.04, n: 4 })], instrument);
  assert.equal(byClock.pass, false);
  assert.match(byClock.observed, /^koa\/node 0\.4\d\d of its floor, 0\.3\d\d beside them: 0\.7/);
  assert.match(byClock.observed, /took at least \d+ % of the servers' CPU in the windows$/);
  assert.equal(judgeSlow([onSlow(0.494, 0.478, { slowSd: 0.088 })], instrument).pass, true);
});

test("slow machine: a shift that is certainly small passes, a larger one fails", () => {
  assert.equal(judgeSlow([onSlow(0.5, 0.49, { sd: 0.003 })], instrument).pass, true);
  assert.equal(judgeSlow([onSlow(0.5, 0.46, { sd: 0.003 })], instrument).pass, false);
});

test("slow machine: the mean shows a shift that the spread of each pair hides", () => {
  const pairs = (shift: number) =>
    [1, 2, 3, 4].map((seed) => onSlow(0.5, 0.5 * shift, { sd: 0.05, n: 6, seed }));
  const alone = pairs(0.92).map((pair) => judgeSlow([pair], instrument).pass);
  assert.ok(alone.some((pass) => pass));
  assert.equal(judgeSlow(pairs(0.92), instrument).pass, false);
  assert.equal(judgeSlow(pairs(1), instrument).pass, true);
});

test("slow machine: a sound measure fails in at most one of twenty runs", () => {
  let failures = 0;
  for (let run = 0; run < 200; run++) {
    const spreads = [0.025, 0.018, 0.07, 0.035];
    const pairs = spreads.map((sd, i) => onSlow(0.4, 0.4, { sd, n: 3, seed: 10 * run + i + 1 }));
    if (!judgeSlow(pairs, instrument).pass) failures++;
  }
  assert.ok(failures <= 10 + 9, `${failures} of 200`);
});

test("slow machine: spinners that got too little CPU prove nothing", () => {
  checkShare(0.5, 2);
  // The share of spinners in one session, whose processes get the share of one process from the kernel.
  assert.throws(() => checkShare(0.33, 2), CalibrationFailed);
  assert.throws(() => checkShare(0, 2), /0 % of the servers' CPU in the windows\. They need 40 %/);
  assert.throws(() => checkShare(0.5, 6), CalibrationFailed);
});

test("memory growth: a missed leak fails, and so does a leak that does not exist", () => {
  const growth = (next: Growth["new"]["verdict"], difference: Growth["difference"]["verdict"]) =>
    ({ new: { verdict: next }, difference: { verdict: difference, bytes: 300 } }) as Growth;
  const [leak, none] = [growth("grows", "more"), growth("plateau", "same")];
  assert.equal(judgeRealGrowth([leak], [none]).pass, true);
  assert.equal(judgeRealGrowth([none], [none]).pass, false);
  assert.equal(judgeRealGrowth([leak], [leak]).pass, false);
  const ten = (...others: Growth[]) => [...Array.from({ length: 9 }, () => leak), ...others];
  assert.equal(judgeRealGrowth(ten(none), [leak, none, none]).pass, true);
  assert.equal(judgeRealGrowth(ten(none, none), [none]).pass, false);
});

test("cheats: one that gains fails, void and counted ones pass", () => {
  const one = (name: string, ratio: number | null) =>
    ({ name, ratio, void: ratio === null ? "seen" : null, rounds: 1 }) as const;
  assert.deepEqual(
    [judgeCheats([one("a", null), one("b", 0.95)]).pass, judgeCheats([one("c", 0.3)]).pass],
    [true, false],
  );
  assert.match(judgeCheats([one("c", 0.3)]).observed, /c: 0\.30 of the honest server/);
  const attack = (gain: string | null) => [{ name: "a", gain, codes: [0], said: null }];
  assert.equal(judgeCheats([one("b", 1)], attack(null)).pass, true);
  assert.equal(judgeCheats([one("b", 1)], attack("passed")).pass, false);
});

test("every experiment has an expectation, a threshold and the meaning of a failure", () => {
  for (const size of ["quick", "full"] as const) {
    for (const one of experiments) {
      for (const text of [one.name, one.expected, one.threshold(size), one.otherwise]) {
        assert.ok(text.length > 1, one.name);
      }
    }
  }
  const own = experiments.filter(({ name }) => !ONLY_ASKED.has(name));
  const seconds = own.reduce((sum, one) => sum + one.seconds("quick"), 0);
  assert.ok(seconds < 300, `${seconds} s of the five minutes`);
  const full = own.reduce((sum, one) => sum + one.seconds("full"), 0);
  assert.ok(full < 1800, `${full} s of the half hour`);
});

test("the document has the outcome of each experiment", async (t) => {
  const out = temporaryFolder(t);
  const outcome = (name: string, run: Experiment["run"]): Experiment => {
    return { name, expected: "", threshold: () => "", otherwise: "", seconds: () => 0, run };
  };
  const known = [
    outcome("sound", async () => ({ observed: "1", pass: true, metrics: {} })),
    outcome("broken", () => Promise.reject(new CalibrationFailed("no response"))),
  ];
  const asked = { size: "quick" as const, seed: 1 };
  const { path, calibration } = await calibrate({ ...asked, out }, quietIo(), instrument, known);
  assert.deepEqual(
    calibration.experiments.map(({ name, pass, observed }) => [name, pass, observed]),
    [
      ["sound", true, "1"],
      ["broken", false, "could not be measured: no response"],
    ],
  );
  assert.equal(calibration.pass, false);
  assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), calibration);
});

test("the error for an unknown experiment names the existing ones", async () => {
  await assert.rejects(
    calibrate({ size: "quick", only: ["aaa"] }, quietIo()),
    (error) => error instanceof UsageError && /"aaa".*slowdown.*real-found/.test(error.message),
  );
  for (const [word, says] of [
    ["nothing", /There is no experiment "nothing"/],
    ["cheats:nothing", /^deadheat: No part of cheats has "nothing" in its name$/m],
    ["aa:nothing", /There is no experiment "aa:nothing"/],
  ] as const) {
    const { code, stderr } = await deadheat("calibrate", "--only", word);
    assert.equal(code, 2, stderr);
    assert.match(stderr, says);
  }
});
