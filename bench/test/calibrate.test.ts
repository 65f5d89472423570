import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { estimate } from "@deadheat/stats";
import * as v from "valibot";
import { calibrate, experiments, ONLY_ASKED, ONLY_FULL } from "../src/calibrate/calibrate.ts";
import { judgeBallast } from "../src/calibrate/ballast.ts";
import { judgeBias } from "../src/calibrate/bias.ts";
import { judgeConservation } from "../src/calibrate/conservation.ts";
import { calibrationSchema } from "../src/calibrate/document.ts";
import { judgeIdleness } from "../src/calibrate/idleness.ts";
import { judgeEqual } from "../src/calibrate/equal.ts";
import { instrument, type Instrument } from "../src/calibrate/instrument.ts";
import { judgeProtocols } from "../src/calibrate/protocols.ts";
import { judgeSaturation } from "../src/calibrate/saturation.ts";
import { judgeSimulation } from "../src/calibrate/simulation.ts";
import { judgeSlowdown } from "../src/calibrate/slowdown.ts";
import { judgeStall } from "../src/calibrate/stall.ts";
import { judgeWarmup, type WarmTarget } from "../src/calibrate/warmup.ts";
import { judgeWrk } from "../src/calibrate/wrk.ts";
import { UsageError } from "../src/errors.ts";
import type { Io } from "../src/io.ts";
import { normalFrom } from "./normal.ts";
import type { BlockRecord } from "../src/record.ts";
import { deadheat } from "./command.ts";
import { blockRecord, side } from "./fixtures.ts";

// Each experiment is shown to pass with a sound measure and to fail with a broken one: on made-up
// blocks where an hour of real ones would show no more, on real servers below.

/** Estimates that are 3 % too high, with spreads as they should be: no outlier betrays it. */
const biased: Pick<Instrument, "estimate"> = {
  estimate: (ratios) => {
    const honest = estimate(ratios);
    return { ...honest, mean: honest.mean + Math.log(1.03) };
  },
};
const overconfident: Pick<Instrument, "estimate"> = {
  estimate: (ratios) => {
    const honest = estimate(ratios);
    return { ...honest, variance: honest.variance / 4 };
  },
};
const credulous: Pick<Instrument, "verdict"> = { verdict: () => "server-bound" };

/** `n` made-up blocks of a duet, of a true ratio and a spread. */
function blocks(n: number, ratio: number, { sd = 0.012, seed = 1 } = {}): BlockRecord[] {
  const normal = normalFrom(seed);
  return Array.from({ length: n }, (_, i) =>
    blockRecord("a/node", "b/node", i + 1, ratio * Math.exp(normal(0, sd)), {
      seconds: { total: 6.8, load: 6 },
    }),
  );
}

const groups = { groups: 4, n: 4, allowed: 2 };

test("A/A: passes for equal servers, fails for a biased estimator and for unequal servers", () => {
  assert.equal(judgeEqual(blocks(16, 1), groups, instrument).pass, true);
  assert.equal(judgeEqual(blocks(16, 1), groups, biased).pass, false);
  assert.equal(judgeEqual(blocks(16, 1.04), groups, instrument).pass, false);
});

test("A/A: a sound measure fails it once in a hundred times at most", () => {
  let failures = 0;
  for (let seed = 0; seed < 1000; seed++) {
    if (!judgeEqual(blocks(16, 1, { seed }), groups, instrument).pass) failures++;
  }
  assert.ok(failures <= 10, `${failures} of 1000`);
});

test("slowdowns: passes for what was injected, fails for a biased estimator and an idle server", () => {
  // The blocks' other server takes 10 microseconds of CPU for an answer.
  const group = (ratio: number, injected = 0.05, sd = 0.012) => [
    { name: "spin-5/node", injectedSeconds: injected * 1e-5, blocks: blocks(8, ratio, { sd }) },
    {
      name: "spin-5/bun",
      injectedSeconds: injected * 1e-5,
      blocks: blocks(8, ratio, { sd, seed: 2 }),
    },
  ];
  const both = { least: 2, mayBeBlind: true };
  assert.equal(judgeSlowdown(group(1 / 1.05), 0.05, both, instrument).pass, true);
  assert.equal(judgeSlowdown(group(1 / 1.05), 0.05, both, biased).pass, false);
  assert.equal(judgeSlowdown(group(1), 0.05, both, instrument).pass, false, "not found");
  assert.equal(judgeSlowdown(group(0.9), 0.05, both, instrument).pass, false, "found too large");
  const lazy = judgeSlowdown(group(1 / 1.05, 0.01), 0.05, both, instrument);
  assert.equal(lazy.pass, false, "the server itself says that it injected less");
  const cheap = judgeSlowdown(group(1 / 1.043, 0.043), 0.05, both, instrument);
  assert.equal(cheap.pass, true, "less than asked for, and that is what was found");
  assert.equal(judgeSlowdown(group(1 / 1.02, 0.065), 0.05, both, instrument).pass, false);
  const noisy = group(1, 0.05, 0.08);
  const blind = judgeSlowdown(noisy, 0.05, both, instrument);
  assert.match(blind.observed, /^0 of 2 groups found it, 2 could not have;/);
  assert.equal(blind.pass, true, "which is what the measure says of itself");
  const strict = { least: 2, mayBeBlind: false };
  assert.equal(judgeSlowdown(noisy, 0.05, strict, instrument).pass, false);
});

test("simulation: fails for an estimator that is biased or too sure", () => {
  assert.equal(judgeSimulation(instrument, 1).pass, true);
  assert.equal(judgeSimulation(biased, 1).pass, false);
  assert.equal(judgeSimulation(overconfident, 1).pass, false);
});

test("saturation: fails when everything is said to be server-bound, and when nothing is", () => {
  const idle = { ...side(100_000, 0.3), delaySeconds: 0.1, loadSeconds: 1 };
  const full = { ...side(1_000, 0.5), delaySeconds: 0.49, loadSeconds: 1 };
  const of = (one: typeof idle, generatorBusy: number) => [
    blockRecord("a/node", "a/node", 1, 1, {
      sides: { target: one, reference: one },
      machine: { generatorBusy, foreign: 0, steal: 0, pressure: 0 },
    }),
  ];
  assert.equal(judgeSaturation(of(idle, 0.98), of(full, 0.1), instrument).pass, true);
  assert.equal(judgeSaturation(of(idle, 0.98), of(full, 0.1), credulous).pass, false);
  const always = { verdict: () => "generator-bound" as const };
  assert.equal(judgeSaturation(of(idle, 0.98), of(full, 0.1), always).pass, false);
});

test("stall: fails when the stall hides, and when a control does not show that it could", () => {
  const at = (p99: number) => ({ p99, expected: 0.0905, void: null });
  const judge = (corrected: number, uncorrected: number, calm: number) =>
    judgeStall({ corrected: at(corrected), uncorrected: at(uncorrected), calm: at(calm) }).pass;
  assert.equal(judge(0.0912, 0.002, 0.001), true);
  assert.equal(judge(0.002, 0.002, 0.001), false, "latency correction off");
  assert.equal(judge(0.0912, 0.0912, 0.001), false, "the control sees it too");
  assert.equal(judge(0.0912, 0.002, 0.0912), false, "a stall where none is");
  const late = { ...at(0.0905), void: "the generator was late" };
  assert.equal(
    judgeStall({ corrected: late, uncorrected: at(0.002), calm: at(0.001) }).pass,
    false,
  );
});

test("conservation: fails for a request too few, too many, or timed wrongly", () => {
  const judge = (counted: number, served: number, little: number) =>
    judgeConservation([{ server: "plain/node", counted, served, little }]).pass;
  assert.equal(judge(1000, 1000, 0.995), true);
  assert.equal(judge(999, 1000, 0.995), false);
  assert.equal(judge(1001, 1000, 0.995), false);
  assert.equal(judge(1000, 1000, 0.9), false);
});

test("wrk: fails when the generators disagree", () => {
  assert.equal(judgeWrk([0.01, -0.01, 0.005, 0, -0.004]).pass, true);
  assert.equal(judgeWrk([0.11, 0.09, 0.105, 0.1, 0.096]).pass, false);
});

test("idleness: fails when a server with 80 % of the load is another one", () => {
  const steps = (ratio: number, level = 0.8) =>
    [0.98, 1, 1.02].map((spread, i) => ({
      server: "fetch/bun",
      process: i + 1,
      level,
      difference: Math.log(ratio * spread),
      busy: 0.6,
    }));
  assert.equal(judgeIdleness(steps(0.9)).pass, true);
  assert.equal(judgeIdleness(steps(0.6)).pass, false);
  assert.equal(judgeIdleness(steps(1.5)).pass, false);
  const { observed, pass } = judgeIdleness(steps(0.6, 0.2));
  assert.equal(pass, false, "nothing that could be judged");
  assert.match(observed, /fetch\/bun 0.600 \[.*\] at 20 %/);
});

test("ballast: fails only for a pair that is significantly more than 10 % off", () => {
  const pair = (lo: number, hi: number) => ({
    target: "uwebsockets/node",
    reference: "node-http/node",
    without: 1.8,
    beside: 1.9,
    shift: { ratio: Math.sqrt(lo * hi), lo, hi },
  });
  assert.equal(judgeBallast([pair(0.86, 0.93), pair(0.99, 1.02)]).pass, true);
  assert.equal(judgeBallast([pair(0.8, 0.88), pair(0.99, 1.02)]).pass, false);
});

test("bias: names a pair that is significantly more than 3 % off, fails beyond 10 %", () => {
  const pair = (lo: number, hi: number) => ({
    target: "express/node",
    reference: "node-http/node",
    duet: 0.4,
    solo: 0.4,
    bias: { ratio: Math.sqrt(lo * hi), lo, hi },
  });
  assert.equal(judgeBias([pair(0.98, 1.02), pair(0.9, 1.1)]).pass, true);
  assert.match(judgeBias([pair(0.98, 1.02)]).observed, /beyond 3 %: none$/);
  const named = judgeBias([pair(0.98, 1.02), pair(1.04, 1.1)]);
  assert.match(named.observed, /beyond 3 %: express\/node to node-http\/node$/);
  assert.equal(named.pass, true);
  assert.equal(judgeBias([pair(0.98, 1.02), pair(0.8, 0.89)]).pass, false);
});

test("protocols: both errors, their ratio and the wrong winners, from pairs of both", () => {
  const pairs = (ratio: number, sd: number, seconds: number, seed: number) =>
    blocks(12, ratio, { sd, seed }).map(({ sides }) => ({
      difference: Math.log((sides?.target.good ?? 0) / (sides?.reference.good ?? 1) || Number.NaN),
      seconds,
    }));
  const sample = (sd: number, seconds: number) => ({
    aa: pairs(1, sd, seconds, 3),
    slow: pairs(1 / 1.05, sd, seconds, 4),
  });
  const judged = judgeProtocols(sample(0.13, 20), sample(0.012, 6.8));
  const { ordinary, duet, tighter } = judged.figures as Record<string, any>;
  assert.equal(judged.pass, true);
  assert.ok(Math.abs(ordinary.sd - 0.13) < 0.05, `${ordinary.sd}`);
  assert.ok(Math.abs(duet.sd - 0.012) < 0.005, `${duet.sd}`);
  assert.ok(tighter > 10 && duet.halfWidth60 < 0.02);
  assert.ok(ordinary.wrongWinner > 0 && duet.wrongWinner === 0);
  assert.ok(ordinary.wrongWinner20 > 0.2 && duet.wrongWinner20 < 0.001);
  assert.equal(judgeProtocols(sample(0.01, 20), sample(0.2, 6.8)).pass, false);
});

test("every experiment says what it expects, where it fails and what that means", () => {
  for (const size of ["quick", "full"] as const) {
    for (const one of experiments) {
      for (const text of [one.name, one.expected, one.threshold(size), one.otherwise]) {
        assert.ok(text.length > 1, one.name);
      }
    }
  }
  const own = experiments.filter(({ name }) => !ONLY_ASKED.has(name));
  const quick = own.filter(({ name }) => !ONLY_FULL.has(name));
  const seconds = quick.reduce((sum, one) => sum + one.seconds("quick"), 0);
  assert.ok(seconds < 560, `${seconds} s of the ten minutes`);
  const full = own.reduce((sum, one) => sum + one.seconds("full"), 0);
  assert.ok(full < 3500, `${full} s of the hour`);
});

function quietIo(): Io {
  const nowhere = { write: () => true } as unknown as NodeJS.WritableStream;
  return {
    stdout: nowhere,
    stderr: nowhere,
    terminal: false,
    columns: 80,
    color: false,
    signal: new AbortController().signal,
    note: () => {},
  };
}

test("on real servers: conservation and the simulation pass, and the document is what its schema says", async (t) => {
  const out = mkdtempSync(join(tmpdir(), "deadheat-test-"));
  t.after(() => rmSync(out, { recursive: true }));
  const options = {
    size: "quick" as const,
    only: ["simulation", "conservation"],
    targets: null,
    warmupSeconds: null,
    seed: 1,
    out,
  };
  const { path, calibration } = await calibrate(options, quietIo());
  assert.deepEqual(
    calibration.experiments.map(({ name, pass }) => [name, pass]),
    [
      ["simulation", true],
      ["conservation", true],
    ],
  );
  v.parse(calibrationSchema, JSON.parse(readFileSync(path, "utf8")));
});

test("on a real stalling server: without latency correction the experiment fails", async (t) => {
  const out = mkdtempSync(join(tmpdir(), "deadheat-test-"));
  t.after(() => rmSync(out, { recursive: true }));
  const broken = { ...instrument, latencyCorrection: false };
  const options = {
    size: "quick" as const,
    only: ["stall"],
    targets: null,
    warmupSeconds: null,
    seed: 1,
    out,
  };
  const { calibration } = await calibrate(options, quietIo(), broken);
  assert.equal(calibration.pass, false);
});

test("an experiment that does not exist is named, with those that do", async () => {
  await assert.rejects(
    calibrate(
      { size: "quick", only: ["aaa"], targets: null, warmupSeconds: null, seed: null, out: null },
      quietIo(),
    ),
    (error) => error instanceof UsageError && /"aaa".*conservation.*bias/.test(error.message),
  );
  const { code, stderr } = await deadheat("calibrate", "--only", "nothing");
  assert.equal(code, 2);
  assert.match(stderr, /no experiment is called "nothing"/);
});

test("a target that is not warm when it is measured fails, one that only varies does not", () => {
  const target = (lo: number, hi: number): WarmTarget => ({
    target: "express/bun",
    usual: 0.36,
    later: 0.45,
    shift: { ratio: (lo + hi) / 2, lo, hi },
  });
  const cold = judgeWarmup([target(0.99, 1.01), target(0.7, 0.9)]);
  assert.equal(cold.pass, false);
  assert.match(cold.observed, /express\/bun 0\.360 of its floor as it is measured, 0\.450 after/);
  assert.equal(judgeWarmup([target(0.85, 1.1), target(0.96, 0.98)]).pass, true);
});

test("targets are those of warmup, and must exist", async () => {
  const asked = { size: "quick" as const, warmupSeconds: null, seed: null, out: null };
  await assert.rejects(
    calibrate({ ...asked, only: ["aa"], targets: ["hono/bun"] }, quietIo()),
    (error) => error instanceof UsageError && /add --only warmup/.test(error.message),
  );
  await assert.rejects(
    calibrate({ ...asked, only: null, targets: null, warmupSeconds: 4 }, quietIo()),
    (error) => error instanceof UsageError && /add --only warmup/.test(error.message),
  );
  await assert.rejects(
    calibrate({ ...asked, only: ["warmup"], targets: ["nothing/bun"] }, quietIo()),
    (error) => error instanceof UsageError && /nothing\/bun/.test(error.message),
  );
});
