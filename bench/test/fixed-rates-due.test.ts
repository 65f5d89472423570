import assert from "node:assert/strict";
import { test } from "node:test";
import type { CostRecord, CostSettings, JournalRecord } from "@deadheat/journal";
import { alone, express, floor, pairs } from "../../packages/judge/test/cost-records.ts";
import { dueCosts } from "../src/task/due.ts";
import { costSteps } from "../src/task/steps.ts";
import { blockRecord } from "./fixtures.ts";

test("a finished pair is not measured again, and a void one is", () => {
  const cost = alone.cost as CostSettings;
  const pair = {
    role: "cell",
    target: express,
    reference: floor,
    scenario: "text",
    blocks: 3,
  } as const;
  const due = dueCosts([pair], { costs: [1, 2, 3].map((n) => ({ scenario: "text", n })) }, cost, 7);
  const [first, second] = pairs(express, floor, "cell", [0.5, 0.5, 0.5]) as [
    CostRecord,
    CostRecord,
  ];
  const unused = null as never;
  const stepsAfter = (done: JournalRecord[]) => costSteps(due, cost, unused, unused, done).length;
  assert.equal(stepsAfter([]), 3);
  assert.equal(stepsAfter([first, { ...second, void: "exited" }]), 2);
  // A duet's block of the same number is another thing.
  assert.equal(stepsAfter([blockRecord(express, floor, 3, 0.5)]), 3);
});
