import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError, type CostSettings } from "@deadheat/journal";
import { matrixOf, presets } from "../../src/like/presets.ts";
import { type ModesRequest, defaultLatency, defaultSweep } from "@deadheat/runner";
import { buildPlan } from "../../src/plan/build.ts";
import { orderOpenLoops, orderSweeps, planCost } from "@deadheat/measure";
import { modesOf, settings, target } from "../fixtures.ts";

const all = [target("express/node"), target("fetch/bun"), target("node-http/node")];
const every = modesOf({ measure: ["latency", "sweep", "duets"] });
const { rounds: usual, load } = settings;
const plan = buildPlan(all, ["text"], usual, load, 1, every);

test("duets alone are measured unless others are asked for", () => {
  const alone = { measure: ["duets"], sweep: null, latency: null, cost: null };
  assert.deepEqual(modesOf({}), alone);
  const swept = modesOf({ connections: [10, 10, 20] });
  assert.deepEqual(swept.measure, ["duets", "sweep"]);
  assert.deepEqual(swept.sweep?.connections, [10, 20]);
  assert.deepEqual(every.measure, ["duets", "sweep", "latency"]);
  assert.equal(modesOf({ measure: ["latency"], rate: 500 }, "full").latency?.commonRate, 500);
});

const misuse: [string, Partial<ModesRequest>, RegExp][] = [
  [
    "an unknown measure",
    { measure: ["duet"] },
    /--measure duet is unknown. Choose from duets, sweep, latency, cost/,
  ],
  [
    "connections without a sweep",
    { measure: ["duets"], connections: [5] },
    /Add sweep to --measure/,
  ],
  ["a rate without open loops", { rate: 5 }, /Add latency to --measure/],
  ["steps of duets", { stepSeconds: 5 }, /--step needs sweep, latency or cost/],
  ["memory growth without duets", { measure: ["memory-growth"] }, /Add duets to --measure/],
  ["a single round", { measure: ["sweep"], rounds: 1 }, /at least 2/],
  ["no connection", { connections: [0] }, /whole numbers from 1/],
];
for (const [name, request, message] of misuse) {
  test(`${name} is refused`, () => {
    assert.throws(
      () => modesOf(request),
      (error) => error instanceof UsageError && message.test(error.message),
    );
  });
}

test("more connections than files may be open are refused, with what to do", async () => {
  const { openFileLimit } = await import("../../../packages/measure/src/machine/preflight.ts");
  const limit = openFileLimit();
  if (limit > 60_000) return;
  assert.throws(() => modesOf({ connections: [limit] }), /prlimit --pid/);
});

test("each round sweeps every cell once, beside its floor, each number of connections once", () => {
  const sweep = { ...defaultSweep("quick"), rounds: 3 };
  const order = orderSweeps(plan.sweeps, sweep, 7);
  assert.deepEqual(orderSweeps(plan.sweeps, sweep, 7), order);
  assert.notDeepEqual(orderSweeps(plan.sweeps, sweep, 8), order);
  // express and its floor, fetch/bun and node:http, node:http by itself: five processes a round.
  assert.equal(order.length, 3 * 5);
  for (const [i, { cell, round, connections }] of order.entries()) {
    assert.equal(round, 1 + Math.floor(i / 5));
    assert.deepEqual(
      connections.toSorted((a, b) => a - b),
      sweep.connections,
    );
    if (cell.reference === null) continue;
    const neighbours = [order[i - 1], order[i + 1]];
    assert.ok(neighbours.some((o) => o?.cell === cell && o.round === round));
  }
});

test("over many rounds each number of connections comes first, and the floor half of the time", () => {
  const order = orderSweeps(plan.sweeps, { ...defaultSweep("quick"), rounds: 400 }, 7);
  const own = order.filter(({ cell }) => cell.target === "express/node");
  const first = Map.groupBy(own, ({ connections }) => connections[0]);
  // 800 draws of one out of four: 200 +- 4 standard errors.
  for (const [count, some] of first) assert.ok(Math.abs(some.length - 200) < 50, `${count}`);
  const floorFirst = own.filter(({ server }, i) => i % 2 === 0 && server === "node-http/node");
  assert.ok(Math.abs(floorFirst.length - 200) < 40, `${floorFirst.length}`);
});

test("open loops have every rate once in each round", () => {
  const order = orderOpenLoops(plan.openLoops, { ...defaultLatency("quick"), rounds: 2 }, 7);
  assert.equal(order.length, 2 * 3);
  for (const { fractions } of order) {
    assert.deepEqual(new Set(fractions), new Set([0.2, 0.5, 0.8, null]));
  }
});

test("pairs at fixed rates are those of the duets, with the rates in an order that is drawn", () => {
  const modes = modesOf({ measure: ["cost"], stepSeconds: 9 }, "full");
  assert.deepEqual([modes.sweep, modes.latency, modes.cost?.stepSeconds], [null, null, 9]);
  const cost = modes.cost as CostSettings;
  assert.deepEqual(cost.rounds, { cell: 12, bridge: 18, aa: 12 });
  const { costs, duets, seconds } = buildPlan(all, ["text"], usual, load, 1, modes);
  assert.deepEqual(duets, []);
  assert.deepEqual(
    costs.map(({ role, new: name, base, rounds }) => [role, name, base, rounds]),
    [
      ["cell", "express/node", "node-http/node", 12],
      ["bridge", "fetch/bun", "node-http/node", 18],
      ["aa", "node-http/node", "node-http/node", 12],
    ],
  );
  const planned = costs.reduce((sum, pair) => sum + pair.rounds * pair.secondsEach, 0);
  assert.ok(Math.abs(seconds - planned) < 1e-6, `${seconds}, ${planned}`);
  const [pair] = costs;
  assert.ok(pair);
  assert.deepEqual(planCost(pair, 3, cost, 7), planCost(pair, 3, cost, 7));
  const rates = Array.from({ length: 300 }, (_, i) => planCost(pair, i + 1, cost, 7).rates);
  for (const own of rates) {
    const values = own.map(({ perSecond, fraction }) => perSecond ?? fraction);
    assert.deepEqual(new Set(values), new Set([200, 1000, 0.2]));
  }
  // 300 draws of one out of three: 100 +- 4 standard errors.
  const first = rates.filter(([rate]) => rate?.perSecond === 200).length;
  assert.ok(Math.abs(first - 100) < 34, `${first}`);
});

test("a preset takes what there is of its matrix", () => {
  const [h22p] = presets;
  assert.ok(h22p);
  assert.deepEqual(matrixOf(h22p, all), { targets: ["express/node"], scenarios: ["text"] });
  assert.throws(() => matrixOf(h22p, [target("fetch/bun")]), UsageError);
});
