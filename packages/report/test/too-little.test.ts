import assert from "node:assert/strict";
import { test } from "node:test";
import type { Comparison } from "@deadheat/judge";
import { metric, plain } from "../../judge/test/comparisons.ts";
import { renderCompared } from "../src/index.ts";
import { compared } from "./compared.ts";
import { gated } from "./gated.ts";

const wild = { base: 31e-3, new: 25e-3, lo: 1e-3, hi: 12_711, verdict: "undecided" } as const;
const few: Partial<Comparison> = {
  n: 2,
  roundSeconds: 34,
  ratio: 1.27,
  lo: 1 / wild.hi,
  hi: 1 / wild.lo,
  verdict: "undecided",
  metrics: [metric("cpu", { ...wild, n: 2 })],
  warnings: [{ code: "too-few-rounds", facts: { rounds: 2, seconds: 34 } }],
};
const linesOf = (changes: Partial<Comparison>) =>
  renderCompared(compared({ comparisons: [{ ...plain, ...changes }] }), { width: 1000 }).split(
    "\n",
  );

test("two rounds give no interval, but the budget that would be enough", () => {
  const lines = linesOf(few);
  assert.match(lines[0] ?? "", /^Too little data to compare express\/node with node-http\/node$/);
  const text = lines.join("\n");
  assert.match(text, /CPU per request +31 ms +25 ms +too little data/);
  assert.match(text, /^--budget 5m is enough for 8 rounds\.$/m);
  assert.doesNotMatch(text, /12711|1271|-99|10,000 rounds/);
});

test("an interval of more than a factor of two is not printed, nor as a slowdown beside a gate", () => {
  const gate = { limit: 0.05, outcome: "undecided", confidence: 0.95, moreRounds: 3000 } as const;
  const open = { ...few, n: 8, gate, warnings: [], moreRounds: 3000 };
  const metrics = [metric("cpu", { ...wild, n: 8, gate })];
  const text = renderCompared(
    gated({ outcome: "undecided", comparisons: [{ ...plain, ...open, metrics }], control: null }),
  );
  assert.match(text, /^UNDECIDED: too noisy\. Too little data about CPU per request \(limit 5 %\)/);
  assert.match(
    text,
    /About 3000 more rounds \(29h\) would probably settle it\. A quieter machine would/,
  );
  assert.doesNotMatch(text, /up to|1271/);
});

test("a wide interval that excludes no difference stays, because the verdict rests on it", () => {
  const sure = { base: 1e-3, new: 4e-3, lo: 1.8, hi: 8.9, verdict: "slower", n: 3 } as const;
  const text = linesOf({
    n: 3,
    ratio: 0.25,
    lo: 1 / 8.9,
    hi: 1 / 1.8,
    metrics: [metric("cpu", sure)],
  }).join("\n");
  assert.match(text, /is slower than/);
  assert.match(text, /\[\+80\.0, \+790\.0\] +slower/);
});
