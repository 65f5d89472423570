import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunSize } from "@deadheat/runner";
import { secondsFor } from "../../src/plan/selection.ts";
import { UsageError, duetsOnly, runtimeFacts } from "@deadheat/journal";
import { presets } from "../../src/like/presets.ts";
import { discoverTargets } from "../../src/targets/discover.ts";
import {
  warmSeconds,
  roundSeconds,
  latencyProcessSeconds,
  sweepProcessSeconds,
  defaultLoad,
} from "@deadheat/measure";
import { withFloors } from "../../src/plan/build.ts";
import { profiles, type Profile } from "../../src/plan/profiles.ts";
import { runtimeVersions } from "../../src/targets/tools.ts";
import { fitToBudget, modesOf, target } from "../fixtures.ts";

/** Returns a matrix of these targets. */
const matrixOf = (...names: string[]) => ({
  targets: names.map((name) => target(name)),
  scenarios: ["text"],
});
const matrix = matrixOf("express/node", "fetch/bun", "fetch/deno", "hono/bun", "node-http/node");
const quick = profiles.quick as Profile;
const load = defaultLoad(1, quick.windowSeconds);
const duets: RunSize = {
  rounds: { cell: 5, bridge: 7, aa: 6 },
  modes: duetsOnly,
  withinSeconds: null,
};
const three = matrixOf("express/node", "fetch/bun", "node-http/node");
const every = modesOf({ measure: ["latency", "sweep", "duets"] });
const { node: onNode, bun: onBun } = load.warmup.responses;
/** The targets that a run has without further words: those of optional runtimes must be named. */
const real = discoverTargets(runtimeVersions()).filter(
  ({ runtime }) => !runtimeFacts[runtime].isOptional,
);

test("duets have the whole of a budget, and more rounds than an ordinary machine would fit into it", () => {
  for (const minutes of [4, 10, 60]) {
    const fitted = fitToBudget(duets, matrix, load, minutes * 60);
    assert.ok(Math.abs((fitted.withinSeconds ?? 0) - minutes * 60) < 2);
    assert.ok(secondsFor(matrix, fitted, load) > 2 * minutes * 60);
  }
  assert.throws(
    () => fitToBudget(duets, matrix, load, 30),
    (error) => error instanceof UsageError && /--budget \d+m/.test(error.message),
  );
});

test("a plan's time is that of its processes, whatever is measured", () => {
  const { sweep, latency } = every;
  assert.ok(sweep && latency);
  const { cell, bridge, aa } = quick.rounds;
  // With three cells the floor node-http/node is swept alone, and each other cell in turn with its floor.
  const expected =
    (cell + aa) * roundSeconds(load, ["node"]) +
    bridge * roundSeconds(load, ["node", "bun"]) +
    3 * sweep.rounds * (sweepProcessSeconds(sweep) + warmSeconds(onNode)) +
    2 * sweep.rounds * (sweepProcessSeconds(sweep) + warmSeconds(onBun)) +
    2 * latency.rounds * (latencyProcessSeconds(latency) + warmSeconds(onNode)) +
    latency.rounds * (latencyProcessSeconds(latency) + warmSeconds(onBun));
  const planned = secondsFor(three, { rounds: quick.rounds, modes: every }, load);
  assert.ok(Math.abs(planned - expected) < 1e-6);
});

test("a budget lets all measures grow together, and leaves the duets what the others do not take", () => {
  const size = { rounds: quick.rounds, modes: every, withinSeconds: null };
  let last = 0;
  for (const minutes of [10, 20, 60]) {
    const { modes, withinSeconds } = fitToBudget(size, three, load, minutes * 60);
    const { sweep, latency } = modes;
    assert.ok(sweep && latency && sweep.rounds > last);
    last = sweep.rounds;
    const alone = { rounds: quick.rounds, modes: { ...modes, measure: [] } };
    const rest = minutes * 60 - secondsFor(three, alone, load);
    assert.equal(withinSeconds, rest);
    assert.ok(rest > 0.2 * minutes * 60 && rest < 0.8 * minutes * 60, `${rest}`);
  }
  assert.throws(
    () => fitToBudget(size, three, load, 60),
    (error) => error instanceof UsageError && /--budget \d+m/.test(error.message),
  );
});

test("the quick profile fits its promise of 12 minutes", () => {
  const chosen = real.filter(
    ({ name }) =>
      ["hono", "elysia", "express"].some((framework) => name.startsWith(`${framework}/`)) ||
      ["fastify/node", "koa/node", "h3/node"].includes(name),
  );
  const targets = withFloors(chosen, real);
  assert.equal(targets.length, 15);
  const { rounds, withinSeconds } = quick;
  assert.ok(rounds.cell >= 4 && rounds.bridge > rounds.cell);
  const planned = secondsFor({ targets, scenarios: ["text"] }, { rounds, modes: duetsOnly }, load);
  // All ends by the clock; on an ordinary machine the second stage has time for more than a few rounds.
  assert.ok(withinSeconds !== null && withinSeconds < 12 * 60);
  assert.ok(planned + 60 < withinSeconds, `${planned}`);
});

test("three rounds of every target fit into 20 minutes", () => {
  assert.ok(real.filter(({ unsupported }) => unsupported === null).length >= 43);
  const size = { rounds: quick.rounds, modes: duetsOnly, withinSeconds: null };
  const fitted = fitToBudget(size, { targets: real, scenarios: ["text"] }, load, 20 * 60);
  assert.ok(fitted.rounds.cell >= 3);
});

test("the presets fit into the time that they promise", () => {
  const most: Record<string, number> = { h22p: 10, "http-benchmark": 10, pausan: 30 };
  for (const { name, servers, handlers, measure, connections, quickSeconds } of presets) {
    const scenarios = [...handlers];
    const targets = servers.map(({ ours }) => target(ours, { scenarios }));
    const floor = target("node-http/node", { scenarios });
    const cells = targets.some((t) => t.name === floor.name) ? targets : [...targets, floor];
    const modes = modesOf({ measure, connections });
    const preset = { targets: cells, scenarios };
    const size = { rounds: quick.rounds, modes, withinSeconds: null };
    const fitted = fitToBudget(size, preset, load, quickSeconds);
    const alone = { ...fitted.modes, measure: [] };
    const rest = secondsFor(preset, { rounds: fitted.rounds, modes: alone }, load);
    assert.ok(rest + (fitted.withinSeconds ?? Infinity) < 60 * ((most[name] ?? 0) - 1), name);
  }
});
