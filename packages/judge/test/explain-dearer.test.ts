import assert from "node:assert/strict";
import { test } from "node:test";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { dearerIn } from "../src/index.ts";
import { documentOf, roundsOf } from "./explain-rounds.ts";

// The total of both servers varies by 4 % in each round, which hides a change of 1 %.

const source = xoroshiro128plus(20261126);
const noise = () => 2 * uniformFloat64(source) - 1;
const server =
  (own: number, moved = 0) =>
  () =>
    [
      ["native", Math.round(8000 * (1 + 0.04 * noise()))],
      ["app:handle", Math.round(1000 - moved + 20 * noise())],
      ["app:handle > pkg:verify", Math.round(200 + moved + own + 10 * noise())],
    ] as const;

const explained = (n: number, own: number, moved = 0) =>
  documentOf(roundsOf(n, server(0), server(own, moved)));

test("a function that takes 1 % of a request more is found, though the total does not show it", () => {
  const document = explained(12, 92);
  const { lo, hi } = document.whole;
  assert.ok((lo ?? 0) * (hi ?? 0) < 0, "the total is undecided");
  const { found, outcome } = dearerIn(document, 0.005, true);
  assert.deepEqual(
    found.map(({ what, name, over }) => ({ what, name, over })),
    [{ what: "function", name: "verify", over: true }],
  );
  assert.ok(Math.abs((found[0]?.share ?? 0) - 0.01) < 0.002);
  assert.equal(outcome, "failed");
  assert.equal(dearerIn(document, 0.005, false).outcome, null, "a comparison has no outcome");
  assert.deepEqual(dearerIn(document, 0.02, true), {
    limit: 0.02,
    rounds: 12,
    found: [],
    outcome: "passed",
  });
});

test("a change that may be beyond the limit fails no gate, and passes none", () => {
  const { found, outcome } = dearerIn(explained(12, 47), 0.005, true);
  assert.equal(found[0]?.over, false);
  assert.equal(outcome, "undecided");
});

test("time that only moved between functions is no finding", () => {
  assert.deepEqual(dearerIn(explained(12, 0, 150), 0.005, true).found, []);
});

test("what was not profiled often enough passes no gate", () => {
  assert.equal(dearerIn(explained(5, 0), 0.005, true).outcome, "undecided");
  assert.equal(dearerIn(null, 0.005, true).outcome, "undecided");
  assert.equal(dearerIn(explained(8, 0), 0.005, true).outcome, "passed");
});
