import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openJournal } from "../src/journal.ts";
import { furtherBlocks, spentElsewhere } from "../src/measure/second-stage.ts";
import { orderBlocks, type Duet } from "../src/plan.ts";
import { blockRecord } from "./fixtures.ts";

const precision = { halfWidth: 0.04, most: 12, spare: 20 };

function duet(target: string): Duet {
  return {
    role: "cell",
    target,
    reference: "node-http/node",
    scenario: "text",
    blocks: 5,
    warmupSeconds: 4,
  };
}

/** The planned blocks of a target: ratios around 0.5 that spread so much. */
function planned(target: string, spread: number) {
  return [-2, -1, 0, 1, 2].map((step, i) =>
    blockRecord(target, "node-http/node", i + 1, 0.5 * Math.exp((step * spread) / Math.sqrt(2.5))),
  );
}

test("calm duets get no further block", () => {
  const blocks = planned("koa/node", 0.02);
  assert.deepEqual(furtherBlocks([duet("koa/node")], blocks, precision, 20, 1), []);
});

test("a duet that spreads too far gets as many as the rule asks for, numbered on", () => {
  // sd 4.5 %, t(0.975, 4) = 2.776, ln 1.04 = 0.0392: 10.2, so 11 in all.
  const wide = duet("koa/node");
  const further = furtherBlocks([wide], planned("koa/node", 0.045), precision, 20, 1);
  assert.deepEqual(
    further.map(({ n, stage }) => [n, stage]),
    [6, 7, 8, 9, 10, 11].map((n) => [n, 2]),
  );
  assert.equal(further[0]?.duet, wide);
  // What chance decides for a block is drawn for its number, whichever stage it belongs to.
  const drawn = orderBlocks([{ ...wide, blocks: 6 }], 1).find(({ n }) => n === 6);
  assert.equal(further[0]?.spawnReferenceFirst, drawn?.spawnReferenceFirst);
});

test("what is out of reach, a bridge and the A/A row get none", () => {
  const wild = planned("koa/node", 0.06);
  assert.deepEqual(furtherBlocks([duet("koa/node")], wild, precision, 20, 1), []);
  const wide = planned("koa/node", 0.045);
  for (const role of ["bridge", "aa"] as const) {
    assert.deepEqual(furtherBlocks([{ ...duet("koa/node"), role }], wide, precision, 20, 1), []);
  }
});

test("all together get no more than what is left", () => {
  const duets = [duet("koa/node"), duet("express/node")];
  const blocks = [...planned("koa/node", 0.045), ...planned("express/node", 0.045)];
  const count = (spare: number) => furtherBlocks(duets, blocks, precision, spare, 1).length;
  assert.equal(count(20), 12);
  assert.equal(count(9), 9);
  assert.equal(count(0), 0);
  assert.equal(count(-3), 0, "more spent than allowed, by a run with other settings");
});

test("what other targets of the run have spent is read from their journals", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "deadheat-test-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, stages: (1 | 2)[]) => {
    const journal = openJournal(join(folder, name));
    stages.forEach((stage, i) => {
      journal.append(blockRecord("koa/node", "node-http/node", i + 1, 0.5, { stage }));
    });
    journal.close();
  };
  write("koa.node.jsonl", [1, 1, 2, 2, 2]);
  write("hono.bun.jsonl", [1, 2]);
  write("own.node.jsonl", [1, 2, 2]);
  assert.equal(await spentElsewhere(join(folder, "own.node.jsonl")), 4);
  assert.equal(await spentElsewhere(join(folder, "nowhere", "own.node.jsonl")), 0);
});
