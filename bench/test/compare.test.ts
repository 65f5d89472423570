import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Comparison } from "../src/compare.ts";
import { readJournal } from "../src/journal.ts";
import { renderComparison } from "../src/report/comparison.ts";
import { createApps, serverThat } from "./broken-apps.ts";
import { deadheat } from "./command.ts";
import { temporaryFolder } from "./fixtures.ts";

const short = ["--warmup", "0.3s", "--window", "0.3s", "--json"];

async function blocksOf(comparison: Comparison) {
  const { records } = await readJournal(comparison.journal);
  return records.filter((record) => record.type === "block");
}

test("a gate fails for one with far more work, and not the other way round", async (t) => {
  const out = temporaryFolder(t);
  const idle = serverThat("");
  const burn = "const until = performance.now() + 0.1; while (performance.now() < until);";
  createApps({ "zz-one": { source: idle }, "zz-two": { source: serverThat(burn) } });
  const gate = async (a: string, b: string, name: string, budget: string) => {
    const args = [a, b, "--gate", "30%", "--budget", budget, ...short];
    const finished = await deadheat("compare", ...args, "--out", join(out, name));
    return { ...finished, comparison: JSON.parse(finished.stdout) as Comparison };
  };
  const slow = await gate("zz-one/node", "zz-two/node", "slow", "60s");
  assert.equal(slow.code, 1, slow.stderr);
  assert.deepEqual(slow.comparison.gate, { limit: 0.3, passed: false, confidence: 0.992 });
  assert.equal(slow.comparison.n, 8, "the first look is enough");
  assert.equal(slow.comparison.confidence, 0.992);
  assert.equal(slow.comparison.verdict, "faster");
  assert.ok(slow.comparison.lo > 1 / 0.7);
  assert.ok((await blocksOf(slow.comparison)).every((block) => block.stage === 1));

  // The faster one second: it is not slower by more than anything.
  const fast = await gate("zz-two/node", "zz-one/node", "fast", "10s");
  assert.equal(fast.code, 0, fast.stderr);
  assert.deepEqual(fast.comparison.gate, { limit: 0.3, passed: true, confidence: 0.992 });
  assert.equal(fast.comparison.until, null);
});

test("--until stops at the width asked for, or says that the budget ended it before", async (t) => {
  const out = temporaryFolder(t);
  const pair = ["node-http/node", "node-http/node", "--blocks", "3", ...short];
  const until = async (width: string, name: string) => {
    const args = [...pair, "--until", width, "--budget", "7s", "--out", join(out, name)];
    const finished = await deadheat("compare", ...args);
    assert.equal(finished.code, 0, finished.stderr);
    return JSON.parse(finished.stdout) as Comparison;
  };
  const wide = await until("95%", "wide");
  assert.equal(wide.n, 3);
  assert.equal(wide.until?.reached, true);
  assert.equal(wide.gate, null);
  assert.equal(typeof wide.signFlipP, "number");

  const tight = await until("0.01%", "tight");
  assert.equal(tight.n, 5, "7 s hold five blocks of 1.3 s");
  assert.equal(tight.until?.reached, false);
  assert.ok((tight.until?.needed ?? 0) > 5);
  assert.equal(tight.signFlipP, null);
  assert.equal(tight.confidence, 0.95);
  const stages = (await blocksOf(tight)).map((block) => block.stage);
  assert.deepEqual(stages, [1, 1, 1, 2, 2]);
});

const plain: Comparison = {
  a: "old/node",
  b: "new/node",
  scenario: "text",
  ratio: 1.08,
  lo: 1.062,
  hi: 1.098,
  n: 8,
  confidence: 0.95,
  p: 0.00001,
  signFlipP: 0.0078,
  verdict: "faster",
  bound: "server-bound",
  gate: null,
  until: null,
  warnings: [],
  journal: "/nowhere/compare.jsonl",
};

test("a comparison without a rule is said in two lines", () => {
  assert.equal(
    renderComparison(plain),
    "old/node is faster than new/node: 8.0 % more requests per CPU-second (text).\n" +
      "ratio 1.080, 95 % interval [1.062, 1.098] (± 1.7 %), n = 8, " +
      "p < 0.0001 (t), p = 0.0078 (sign flip); server-bound\n" +
      "blocks: /nowhere/compare.jsonl\n",
  );
});

test("a gate's text says what was decided, and what a pass leaves open", () => {
  const gated = (passed: boolean, lo: number, hi: number) =>
    renderComparison({
      ...plain,
      lo,
      hi,
      confidence: 0.992,
      gate: { limit: 0.05, passed, confidence: 0.992 },
    });
  const failed = gated(false, 1.062, 1.098);
  assert.match(failed, /ratio 1\.080, 99\.2 % interval/);
  assert.match(
    failed,
    /^gate 5 % failed: new\/node is slower .* more than 5 %, at least by 5\.8 %\.$/m,
  );
  assert.match(failed, /one of 99\.2 % so that those of all looks hold at once with 95 %/);
  assert.match(
    gated(true, 0.99, 1.031),
    /passed: new\/node is not slower .* 5 %; a slowdown of up to 3\.0 % is not excluded.*no proof/,
  );
  assert.match(gated(true, 1.0, 1.098), /passed, undecided: .* was not shown; .* up to 8\.9 %/);
  assert.match(gated(true, 0.9, 0.98), /passed: .*; new\/node is not slower at all\.$/m);
});

test("--until's text says when the budget ended it, and leaves out a test that does not hold", () => {
  const until = (reached: boolean) =>
    renderComparison({
      ...plain,
      signFlipP: null,
      until: { halfWidth: 0.01, reached, needed: 120 },
    });
  assert.match(until(true), /^until ± 1 %: reached with 8 blocks\.$/m);
  assert.match(until(false), /not reached\. .* asks for 120 in all, and the budget held 8/);
  assert.ok(!until(true).includes("sign flip"));
});
