import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { runtimes, UsageError, type OfCell } from "@deadheat/journal";
import { defaultLoad } from "@deadheat/measure";
import { secondsFor } from "../../src/plan/selection.ts";
import { buildPlan, type TargetPlan } from "../../src/plan/build.ts";
import {
  cellName,
  deal,
  dealtSeconds,
  longestShard,
  parseShard,
  partOf,
  planOfShard,
  settingsFor,
} from "@deadheat/runner";
import { fitToBudget, modesOf, settings, target } from "../fixtures.ts";

const load = defaultLoad(1, 1.5);
const floors = ["fetch/bun", "fetch/deno", "node-http/node"];
const scenarios = ["text", "json", "params", "echo"];
const every = modesOf({ measure: ["duets", "sweep", "latency", "cost"] });

/** Some targets with some scenarios each, with rounds of any number. */
const plans: fc.Arbitrary<TargetPlan> = fc
  .record({
    chosen: fc.uniqueArray(
      fc.record({
        name: fc
          .tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(...runtimes))
          .map(([i, runtime]) => `app-${i}/${runtime}`),
        own: fc.subarray(scenarios, { minLength: 1 }),
      }),
      { minLength: 1, maxLength: 25, selector: ({ name }) => name },
    ),
    cell: fc.integer({ min: 3, max: 20 }),
    modes: fc.constantFrom(undefined, every),
  })
  .map(({ chosen, cell, modes }) => {
    const all = [
      ...chosen.map(({ name, own }) => target(name, { scenarios: own })),
      ...floors.map((name) => target(name)),
    ];
    return buildPlan(all, scenarios, { cell, bridge: cell + 2, aa: cell }, load, 1, modes);
  });
const totals = fc.integer({ min: 2, max: 12 });

const sorted = (cells: readonly OfCell[]) => cells.map(cellName).toSorted();

test("each cell is in one shard, or in all of them; none is lost", () => {
  fc.assert(
    fc.property(plans, totals, (plan, total) => {
      const { shared, own } = deal(plan, total);
      assert.equal(own.length, total);
      assert.deepEqual(sorted([...shared, ...own.flat()]), sorted(plan.cells));
      const parts = own.map((_, i) => planOfShard(plan, { shared, own }, { index: i + 1, total }));
      for (const what of ["cells", "duets", "sweeps", "openLoops", "costs"] as const) {
        const once = parts.flatMap((part, i) =>
          part[what].filter((cell) => i === 0 || !sorted(shared).includes(cellName(cell))),
        );
        assert.deepEqual(sorted(once), sorted(plan[what]), what);
      }
    }),
    { numRuns: 60 },
  );
});

test("no shard has more to do than another by more than one cell", () => {
  fc.assert(
    fc.property(plans, totals, (plan, total) => {
      const { own } = deal(plan, total);
      const loads = own.map(dealtSeconds);
      const longest = Math.max(0, ...own.flat().map(({ seconds }) => seconds));
      assert.ok(Math.max(...loads) - Math.min(...loads) <= longest + 1e-9);
      // Longest first is within 4/3 of the least that is possible (Graham).
      const least = Math.max(longest, loads.reduce((sum, one) => sum + one, 0) / total);
      const many = own.flat().length > 2 * total;
      if (many) assert.ok(Math.max(...loads) <= (4 / 3) * least + longest / 3);
    }),
    { numRuns: 60 },
  );
});

test("the same cells are dealt alike, in whatever order the plan has them", () => {
  fc.assert(
    fc.property(plans, totals, (plan, total) => {
      const [cells, sweeps] = [plan.cells.toReversed(), plan.sweeps.toReversed()];
      const turned = { ...plan, cells, sweeps };
      assert.deepEqual(deal(turned, total).own, deal(plan, total).own);
    }),
    { numRuns: 30 },
  );
});

const matrix = ["express/node", "hono/bun", "hono/deno", "koa/node", ...floors].map((name) =>
  target(name),
);
const rounds = { cell: 5, bridge: 6, aa: 5 };

test("all shards measure the A/A row and two anchors, of the first scenario", () => {
  const shared = (names: string[], of = ["text", "json"]) => {
    const some = matrix.filter(({ name }) => names.includes(name) || floors.includes(name));
    return sorted(deal(buildPlan(some, of, rounds, load, 1), 3).shared);
  };
  assert.deepEqual(shared(["express/node", "hono/bun", "koa/node"]), [
    "express/node text",
    "hono/bun text",
    "node-http/node text",
  ]);
  assert.deepEqual(shared(["hono/deno", "hono/bun", "koa/node"], ["json"]), [
    // On Bun a warm-up takes longer.
    "hono/bun json",
    "hono/deno json",
    "node-http/node json",
  ]);
  assert.deepEqual(shared(["koa/node"]), ["koa/node text", "node-http/node text"]);
  assert.deepEqual(shared([]), ["node-http/node text"]);
  assert.deepEqual(deal(buildPlan(matrix, ["text"], rounds, load, 1), 1).shared, []);
});

test("a target of which one shard has all has the settings, and so the key, of a run that is not split", () => {
  const asked = { ...settings, scenarios: ["text", "json"] };
  const plan = buildPlan(matrix, asked.scenarios, rounds, load, 1);
  const dealt = deal(plan, 2);
  const parts = [1, 2].map((index) => partOf(dealt, { index, total: 2 }));
  for (const { name } of matrix) {
    const own = parts.map((part) => settingsFor(asked, name, part));
    const dealtTo = dealt.own.map((cells) => cells.filter((cell) => cell.target === name).length);
    const anchored = dealt.shared.some((cell) => cell.target === name);
    for (const [i, one] of own.entries()) {
      if (anchored) assert.equal(one.shard, `${i + 1}/2`);
      else if (dealtTo[i] === 2) assert.deepEqual(one, asked);
      else assert.ok(one.scenarios.length < 2, name);
    }
  }
  assert.equal(settingsFor(asked, "hono/bun", null), asked);
});

test("a budget is each machine's: more machines measure more rounds in it", () => {
  const size = { rounds, modes: every, withinSeconds: null };
  const on = { targets: matrix, scenarios };
  const budget = 4 * 3600;
  const [alone, split] = [1, 4].map((shards) => fitToBudget(size, on, load, budget, shards));
  assert.ok(alone && split && split.rounds.cell > 1.5 * alone.rounds.cell);
  // Solo measurements keep their planned time, and the duets get the rest.
  const solo = { ...split.modes, measure: every.measure.filter((name) => name !== "duets") };
  const aloneSeconds = secondsFor(on, { rounds, modes: solo }, load, 4);
  assert.ok(Math.abs((split.withinSeconds ?? 0) + aloneSeconds - budget) < 1e-6);
});

test("--shard takes the shard, from 1, and the number of shards", () => {
  assert.deepEqual(parseShard("2/5"), { index: 2, total: 5 });
  for (const text of ["0/5", "6/5", "2", "2/0", "-1/2", "1/2/3", "a/b", ""]) {
    assert.throws(() => parseShard(text), UsageError, text);
  }
});

test("the longest shard is what a run takes", () => {
  const plan = buildPlan(matrix, scenarios, rounds, load, 1);
  for (const total of [2, 3, 5]) {
    const dealt = deal(plan, total);
    const each = dealt.own.map((_, i) => planOfShard(plan, dealt, { index: i + 1, total }).seconds);
    assert.ok(Math.abs(longestShard(dealt) - Math.max(...each)) < 1e-6);
    assert.ok(longestShard(dealt) < plan.seconds);
  }
});
