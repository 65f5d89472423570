import assert from "node:assert/strict";
import { test } from "node:test";
import { buildPlan, withFloors } from "../../src/plan/build.ts";
import { settings, target } from "../fixtures.ts";

const all = [
  target("express/node"),
  target("fetch/bun"),
  target("fetch/deno"),
  target("hono/bun", { scenarios: ["text"] }),
  target("node-http/node"),
];
const { load } = settings;
const rounds = { cell: 5, bridge: 7, aa: 6 };

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
  const plan = buildPlan(all, ["text", "json"], rounds, load, 1);
  const text = plan.duets.filter((duet) => duet.scenario === "text");
  assert.deepEqual(
    text.map(({ role, new: t, base, rounds: n }) => [role, t, base, n]),
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

test("a store that Node does not have needs no bridge: its floor is alone with itself", () => {
  const scenarios = ["bun-redis"];
  const targets = ["fetch/bun", "fetch/deno", "hono/bun", "node-http/node"].map((name) =>
    target(name, { scenarios }),
  );
  const plan = buildPlan(targets, scenarios, rounds, load, 1);
  assert.deepEqual(
    plan.duets.map(({ role, new: t, base }) => [role, t, base]),
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
  const plan = buildPlan(targets, scenarios, rounds, load, 1, undefined, services);
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
  const plan = buildPlan([none], ["text"], rounds, load, 1);
  assert.deepEqual(plan.duets, []);
  assert.deepEqual(plan.unsupported, [
    { target: "native/bun", scenario: "text", reason: "it is for Node" },
  ]);
});
