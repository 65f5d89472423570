import assert from "node:assert/strict";
import { test } from "node:test";
import type { RoundRecord } from "@deadheat/journal";
import { MIX, type Stopping } from "@deadheat/judge";
import { roundRecord, runRecord } from "../../../journal/test/records.ts";
import { entrant, exchange } from "../../../measure/test/servers.ts";
import type { Comparing } from "../../src/measure/comparing.ts";
import { comparisonPolicy, spareSeconds } from "../../src/measure/policy.ts";

// The policies of comparisons are pure: the same rounds and the same time give the same answer.

function comparing(scenario: string, rule: Stopping, changes: Partial<Comparing> = {}): Comparing {
  return {
    entrants: { new: entrant("node", "new"), base: entrant("node", "old") },
    scenario,
    exchange,
    rule,
    each: 3,
    margin: 0.02,
    seed: 1,
    journal: "",
    header: runRecord("new/node"),
    ...changes,
  };
}

const rounds = (n: number, ratio = 0.8) =>
  Array.from({ length: n }, (_, i) => roundRecord("new", "old", i + 1, ratio + 0.001 * (i % 3)));

/** Returns the numbers of the rounds that are due after these. */
function dueAfter(one: Comparing, records: readonly RoundRecord[], seconds: number): number[] {
  const so = { seconds, rounds: records.length, failed: new Map<string, string>() };
  return comparisonPolicy([one], null, () => records)
    .next(so)
    .map(({ n }) => n);
}

test("a number of rounds is measured whatever they show, and a budget as long as it has time", () => {
  const three = comparing("text", { kind: "rounds", rounds: 3 });
  assert.deepEqual(dueAfter(three, [], 0), [1]);
  assert.deepEqual(dueAfter(three, rounds(2), 1000), [3]);
  assert.deepEqual(dueAfter(three, rounds(3), 1), []);
  const minute = comparing("text", { kind: "budget", budgetSeconds: 60 });
  assert.deepEqual(dueAfter(minute, rounds(5), 50), [6]);
  assert.deepEqual(dueAfter(minute, rounds(5), 51), []);
});

test("a gate stops when it is decided; with a least number it goes on if the budget has time", () => {
  const rule: Stopping = { kind: "gate", limits: { cpu: 0.05 }, budgetSeconds: 60 };
  assert.deepEqual(dueAfter(comparing("text", rule), rounds(4), 20), []);
  assert.deepEqual(dueAfter(comparing("text", rule, { least: 6 }), rounds(4), 20), [5]);
  assert.deepEqual(dueAfter(comparing("text", rule, { least: 6 }), rounds(4), 59), []);
});

test("the requests of a mix take turns, and one gate that has failed ends all of them", () => {
  const rule: Stopping = { kind: "gate", limits: { cpu: 0.05 }, budgetSeconds: 600 };
  const [a, b, whole] = ["a", "b", MIX].map((name) => comparing(name, rule)) as [
    Comparing,
    Comparing,
    Comparing,
  ];
  const mix = { comparing: whole, shares: [0.5, 0.5], groups: [[0], [1]] };
  const so = { seconds: 40, rounds: 8, failed: new Map<string, string>() };
  const groupsAfter = (ratioOf: (one: Comparing) => number) =>
    comparisonPolicy([a, b], mix, (one) => rounds(4, ratioOf(one)))
      .next(so)
      .map(({ group }) => group);
  // At the limit nothing is decided, so both go on.
  const open = 1 / 1.05;
  assert.deepEqual(
    groupsAfter(() => open),
    [[0], [1]],
  );
  assert.deepEqual(
    groupsAfter((one) => (one === b ? 0.5 : open)),
    [],
  );
});

test("a profiled window gets its part of the time that is too short for a further round", () => {
  const one = comparing("text", { kind: "budget", budgetSeconds: 100 });
  assert.equal(spareSeconds(one, { n: 1, seconds: 0 }, 0), 0);
  // Three rounds of 18 s; the other 46 s hold two more, and leave 5 s to each.
  assert.ok(Math.abs(spareSeconds(one, { n: 4, seconds: 54 }, 0) - 0.7 * 5) < 1e-9);
  const counted = comparing("text", { kind: "rounds", rounds: 8 });
  assert.equal(spareSeconds(counted, { n: 4, seconds: 54 }, 0), 0);
});
