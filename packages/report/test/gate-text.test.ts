import assert from "node:assert/strict";
import { test } from "node:test";
import type { Gated } from "@deadheat/judge";
import { renderGate } from "../src/index.ts";
import { comparison, gated, outcomes, slower } from "./gated.ts";
import { golden } from "./golden.ts";

/** The first line of each gate. */
const firstLines: Readonly<Record<string, string>> = {
  "control-off": "not measured: the control is off: the base against itself differs in CPU per",
  same: "passed: at most 1.6 % slower, gate 5 %.",
  faster: "passed: 2 of 2 comparisons; the worst is at most 1.6 % slower, gate 5 %",
  metrics: "failed: 1 of 2 comparisons; the worst is memory under load at least 12.0 % more,",
  "not-known": "passed: at most 4.0 % slower, gate 5 %.",
  several: "failed: 2 of 4 comparisons; the worst is at least 9.8 % slower, gate 5 % (web:",
  "slower-allowed": "passed: at most 4.2 % slower, gate 5 %.",
  slower: "failed: at least 7.9 % slower, gate 5 %.",
  undecided: "undecided: 0.6 % to 7.5 % slower, gate 5 %.",
  unmeasured: "not measured: one.mjs/node ended before it was ready (exit code 3)",
};

test("a gate of several comparisons in sentences and tables", () => {
  golden("gate-several.txt", renderGate(outcomes["several"]!, { out: "/nowhere" }));
});

for (const [name, document] of Object.entries(outcomes)) {
  test(`a gate in sentences: ${name}`, () => {
    const text = renderGate(document, { out: "/nowhere" });
    assert.equal(text.split("\n")[0], firstLines[name]);
    for (const line of text.split("\n")) assert.ok(line.length <= 80, line);
    const outcome = document.outcome === "unmeasured" ? "not measured" : document.outcome;
    assert.ok(text.startsWith(`${outcome}: `), "the first line is the outcome");
    assert.doesNotMatch(text, /\bp [<=] \d/);
  });
}

const firstOf = (own: Partial<Gated>) => renderGate(gated(own), { out: null }).split("\n")[0];

test("an outcome has its numbers: by how much, and the gate", () => {
  assert.equal(firstOf({}), "passed: at most 1.6 % slower, gate 5 %.");
  const better = comparison({ ratio: 1.05, lo: 1.02, hi: 1.08 });
  assert.equal(firstOf({ comparisons: [better] }), "passed: not slower, gate 5 %.");
  assert.equal(
    firstOf({ outcome: "failed", comparisons: [slower] }),
    "failed: at least 7.9 % slower, gate 5 %.",
  );
  const open = (lo: number, hi: number) => {
    const gate = { limit: 0.05, outcome: "undecided", confidence: 0.99, moreRounds: 14 } as const;
    const one = comparison({ ratio: 0.97, lo, hi, gate });
    return firstOf({ outcome: "undecided", comparisons: [one] });
  };
  assert.equal(open(0.931, 0.994), "undecided: 0.6 % to 7.5 % slower, gate 5 %.");
  assert.equal(open(0.931, 1.01), "undecided: up to 7.5 % slower, gate 5 %.");
});

test("the p values of a gate are there when they are asked for", () => {
  const text = renderGate(gated(), { out: null, verbose: true });
  assert.match(text, /^tests: p = 0\.7100 \(t\), p = 0\.6900 \(sign flip\), p = 0\.0030 \(tie/m);
});

test("where the control is off, no metric gets a word", () => {
  const text = renderGate(outcomes["control-off"] ?? gated(), { out: null });
  assert.doesNotMatch(text, /passed|failed|faster|slower/);
});
