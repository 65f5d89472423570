import assert from "node:assert/strict";
import { test } from "node:test";
import { fitToBudget, secondsFor, type RunSize } from "../src/budget.ts";
import { UsageError } from "../src/errors.ts";
import { presets } from "../src/like.ts";
import { discoverTargets } from "../src/manifest.ts";
import { modesFor } from "../src/modes.ts";
import { withFloors } from "../src/plan.ts";
import {
  blockSeconds,
  defaultLoad,
  profiles,
  VISIT_SECONDS,
  type Profile,
} from "../src/settings.ts";
import { duetsOnly, latencyProcessSeconds, sweepProcessSeconds } from "../src/solo.ts";
import { runtimeVersions } from "../src/tools.ts";
import { nothing, settings, target } from "./fixtures.ts";

const all = ["express/node", "fetch/bun", "fetch/deno", "hono/bun", "node-http/node"].map((name) =>
  target(name),
);
const matrix = { targets: all, scenarios: ["text"] };
const quick = profiles.quick as Profile;
const load = defaultLoad(1, quick.windowSeconds);
const duets: RunSize = { blocks: { cell: 5, bridge: 7, aa: 6 }, modes: duetsOnly };
const ordinary = blockSeconds(load);
const three = {
  targets: ["express/node", "fetch/bun", "node-http/node"].map((name) => target(name)),
  scenarios: ["text"],
};
const every = modesFor({ ...nothing, measure: ["latency", "sweep", "duets"] }, "quick");
const real = discoverTargets(runtimeVersions());

test("a budget is used up, and never exceeded", () => {
  for (const minutes of [3, 5, 10, 60]) {
    const fitted = fitToBudget(duets, matrix, settings.load, minutes * 60);
    const { cell, bridge, aa } = fitted.blocks;
    const visits = 5 * cell * VISIT_SECONDS;
    const seconds = blockSeconds(settings.load) * (cell * 2 + bridge * 2 + aa) + visits;
    assert.ok(seconds <= minutes * 60);
    assert.ok(seconds > minutes * 60 - 9 * blockSeconds(settings.load), `${minutes}: ${seconds}`);
  }
  assert.throws(
    () => fitToBudget(duets, matrix, settings.load, 30),
    (error) => error instanceof UsageError && /--budget 3m/.test(error.message),
  );
});

test("a plan's time is that of its processes, whatever is measured", () => {
  const { sweep, latency } = every;
  assert.ok(sweep && latency);
  const { cell, bridge, aa } = quick.blocks;
  // Of three cells the floor node-http/node is swept alone, each other one in turn with its floor.
  const expected =
    (cell + bridge + aa) * blockSeconds(load) +
    3 * cell * VISIT_SECONDS +
    5 * sweep.rounds * sweepProcessSeconds(sweep) +
    3 * latency.rounds * latencyProcessSeconds(latency);
  const planned = secondsFor(three, { blocks: quick.blocks, modes: every }, load);
  assert.ok(Math.abs(planned - expected) < 1e-6);
});

test("a budget lets all measures grow together, and is never exceeded", () => {
  const size = { blocks: quick.blocks, modes: every };
  let last = 0;
  for (const minutes of [10, 20, 60]) {
    const fitted = fitToBudget(size, three, load, minutes * 60);
    assert.ok(secondsFor(three, fitted, load) <= minutes * 60);
    assert.ok(secondsFor(three, fitted, load) > 0.6 * minutes * 60, `${minutes}`);
    const { sweep, latency } = fitted.modes;
    assert.ok(sweep && latency && fitted.blocks.cell > last);
    last = fitted.blocks.cell;
    const share =
      sweep.rounds / fitted.blocks.cell / ((every.sweep?.rounds ?? 0) / quick.blocks.cell);
    assert.ok(share > 0.7 && share < 1.5, `${share}`);
  }
  assert.throws(
    () => fitToBudget(size, three, load, 60),
    (error) => error instanceof UsageError && /--budget \d+m/.test(error.message),
  );
});

test("a store that warms slowly takes its time from the budget", () => {
  const scenarios = ["pg"];
  const two = {
    targets: ["hono/node", "node-http/node"].map((n) => target(n, { scenarios })),
    scenarios,
  };
  const own = secondsFor(two, duets, load);
  const alike = secondsFor(two, duets, { ...load, ownWarmup: false });
  // 5 blocks of hono and 6 of the floor with itself, each 6 s longer, in more loads.
  const longer = blockSeconds({ ...load, warmupSeconds: 10 }) - ordinary;
  assert.ok(longer > 6);
  assert.ok(Math.abs(own - alike - (5 + 6) * longer) < 1e-6);
});

test("the quick profile fits its promise of 12 minutes", () => {
  const chosen = real.filter(
    ({ name }) =>
      ["hono", "elysia", "express"].some((framework) => name.startsWith(`${framework}/`)) ||
      ["fastify/node", "koa/node", "h3/node"].includes(name),
  );
  const targets = withFloors(chosen, real);
  assert.equal(targets.length, 15);
  const { blocks, precision } = quick;
  assert.ok(blocks.cell >= 5 && blocks.bridge > blocks.cell);
  const planned = secondsFor({ targets, scenarios: ["text"] }, { blocks, modes: duetsOnly }, load);
  // The second stage ends by the clock; it is to have time for more than a few blocks.
  const within = precision?.withinSeconds ?? Infinity;
  assert.ok(within < 12 * 60);
  assert.ok(planned + 10 * ordinary < within, `${planned}`);
});

test("three blocks of every target fit into 20 minutes", () => {
  assert.ok(real.filter(({ unsupported }) => unsupported === null).length >= 43);
  const fitted = fitToBudget(
    { blocks: quick.blocks, modes: duetsOnly },
    { targets: real, scenarios: ["text"] },
    load,
    20 * 60,
  );
  assert.ok(fitted.blocks.cell >= 3);
});

test("the presets fit into the time that they promise", () => {
  const most: Record<string, number> = { h22p: 10, "http-benchmark": 10, pausan: 30 };
  for (const { name, servers, handlers, measure, connections, quickSeconds } of presets) {
    const scenarios = handlers.map((h) => h.ours);
    const targets = servers.map(({ ours }) => target(ours, { scenarios }));
    const floor = target("node-http/node", { scenarios });
    const cells = targets.some((t) => t.name === floor.name) ? targets : [...targets, floor];
    const modes = modesFor({ ...nothing, measure, connections }, "quick");
    const preset = { targets: cells, scenarios };
    const fitted = fitToBudget({ blocks: quick.blocks, modes }, preset, load, quickSeconds);
    assert.ok(secondsFor(preset, fitted, load) < 60 * ((most[name] ?? 0) - 1), name);
  }
});
