import assert from "node:assert/strict";
import { test } from "node:test";
import { planRound } from "../src/index.ts";

const duet = {
  role: "cell",
  new: "express/node",
  base: "node-http/node",
  scenario: "text",
  rounds: 40,
} as const;
const drawn = (seed: number) =>
  Array.from({ length: duet.rounds }, (_, i) => planRound(duet, i + 1, 1, seed));

test("of every four rounds two spawn, two warm and two load the reference first", () => {
  const patterns = new Set<string>();
  for (let from = 0; from < duet.rounds; from += 4) {
    const four = drawn(5).slice(from, from + 4);
    for (const which of ["spawnBaseFirst", "warmBaseFirst", "loadBaseFirst"] as const) {
      assert.equal(four.filter((round) => round[which]).length, 2, which);
    }
    patterns.add(four.map((round) => Number(round.spawnBaseFirst)).join(""));
  }
  assert.ok(patterns.size > 1, "each four are drawn separately");
});

test("the seed decides the orders", () => {
  assert.deepEqual(drawn(1), drawn(1));
  assert.notDeepEqual(drawn(1), drawn(2));
});
