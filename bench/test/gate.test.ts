import assert from "node:assert/strict";
import { test } from "node:test";
import { confidenceAt, estimate, interval, LOOKS, pValue } from "@deadheat/stats";
import { acrossLooks, decideGate, ratioAtLimit, slowdownAt } from "../src/gate.ts";
import { blocksWanted, type Stopping } from "../src/stopping.ts";
import { normalFrom } from "./normal.ts";

const LIMIT = 0.05;
/** The spread of a duet of like servers, as docs/method.md has it. */
const SD = 0.014;
const RUNS = 4000;
const BOUNDARY = Math.log(ratioAtLimit(LIMIT));

/** Blocks around this log ratio, half of them `spread` above and half below. */
function blocks(n: number, middle: number, spread = 0.001): number[] {
  return Array.from({ length: n }, (_, i) => middle + (i % 2 === 0 ? spread : -spread));
}

test("a limit and the ratio at which it is reached", () => {
  assert.equal(ratioAtLimit(0.5), 2);
  assert.equal(slowdownAt(2), 0.5);
  assert.ok(slowdownAt(0.9) < 0, "a faster one");
});

test("an interval beyond the limit fails, one on this side passes, at any look", () => {
  for (const { n } of LOOKS) {
    assert.equal(decideGate(blocks(n, BOUNDARY + 0.01), LIMIT, 24), "fail");
    assert.equal(decideGate(blocks(n, BOUNDARY - 0.01), LIMIT, 24), "pass");
  }
});

test("the limit itself decides, not equality: a significant 4 % passes a gate of 5 %, fails one of 3 %", () => {
  const slower = blocks(8, Math.log(1 / 0.96));
  assert.equal(decideGate(slower, 0.05, 16), "pass");
  assert.equal(decideGate(slower, 0.03, 16), "fail");
  const faster = slower.map((value) => -value);
  assert.equal(
    decideGate(faster, 0.03, 16),
    "pass",
    "the first one slower is none of its business",
  );
});

test("what straddles the limit goes on, and passes at the last look", () => {
  const open = (n: number) => blocks(n, BOUNDARY, 0.02);
  assert.equal(decideGate(open(8), LIMIT, 16), "continue");
  assert.equal(decideGate(open(12), LIMIT, 16), "continue");
  assert.equal(decideGate(open(16), LIMIT, 16), "pass");
  assert.equal(decideGate(open(16), LIMIT, 24), "continue");
  assert.equal(decideGate(open(24), LIMIT, 24), "pass");
  assert.equal(decideGate(open(8), LIMIT, 8), "pass");
});

test("between looks nothing is decided, however clear it is", () => {
  for (const n of [1, 2, 7, 9, 15]) assert.equal(decideGate(blocks(n, 1), LIMIT, 24), "continue");
});

test("a p value over all looks is below 5 % exactly where the look's interval excludes 1", () => {
  for (const { n } of LOOKS) {
    for (const t of [0.5, 2, 2.59, 2.61, 2.77, 2.79, 3, 3.01, 3.66, 3.67, 5]) {
      const spread = blocks(n, 0, 1);
      const shift = t * Math.sqrt(estimate(spread).variance);
      const est = estimate(spread.map((value) => value + shift));
      const { lo } = interval(est, confidenceAt(n));
      assert.equal(acrossLooks(pValue(est), n) < 0.05, lo > 1, `${n} blocks, t ${t}`);
    }
  }
  assert.equal(acrossLooks(0.9, 8), 1);
});

/** What `compare --gate` does, block by block, with blocks of a known truth: its blocks at the end. */
function play(last: number, next: () => number): { sample: number[]; failed: boolean } {
  const rule: Stopping = { kind: "gate", limit: LIMIT, last };
  const sample: number[] = [];
  while (sample.length < blocksWanted(rule, sample)) sample.push(next());
  return { sample, failed: decideGate(sample, LIMIT, last) === "fail" };
}

/** A share that is truly p comes out beyond this in one of 700 such simulations. */
const threeErrors = (p: number): number => 3 * Math.sqrt((p * (1 - p)) / RUNS);

for (const last of [8, 16, 24]) {
  test(`simulation, looks up to ${last}: a slowdown of just the limit fails in 2.5 % at most`, (t) => {
    const next = normalFrom(500 + last);
    let failures = 0;
    let missed = 0;
    for (let run = 0; run < RUNS; run++) {
      const { sample, failed } = play(last, () => next(BOUNDARY, SD));
      if (failed) failures++;
      const { lo, hi } = interval(estimate(sample), confidenceAt(sample.length));
      if (lo > ratioAtLimit(LIMIT) || hi < ratioAtLimit(LIMIT)) missed++;
    }
    const rate = failures / RUNS;
    t.diagnostic(`exit 1 in ${rate}`);
    assert.ok(rate <= 0.025 + threeErrors(0.025), `exit 1 in ${rate}`);
    assert.ok(last === 8 || rate >= 0.005, `and it is not merely silent: ${rate}`);
    assert.ok(missed / RUNS <= 0.05 + threeErrors(0.05), `intervals without the truth: ${missed}`);
  });
}

test("simulation: equal servers never fail, and nearly all pass at the first look", () => {
  const next = normalFrom(501);
  let early = 0;
  for (let run = 0; run < RUNS; run++) {
    const { sample, failed } = play(16, () => next(0, SD));
    assert.ok(!failed);
    if (sample.length === 8) early++;
  }
  assert.ok(early / RUNS > 0.99, `${early} of ${RUNS}`);
});

for (const { sd, last, power, most } of [
  { sd: SD, last: 16, power: 0.99, most: 9 },
  { sd: 0.03, last: 16, power: 0.7, most: 14 },
  { sd: 0.03, last: 24, power: 0.9, most: 16 },
]) {
  test(`simulation, sd ${sd}, looks up to ${last}: 8 % more work fails in ${power} at least`, (t) => {
    const next = normalFrom(502);
    let failures = 0;
    let total = 0;
    for (let run = 0; run < RUNS; run++) {
      const { sample, failed } = play(last, () => next(Math.log(1.08), sd));
      if (failed) failures++;
      total += sample.length;
    }
    t.diagnostic(`exit 1 in ${failures / RUNS}, after ${total / RUNS} blocks on average`);
    assert.ok(failures / RUNS > power, `${failures} of ${RUNS}`);
    assert.ok(total / RUNS < most, `${total / RUNS} blocks on average`);
  });
}

test("simulation, the control: a plain interval after every block fails far too often", (t) => {
  const next = normalFrom(503);
  let failures = 0;
  for (let run = 0; run < RUNS; run++) {
    const sample = [next(BOUNDARY, SD)];
    while (sample.length < 16) {
      sample.push(next(BOUNDARY, SD));
      if (interval(estimate(sample)).lo > ratioAtLimit(LIMIT)) {
        failures++;
        break;
      }
    }
  }
  t.diagnostic(`exit 1 in ${failures / RUNS}`);
  assert.ok(failures / RUNS > 0.05 + threeErrors(0.05), `${failures / RUNS}`);
});
