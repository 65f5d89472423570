import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "../src/errors.ts";
import { discoverTargets } from "../src/manifest.ts";
import { buildPlan, countDuets, orderBlocks, withFloors } from "../src/plan.ts";
import { blockSeconds, defaultLoad, fitBlocks, profiles, type Profile } from "../src/settings.ts";
import { runtimeVersions } from "../src/tools.ts";
import { settings, target } from "./fixtures.ts";

const all = [
  target("express/node"),
  target("fetch/bun"),
  target("fetch/deno"),
  target("hono/bun", { scenarios: ["text"] }),
  target("node-http/node"),
];
const { load } = settings;
const blocks = { cell: 5, bridge: 7, aa: 6 };

test("the floors that a comparison needs come along", () => {
  const names = (chosen: string[]) =>
    withFloors(
      all.filter((t) => chosen.includes(t.name)),
      all,
    ).map((t) => t.name);
  assert.deepEqual(names(["hono/bun"]), ["fetch/bun", "hono/bun", "node-http/node"]);
  assert.deepEqual(names(["express/node"]), ["express/node", "node-http/node"]);
});

test("every target meets its floor, every floor node:http", () => {
  const plan = buildPlan(all, ["text", "json"], blocks, load, 1);
  const text = plan.duets.filter((duet) => duet.scenario === "text");
  assert.deepEqual(
    text.map(({ role, target: t, reference, blocks: n }) => [role, t, reference, n]),
    [
      ["cell", "express/node", "node-http/node", 5],
      ["bridge", "fetch/bun", "node-http/node", 7],
      ["bridge", "fetch/deno", "node-http/node", 7],
      ["cell", "hono/bun", "fetch/bun", 5],
      ["aa", "node-http/node", "node-http/node", 6],
    ],
  );
  assert.deepEqual(
    plan.unsupported.map((cell) => [cell.target, cell.scenario]),
    [["hono/bun", "json"]],
  );
});

test("the order is drawn from the seed alone", () => {
  const { duets } = buildPlan(all, ["text", "json"], blocks, load, 1);
  assert.deepEqual(orderBlocks(duets, 1), orderBlocks(duets, 1));
  assert.notDeepEqual(orderBlocks(duets, 1), orderBlocks(duets, 2));
});

test("a block's draws do not depend on what else is planned", () => {
  const { duets } = buildPlan(all, ["text"], blocks, load, 1);
  const alone = orderBlocks(duets.slice(0, 1), 9);
  const among = orderBlocks(duets, 9).filter((block) => block.duet === duets[0]);
  assert.deepEqual(alone, among);
});

test("blocks come in rounds, each duet at most once in a round", () => {
  const { duets } = buildPlan(all, ["text"], blocks, load, 1);
  const order = orderBlocks(duets, 3);
  assert.equal(order.length, 5 + 7 + 7 + 5 + 6);
  assert.deepEqual(
    order.map((block) => block.n),
    order.map((block) => block.n).toSorted((a, b) => a - b),
  );
  const keys = order.map((block) => `${block.duet.target} ${block.n}`);
  assert.equal(new Set(keys).size, keys.length);
});

test("a fair share of the blocks spawns and loads the reference first", () => {
  const many = { cell: 400, bridge: 1, aa: 1 };
  const { duets } = buildPlan([target("express/node")], ["text"], many, load, 1);
  const order = orderBlocks(duets, 5);
  for (const which of ["spawnReferenceFirst", "loadReferenceFirst"] as const) {
    const share = order.filter((block) => block[which]).length / order.length;
    // 400 coins: 0.5 +- 4 standard errors.
    assert.ok(Math.abs(share - 0.5) < 0.1, `${which}: ${share}`);
  }
});

test("a budget is used up, and never exceeded", () => {
  const duets = countDuets(all, ["text"]);
  assert.deepEqual(duets, { cells: 2, bridges: 2, aa: 1 });
  for (const minutes of [3, 5, 10, 60]) {
    const fitted = fitBlocks(blocks, duets, load, minutes * 60);
    const seconds = blockSeconds(load) * (fitted.cell * 2 + fitted.bridge * 2 + fitted.aa);
    assert.ok(seconds <= minutes * 60);
    assert.ok(seconds > minutes * 60 - 8 * blockSeconds(load), `${minutes}: ${seconds}`);
  }
  assert.throws(
    () => fitBlocks(blocks, duets, load, 30),
    (error) => error instanceof UsageError && /--budget 3m/.test(error.message),
  );
});

test("the quick profile fits its promise", () => {
  const quick = profiles.quick;
  assert.ok(quick);
  const { cell, bridge, aa } = quick.blocks;
  assert.ok(cell >= 5);
  assert.ok(bridge > cell);
  // 12 targets, two bridges, one A/A row: within 12 minutes with a minute to spare.
  assert.ok(blockSeconds(defaultLoad(1)) * (12 * cell + 2 * bridge + aa) < 11 * 60);
});

test("a store that Node does not have needs no bridge: its floor is alone with itself", () => {
  const scenarios = ["bun-redis"];
  const targets = ["fetch/bun", "fetch/deno", "hono/bun", "node-http/node"].map((name) =>
    target(name, { scenarios }),
  );
  const plan = buildPlan(targets, scenarios, blocks, load, 1);
  assert.deepEqual(
    plan.duets.map(({ role, target: t, reference }) => [role, t, reference]),
    [
      ["aa", "fetch/bun", "fetch/bun"],
      ["cell", "hono/bun", "fetch/bun"],
    ],
  );
  assert.deepEqual(
    plan.unsupported.map((cell) => [cell.target, cell.reason]),
    [
      ["fetch/deno", "bun-redis does not run here: it is built into Bun"],
      ["node-http/node", "bun-redis does not run here: it is built into Bun"],
    ],
  );
  assert.deepEqual(countDuets(targets, scenarios), { cells: 1, bridges: 0, aa: 1 });
});

test("a service or a client that is missing makes its scenarios unsupported, with the reason", () => {
  const scenarios = ["text", "ioredis", "sqlite3"];
  const services = {
    running: {},
    missing: { redis: "no Redis: install one" },
    clients: {
      ioredis: { version: "6.0.0", reason: null },
      sqlite3: { version: null, reason: "not built" },
    },
  };
  const targets = [target("node-http/node", { scenarios })];
  const plan = buildPlan(targets, scenarios, blocks, load, 1, undefined, services);
  assert.deepEqual(
    plan.duets.map((duet) => duet.scenario),
    ["text"],
  );
  assert.deepEqual(
    plan.unsupported.map((cell) => [cell.scenario, cell.reason]),
    [
      ["ioredis", "no Redis: install one"],
      ["sqlite3", "not built"],
    ],
  );
});

test("three blocks of every target fit into 20 minutes", () => {
  const everything = discoverTargets(runtimeVersions());
  const counted = countDuets(everything, ["text"]);
  const fitted = fitBlocks((profiles.quick as Profile).blocks, counted, defaultLoad(1), 20 * 60);
  assert.ok(counted.cells >= 40);
  assert.ok(fitted.cell >= 3);
});

test("what cannot be measured is planned as a reason, and needs no floor", () => {
  const none = target("native/bun", { unsupported: "it is for Node", scenarios: [] });
  assert.deepEqual(
    withFloors([none], all).map((t) => t.name),
    ["node-http/node"],
  );
  const plan = buildPlan([none], ["text"], blocks, load, 1);
  assert.deepEqual(plan.duets, []);
  assert.deepEqual(plan.unsupported, [
    { target: "native/bun", scenario: "text", reason: "it is for Node" },
  ]);
});
