import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import { appended, resultSchema, type Result, type Step } from "../src/index.ts";
import { share, threeErrors } from "../../stats/test/support.ts";
import { around, factsOf, historyOf, type Made } from "./histories.ts";
import { normalFrom } from "./normal.ts";

const isDirected = ({ verdict }: Step) => verdict === "slower" || verdict === "faster";
const stepsIn = ({ history }: Result): readonly Step[] => history?.steps ?? [];
const verdicts = (result: Result) =>
  stepsIn(result).map((step) => `${step.base} ${step.new} ${step.verdict}`);

test("neighbours get one of the four verdicts, through the reference", () => {
  const result = historyOf([
    { label: "1.0", ratios: around(1.08) },
    { label: "1.1", ratios: around(1.08) },
    { label: "1.2", ratios: around(0.95) },
    { label: "1.3", ratios: around(0.96, 0.2) },
    { label: "1.4", ratios: around(0.95) },
    { label: "1.5", ratios: around(1) },
  ]);
  v.assert(resultSchema, JSON.parse(JSON.stringify(result)));
  assert.equal(result.order, "versions");
  assert.deepEqual(verdicts(result), [
    "app@1.0/node app@1.1/node undecided",
    "app@1.1/node app@1.2/node slower",
    "app@1.2/node app@1.3/node undecided",
    "app@1.3/node app@1.4/node undecided",
    "app@1.4/node app@1.5/node faster",
  ]);
  const [, slower, undecided, , faster] = stepsIn(result) as [Step, Step, Step, Step, Step];
  assert.ok(Math.abs(slower.ratio - 1.08 / 0.95) < 0.001, "CPU time per request, newer over older");
  assert.ok(Math.abs(faster.ratio - 0.95) < 0.001);
  assert.ok((undecided.rounds ?? 0) > 0 && slower.rounds === null);
  assert.ok(stepsIn(result).every(({ across }) => !across));
});

test("cells keep the order of versions and have no ranks, and the reference is 1", () => {
  const made = ["2.0", "2.1", "2.2"].map((label, i) => ({ label, ratios: around(1 + 0.1 * i) }));
  const { cells, differences, noise } = historyOf(made);
  assert.deepEqual(
    cells.map(({ target, rank, against }) => [target, rank, against]),
    ["2.0", "2.1", "2.2"].map((label) => [`app@${label}/node`, null, "app@2.2/node"]),
  );
  assert.equal(cells[2]?.efficiency?.toFloor.ratio, 1);
  assert.ok((cells[2]?.cpuPerRequest ?? 0) > 0, "its duets with itself tell its CPU time");
  assert.deepEqual(differences[0]?.pairs, 0);
  assert.ok(noise.aa !== null && Math.abs(noise.aa.ratio - 1.2) < 0.01);
});

test("a version that could not be measured is a gap, and its neighbours are compared", () => {
  const result = historyOf([
    { label: "1.0", ratios: around(1.1) },
    { label: "1.1", ratios: null },
    { label: "1.2", ratios: around(1) },
  ]);
  assert.deepEqual(verdicts(result), ["app@1.0/node app@1.2/node slower"]);
  const gap = result.cells.find(({ target }) => target === "app@1.1/node");
  assert.equal(gap?.status, "failed");
  assert.equal(gap?.reason, "it does not start");
});

/** Returns versions whose true ratios are all 1. */
function alike(next: (mean: number, sd: number) => number, labels: readonly string[], shift = 0) {
  return labels.map((label): Made => {
    const own = next(0, shift);
    const ratios = Array.from({ length: 6 }, () => Math.exp(own + next(0, 0.015)));
    return { label, ratios };
  });
}

test("simulation: at most 5 % of the histories without a step have one", () => {
  const next = normalFrom(39);
  const labels = Array.from({ length: 8 }, (_, i) => `1.${i}`);
  const runs = 400;
  const wrong = share(runs, () => stepsIn(historyOf(alike(next, labels))).some(isDirected));
  assert.ok(wrong <= 0.05 + threeErrors(0.05, runs), `${wrong}`);
});

const early = ["1.0", "1.1", "1.2", "1.3"];
const late = ["1.0", "1.2", "1.3", "1.4", "1.5"];
const all = [...early, "1.4", "1.5"];
/** The facts of both runs: the reference is that of the first one. */
const facts = (() => {
  const whole = factsOf(all);
  return { ...whole, series: factsOf(early).series };
})();

test("an appended version is compared with its neighbour in the run that measured both", () => {
  const first = historyOf(early.map((label) => ({ label, ratios: around(1) })));
  const level: Record<string, number> = { "1.5": 0.9 };
  // The whole second run is 3 % slower than the first one.
  const second = historyOf(
    late.map((label) => ({
      label,
      ratios: around(label === "1.3" ? 1 : 0.97 * (level[label] ?? 1)),
    })),
    "run-2",
    facts,
  );
  const result = appended(first, second, facts);
  v.assert(resultSchema, JSON.parse(JSON.stringify(result)));
  assert.deepEqual(
    result.cells.map(({ target }) => target),
    all.map((label) => `app@${label}/node`),
  );
  const last = stepsIn(result).at(-1) as Step;
  assert.deepEqual([last.verdict, last.across], ["slower", false]);
  assert.ok(Math.abs(last.ratio - 1 / 0.9) < 0.001);
  assert.ok((result.history?.betweenRuns?.tau ?? 0) > 0.01, "1.0 and 1.2 show that runs differ");
  const of = (label: string) =>
    result.cells.find(({ target }) => target === `app@${label}/node`)?.efficiency?.toFloor;
  assert.equal(of("1.2")?.n, 16);
  const { lo, hi } = of("1.1") ?? { lo: 1, hi: 0 };
  assert.ok(hi / lo > 1.03, "the interval of a version is also valid for another run");
  const again = appended(result, historyOf([], "run-3", facts), facts);
  assert.deepEqual(stepsIn(again), stepsIn(result), "a run without versions changes nothing");
});

test("runs that share no version are not compared", () => {
  const first = historyOf([
    { label: "1.0", ratios: around(1.1) },
    { label: "1.3", ratios: around(1) },
  ]);
  const two = factsOf(["1.0", "1.2", "1.3"]);
  const second = historyOf(
    [
      { label: "1.2", ratios: around(1) },
      { label: "1.3", ratios: around(1) },
    ],
    "run-2",
    two,
  );
  const result = appended(first, second, two);
  v.assert(resultSchema, JSON.parse(JSON.stringify(result)));
  const [step] = stepsIn(result);
  assert.deepEqual(
    [step?.verdict, step?.across, step?.lo, step?.hi],
    ["undecided", true, null, null],
  );
  assert.equal(result.history?.betweenRuns, null);
});

test("simulation: the intervals of steps across runs include the variance between runs", () => {
  const next = normalFrom(93);
  const runs = 300;
  const wrong = share(runs, () => {
    // 1.1 was measured in the first run alone, and its neighbour 1.15 in the second run alone.
    const first = historyOf(alike(next, ["1.0", "1.1", "1.2", "1.3"], 0.01));
    const both = factsOf(["1.0", "1.1", "1.15", "1.2", "1.3"]);
    const second = historyOf(
      [...alike(next, ["1.0", "1.15", "1.2"], 0.01), { label: "1.3", ratios: around(1) }],
      "run-2",
      both,
    );
    const steps = stepsIn(appended(first, second, both)).filter(({ across }) => across);
    assert.equal(steps.length, 1);
    return steps.some(isDirected);
  });
  assert.ok(wrong <= 0.05, `${wrong}`);
});
