import assert from "node:assert/strict";
import { test } from "node:test";
import type { Duet } from "@deadheat/journal";
import { numbered, orderVisits, plannedRounds, type DueRound } from "../src/schedule/order.ts";

function duet(target: string, rounds: number, scenario = "text"): Duet {
  return { role: "cell", new: target, base: "node-http/node", scenario, rounds };
}

const names = ["a/node", "b/node", "c/node", "d/node", "e/node"];
const duets = [...names.map((name) => duet(name, 5)), duet("bridge/bun", 8)];
const passes = 5;

test("every pass has a round of each cell, and a share of the rounds of longer duets", () => {
  const counts = [1, 2, 3, 4, 5].map((pass) => {
    const due = plannedRounds({ duets, passes }, pass);
    assert.ok(due.every(({ stage }) => stage === 1));
    return ["a/node", "bridge/bun"].map((name) =>
      due.filter(({ target }) => target === name).map(({ n }) => n),
    );
  });
  assert.deepEqual(counts, [
    [[1], [1, 2]],
    [[2], [3, 4]],
    [[3], [5]],
    [[4], [6, 7]],
    [[5], [8]],
  ]);
});

/** Returns the targets that a run of these duets visits, in order. */
function turns(seed: number): string[] {
  const order: string[] = [];
  for (let pass = 1; pass <= passes; pass++) {
    const due = plannedRounds({ duets, passes }, pass);
    const visits = orderVisits(due, seed, `pass ${pass}`, order.at(-1) ?? null);
    order.push(...visits.map(({ target }) => target));
  }
  return order;
}

test("no target is visited twice in a row while others are due, and each pass has its own order", () => {
  const orders = new Set<string>();
  let same = 0;
  for (let seed = 0; seed < 200; seed++) {
    const order = turns(seed);
    assert.equal(order.length, 5 * 5 + 8);
    for (const [i, target] of order.entries())
      assert.notEqual(target, order[i - 1], `seed ${seed}`);
    orders.add(order.slice(0, 7).join());
    if (order.slice(0, 5).join() === order.slice(7, 12).join()) same++;
  }
  assert.ok(orders.size > 170);
  assert.ok(same < 10, "drawn for each pass");
  assert.deepEqual(turns(7), turns(7), "drawn from the seed");
});

test("every target comes first equally often, floors no more often than others", () => {
  const firsts = Array.from({ length: 600 }, (_, seed) => turns(seed)[0]);
  for (const name of names) {
    const share = firsts.filter((first) => first === name).length / firsts.length;
    // 1 of 7 visits: 0.143 +- 4 standard errors.
    assert.ok(Math.abs(share - 1 / 7) < 0.06, `${name}: ${share}`);
  }
});

test("a visit has one round of each due cell, and never two of one cell", () => {
  const due = [...numbered(due1("text"), 0, 2), ...numbered(due1("json"), 0, 1)];
  const visits = orderVisits(due, 1, "pass 1", null);
  assert.deepEqual(
    visits.map(({ rounds }) => rounds.map(({ scenario, n }) => `${scenario} ${n}`)),
    [["text 1", "json 1"], ["text 2"]],
  );
});

function due1(scenario: string): Omit<DueRound, "n"> {
  return { target: "a/node", scenario, stage: 1 };
}

test("if only one target is due, it is visited several times in a row, and no round is lost", () => {
  const visits = orderVisits(numbered({ ...due1("text"), stage: 2 }, 5, 8), 1, "further", "a/node");
  assert.deepEqual(
    visits.map(({ rounds }) => rounds.map(({ n, stage }) => [n, stage])),
    [[[6, 2]], [[7, 2]], [[8, 2]]],
  );
  assert.deepEqual(orderVisits([], 1, "nothing", null), []);
});
