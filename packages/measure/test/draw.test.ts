import assert from "node:assert/strict";
import { test } from "node:test";
import type { Duet } from "@deadheat/journal";
import { planBlock } from "../src/index.ts";

const duet: Duet = {
  role: "cell",
  target: "express/node",
  reference: "node-http/node",
  scenario: "text",
  blocks: 40,
};
const blocks = (seed: number, of = duet) =>
  Array.from({ length: of.blocks }, (_, i) => planBlock(of, i + 1, 1, seed));

test("a block's draws depend on the seed, and on nothing else that is planned", () => {
  assert.deepEqual(blocks(1), blocks(1));
  assert.notDeepEqual(blocks(1), blocks(2));
  const sixth = planBlock({ ...duet, blocks: 5 }, 6, 2, 1);
  const { spawnReferenceFirst, warmReferenceFirst, loadReferenceFirst } = sixth;
  assert.partialDeepStrictEqual(blocks(1)[5], {
    spawnReferenceFirst,
    warmReferenceFirst,
    loadReferenceFirst,
  });
});

test("of every four blocks two spawn, two warm and two load the reference first", () => {
  const order = blocks(5);
  const patterns = new Set<string>();
  for (let from = 0; from < order.length; from += 4) {
    const four = order.slice(from, from + 4);
    for (const which of [
      "spawnReferenceFirst",
      "warmReferenceFirst",
      "loadReferenceFirst",
    ] as const) {
      assert.equal(four.filter((block) => block[which]).length, 2, which);
    }
    patterns.add(four.map((block) => Number(block.spawnReferenceFirst)).join(""));
  }
  assert.ok(patterns.size > 1, "drawn anew for each four");
});
