import assert from "node:assert/strict";
import { test } from "node:test";
import { costOf, renderCosts, type MachinesCost } from "../perf/scale.ts";
import { selectionOf } from "../src/plan/selection.ts";
import { nothing } from "./fixtures.ts";

const request = { profile: "standard" };

test("more machines are ready sooner, cost more together, and share more of the work", () => {
  const selection = selectionOf(request);
  const machines = [1, 10, 100].map((count) => costOf(selection, count));
  const rising = (of: (on: MachinesCost) => number) =>
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

test("a budget applies to each machine", () => {
  const on = costOf(selectionOf({ ...request, budgetSeconds: 3600 }, 10), 10);
  assert.ok(Math.abs(on.seconds - 3600) < 1 && on.machineSeconds <= 10 * 3600 + 1);
  const modes = { ...nothing, measure: ["duets", "sweep"], connections: [50] };
  const more = costOf(selectionOf({ ...request, budgetSeconds: 7200, modes }, 4), 4);
  // Duets and sweeps of a machine are dealt together, so its sweeps may be slightly more than its share.
  assert.ok(Math.abs(more.seconds / 7200 - 1) < 0.05, `${more.seconds}`);
});

test("the table has a row for each number of machines", () => {
  const selection = selectionOf({ ...request, profile: "quick" });
  const table = renderCosts(
    selection,
    [1, 10, 100].map((count) => costOf(selection, count)),
  );
  assert.match(table, /^quick: 15 targets x 1 scenarios, 15 cells/);
  assert.equal(table.trimEnd().split("\n").length, 5);
});
