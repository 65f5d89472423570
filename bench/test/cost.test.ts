import assert from "node:assert/strict";
import { test } from "node:test";
import { costOf, type Cost } from "../src/plan/cost.ts";
import { selectionOf } from "../src/plan/selection.ts";
import { deadheat } from "./command.ts";
import { nothing } from "./fixtures.ts";

const request = {
  profile: "standard",
  targets: null,
  scenarios: null,
  budgetSeconds: null,
  blocks: null,
  warmupAnswers: null,
  windowSeconds: null,
  seed: null,
};

test("more machines are ready sooner, cost more together, and measure more of the same", () => {
  const { machines } = costOf(selectionOf(request), [1, 10, 100]);
  const rising = (of: (on: Cost["machines"][number]) => number) =>
    machines.every((on, i) => i === 0 || of(on) > of(machines[i - 1] ?? on));
  assert.ok(rising((on) => -on.seconds));
  assert.ok(rising((on) => on.machineSeconds));
  assert.ok(rising((on) => on.sharedShare));
  assert.ok(rising((on) => on.bytes));
  const [one, ten] = machines;
  assert.ok(one && ten);
  assert.deepEqual([one.sharedShare, one.seconds], [0, one.machineSeconds]);
  assert.ok(ten.seconds > one.seconds / 10 && ten.seconds < one.seconds / 5);
  assert.ok(ten.edited && ten.edited.seconds < ten.seconds);
});

test("with a budget each machine has that long", () => {
  const within = selectionOf({ ...request, budgetSeconds: 3600 }, 10);
  const [on] = costOf(within, [10]).machines;
  assert.ok(on && Math.abs(on.seconds - 3600) < 1 && on.machineSeconds <= 10 * 3600 + 1);
  const every = { ...nothing, measure: ["duets", "sweep"], connections: [50] };
  const [more] = costOf(
    selectionOf({ ...request, budgetSeconds: 7200, modes: every }, 4),
    [4],
  ).machines;
  // Duets and sweeps of a machine are dealt together: its sweeps may be a little more than its share.
  assert.ok(more && Math.abs(more.seconds / 7200 - 1) < 0.05, `${more?.seconds}`);
});

test("plan prints the table, and --json the same", async () => {
  const { code, stdout, stderr } = await deadheat("plan", "--shards", "1,100", "--json");
  assert.equal(code, 0, stderr);
  const cost = JSON.parse(stdout) as Cost;
  assert.deepEqual(
    cost.machines.map(({ machines }) => machines),
    [1, 100],
  );
  const table = await deadheat("plan");
  assert.match(table.stdout, /^quick: 15 targets x 1 scenarios, 15 cells/);
  assert.equal(table.stdout.trimEnd().split("\n").length, 5);
  assert.equal((await deadheat("plan", "--shards", "0")).code, 2);
});
