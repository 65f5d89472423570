import assert from "node:assert/strict";
import { test } from "node:test";
import { planOf, renderRows, rowOf } from "../perf/scale.ts";
import { drawMachines, simulateFleet, simulateShards } from "../perf/simulate.ts";
import { selectionOf } from "../src/plan/selection.ts";

const full = planOf(selectionOf({ profile: "full" }));

test("with 30 machines, slow and dying ones among them, a queue loses less than 20 % of the time", () => {
  const { queue, shards } = rowOf(full, 30);
  assert.ok(queue.overhead < 0.2, `${queue.overhead}`);
  assert.ok(shards.overhead > 2 * queue.overhead, `${shards.overhead}`);
});

test("more machines are ready sooner, and repeat more of the work", () => {
  const [one, ten, hundred] = [1, 10, 100].map((machines) => rowOf(full, machines, 5).queue);
  assert.ok(one!.seconds > 5 * ten!.seconds && ten!.seconds > 2 * hundred!.seconds);
  assert.ok(one!.repeated < 1e-9);
  assert.ok(ten!.repeated < hundred!.repeated);
});

test("a machine that dies costs its task with a queue, and its shard without one", () => {
  const [steady, dying] = [Infinity, 400].map((dies) => [
    ...Array.from({ length: 4 }, () => ({ factor: 1, dies: Infinity })),
    { factor: 1, dies },
  ]);
  const lost = (of: typeof simulateFleet) => of(full, dying!).seconds - of(full, steady!).seconds;
  const each = full.seconds / 5;
  assert.ok(lost(simulateFleet) < 0.4 * each && lost(simulateShards) > 0.9 * each);
});

test("the table has a row for each number of machines", () => {
  const rows = [1, 3].map((machines) => rowOf(full, machines, 2));
  const table = renderRows(full, "full", rows);
  assert.match(table, /^full: 47 targets, 188 cells, 2304 rounds/);
  assert.equal(table.trimEnd().split("\n").length, 5);
  assert.equal(drawMachines(7, 100, 1).length, 7);
});
