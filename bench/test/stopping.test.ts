import assert from "node:assert/strict";
import { test } from "node:test";
import { interval, twoStageEstimate } from "@deadheat/stats";
import {
  blocksNeeded,
  blocksWanted,
  mostBlocks,
  stoppingFor,
  type Stopping,
} from "../src/stopping.ts";
import { normalFrom } from "./normal.ts";

const EACH = 6.6;
const asked = { budgetSeconds: null, blocks: null, until: null, gate: null };

test("without anything asked, eight blocks; a budget holds as many as fit", () => {
  assert.deepEqual(stoppingFor(asked, EACH), { kind: "fixed", blocks: 8 });
  assert.deepEqual(stoppingFor({ ...asked, blocks: 3 }, EACH), { kind: "fixed", blocks: 3 });
  assert.deepEqual(stoppingFor({ ...asked, budgetSeconds: 60 }, EACH), {
    kind: "fixed",
    blocks: 9,
  });
  for (const few of [{ blocks: 1 }, { budgetSeconds: 12 }]) {
    assert.throws(() => stoppingFor({ ...asked, ...few }, EACH), { name: "UsageError" });
  }
});

test("a gate ends at the last look that its budget holds: 16 blocks unless told", () => {
  const last = (budgetSeconds: number | null) => {
    const rule = stoppingFor({ ...asked, gate: 0.05, budgetSeconds }, EACH);
    return rule.kind === "gate" ? rule.last : null;
  };
  assert.equal(last(null), 16);
  assert.equal(last(53), 8);
  assert.equal(last(79.2), 12);
  assert.equal(last(158), 16);
  assert.equal(last(159), 24);
  assert.equal(last(3600), 24);
  assert.throws(() => last(52), { name: "UsageError", message: /after 8: give --budget 53s/ });
});

test("--until begins with eight blocks, and takes ten minutes at most unless told", () => {
  const until = { ...asked, until: 0.01 };
  const rule = { kind: "until", halfWidth: 0.01, first: 8, most: 90 };
  assert.deepEqual(stoppingFor(until, EACH), rule);
  assert.deepEqual(stoppingFor({ ...until, blocks: 4, budgetSeconds: 60 }, EACH), {
    ...rule,
    first: 4,
    most: 9,
  });
  const refused = (options: object) => () => stoppingFor({ ...until, ...options }, EACH);
  assert.throws(refused({ budgetSeconds: 52 }), { message: /begins with 8: give --budget 53s/ });
  assert.throws(refused({ blocks: 1 }), { message: /--blocks 2 or more/ });
});

const until: Extract<Stopping, { kind: "until" }> = {
  kind: "until",
  halfWidth: 0.01,
  first: 4,
  most: 20,
};

test("--until asks once, after the first stage, and what comes later changes nothing", () => {
  // sd 0.01, t(0.975, 3) = 3.182, ln 1.01 = 0.00995: (3.182 * 0.01 / 0.00995)^2 = 10.2
  const first = [-1, -1, 1, 1].map((sign) => sign * 0.01 * Math.sqrt(3 / 4));
  assert.equal(blocksWanted(until, first.slice(0, 3)), 4);
  assert.equal(blocksWanted(until, first), 11);
  assert.equal(blocksWanted(until, [...first, 5, -5]), 11);
  const wild = first.map((value) => 3 * value);
  assert.equal(blocksWanted(until, wild), 20, "at most what the budget holds");
  assert.equal(blocksNeeded(until, wild), 93);
  assert.equal(blocksWanted(until, [0, 0, 0, 0]), 4);
  assert.equal(mostBlocks(until), 20);
});

/** The log ratios of a comparison by this rule, as `compare` takes them. */
function play(rule: Stopping, next: () => number): number[] {
  const sample: number[] = [];
  while (sample.length < blocksWanted(rule, sample)) sample.push(next());
  return sample;
}

for (const [name, sd] of [
  ["calm", 0.005],
  ["as usual", 0.014],
  ["out of budget", 0.05],
] as const) {
  test(`simulation, ${name}: 95 % of the intervals hold the truth, whatever the budget cuts`, () => {
    const runs = 4000;
    const rule = { ...until, first: 8, most: 40 };
    const next = normalFrom(7);
    let held = 0;
    for (let run = 0; run < runs; run++) {
      const sample = play(rule, () => next(0.03, sd));
      const est = twoStageEstimate(sample.slice(0, rule.first), sample.slice(rule.first));
      const { ratio, lo, hi } = interval(est);
      if (lo <= Math.exp(0.03) && Math.exp(0.03) <= hi) held++;
      if (blocksNeeded(rule, sample) <= rule.most) assert.ok(hi / ratio <= 1.01 + 1e-9);
    }
    const error = 3 * Math.sqrt((0.95 * 0.05) / runs);
    assert.ok(Math.abs(held / runs - 0.95) <= error, `${held / runs} held`);
  });
}
