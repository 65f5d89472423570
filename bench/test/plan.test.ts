import assert from "node:assert/strict";
import { test } from "node:test";
import { buildPlan, withFloors } from "../src/plan/build.ts";
import { orderBlocks } from "@deadheat/measure";
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

test("of every four blocks two spawn, two warm and two load the reference first", () => {
  const { duets } = buildPlan([target("express/node")], ["text"], { ...blocks, cell: 40 }, load, 1);
  const order = orderBlocks(duets, 5);
  const patterns = new Set<string>();
  for (let from = 0; from < order.length; from += 4) {
    const four = order.slice(from, from + 4);
    for (const which of [
      "spawnReferenceFirst",
      "warmReferenceFirst",
      "loadReferenceFirst",
    ] as const) {
      assert.equal(four.filter((block) => block[which]).length, 2, which);
    }
    patterns.add(four.map((block) => Number(block.spawnReferenceFirst)).join(""));
  }
  assert.ok(patterns.size > 1, "drawn anew for each four");
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
