import assert from "node:assert/strict";
import { test } from "node:test";
import { duetName, type Duet } from "@deadheat/journal";
import { secondsEach, shareSpare, spareRounds } from "../src/rules/further.ts";
import { roundRecord } from "../../journal/test/records.ts";

const halfWidth = 0.04;

function duet(target: string): Duet {
  return {
    role: "cell",
    new: target,
    base: "node-http/node",
    scenario: "text",
    rounds: 5,
  };
}

const koa = duet("koa/node");
const express = duet("express/node");

/** Returns the planned rounds of a duet: ratios around 0.5 with the given spread. */
function planned({ new: next }: Duet, spread: number) {
  return [-2, -1, 0, 1, 2].map((step, i) =>
    roundRecord(next, "node-http/node", i + 1, 0.5 * Math.exp((step * spread) / Math.sqrt(2.5))),
  );
}

function shares(duets: readonly Duet[], rounds: ReturnType<typeof planned>, spare: number) {
  return Object.fromEntries(shareSpare(duets, rounds, { halfWidth, spare }));
}

test("calm duets get no further round", () => {
  assert.deepEqual(shares([koa], planned(koa, 0.02), 20), {});
});

test("a duet that spreads too far gets as many rounds as the rule requires", () => {
  // sd 4.5 %, t(0.975, 4) = 2.776, ln 1.04 = 0.0392: 10.2, so 11 in all.
  assert.deepEqual(shares([koa], planned(koa, 0.045), 20), { [duetName(koa)]: 6 });
});

test("duets that lack least come first, and the last duet gets the rest", () => {
  const rounds = [...planned(koa, 0.06), ...planned(express, 0.045)];
  // express lacks 6, koa 14.
  const both = (spare: number) => shares([koa, express], rounds, spare);
  assert.deepEqual(both(40), { [duetName(express)]: 6, [duetName(koa)]: 14 });
  assert.deepEqual(both(10), { [duetName(express)]: 6, [duetName(koa)]: 4 });
  assert.deepEqual(both(6), { [duetName(express)]: 6 });
  assert.deepEqual(both(0), {});
});

test("a duet whose rounds show two modes comes first, though it lacks more", () => {
  const kinds = [0.4, 0.35, 0.402, 0.398, 0.351].map((ratio, i) =>
    roundRecord(koa.new, "node-http/node", i + 1, ratio),
  );
  const rounds = [...kinds, ...planned(express, 0.045)];
  const both = shares([koa, express], rounds, 25);
  const needs = both[duetName(koa)] ?? 0;
  assert.ok(needs > 6, `more than express: ${needs}`);
  assert.deepEqual(shares([koa, express], rounds, 7), { [duetName(koa)]: 7 });
});

test("three of five planned rounds may decide already, with the degrees of freedom of all five", () => {
  const [a, , b, , c] = planned(koa, 0.045);
  const three = [a, b, c].flatMap((round) => round ?? []);
  // sd 4.5 % * sqrt(8 / 10 * 5 / 4), so 11 rounds in all as above, and two more are planned.
  const further = shares([koa], three, 20)[duetName(koa)] ?? 0;
  assert.ok(further >= 5 && further <= 12, String(further));
  const done = [
    ...planned(koa, 0.045),
    ...[6, 7].map((n) => ({ ...three[0]!, n, stage: 2 as const })),
  ];
  assert.deepEqual(shares([koa], done, 20), { [duetName(koa)]: 4 }, "two of the six are done");
});

test("a bridge, the A/A row and a duet of one round get none", () => {
  const wide = planned(koa, 0.045);
  for (const role of ["bridge", "aa"] as const) {
    assert.deepEqual(shares([{ ...koa, role }], wide, 20), {});
  }
  assert.deepEqual(shares([koa], wide.slice(4), 20), {});
});

test("spare rounds end with the time of the profile", () => {
  const precision = { halfWidth, spare: 16, withinSeconds: 705 };
  const took = (...totals: number[]) =>
    totals.map((total) => ({ ...planned(koa, 0)[0]!, seconds: { total, load: 6 } }));
  const spare = (elapsed: number, measured = took(7, 7.2)) =>
    spareRounds(precision, elapsed, secondsEach(measured));
  assert.equal(spare(500), 16);
  assert.equal(spare(605), 14, "100 s: 14 rounds of 7.1 s");
  assert.equal(spare(605, took(9, 9.2)), 10, "on a slower machine");
  assert.equal(spare(704), 0);
  assert.equal(spare(5000), 0, "a machine that took far too long");
  assert.equal(spare(10, []), 0, "a run that has taken everything from the cache");
  assert.equal(spareRounds({ halfWidth, spare: 120, withinSeconds: null }, 5000, 0), 120);
});
