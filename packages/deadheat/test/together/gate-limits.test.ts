import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { ExactMetrics, Limits } from "@deadheat/judge";
import { wantedFor } from "../../src/plan/wanted.ts";
import { limitsFrom } from "../../src/config/quantity.ts";
import { readConfig } from "../../src/config/read.ts";
import { requireGated } from "../../src/measure/gated-metrics.ts";
import { repeatingCommand } from "../../src/plan/repeat.ts";
import { inFull, type GateOptions } from "../../src/plan/options.ts";
import { limitsOfBase, ownLimits } from "../../src/plan/limits.ts";
import { requestsOf } from "../../src/plan/requests.ts";
import { scratchOf, write } from "../../../versions/test/revisions-repository.ts";

const written = {
  app: "./server.mjs",
  requests: ["GET /", { request: "GET /slow", gate: "1%" }, { request: "POST /echo", body: "a" }],
  gate: "1%",
  budget: "60s",
};

async function limits(t: TestContext, other: object, base: object = written) {
  const [cwd, folder] = [join(scratchOf(t), "new"), join(scratchOf(t), "base")];
  write(cwd, { "deadheat.config.json": JSON.stringify(other) });
  write(folder, { "deadheat.config.json": JSON.stringify(base) });
  const config = await readConfig(cwd, null);
  const options = inFull("gate", { base: "main", cwd });
  const requestsUnder = (one: typeof config) => requestsOf(options, one, cwd) ?? [];
  const own = ownLimits(requestsUnder(config), options, config);
  return limitsOfBase(folder, own, requestsUnder, options);
}

test("a change decides neither requests nor budget nor allowDifferent of its own gate", async (t) => {
  const { requests, config, told } = await limits(t, {
    ...written,
    requests: [
      { name: "home", request: "GET /", gate: "90%" },
      { request: "POST /echo", body: "b" },
      "GET /cheap",
    ],
    budget: "1s",
    allowDifferent: true,
    margin: "50%",
    runtimes: ["bun"],
  });
  assert.deepEqual(
    requests.map(({ name, gate, request }) => [name, gate, request.body]),
    [
      ["GET /", null, null],
      ["GET /slow", { cpu: 0.01 }, null],
      ["POST /echo", null, "a"],
    ],
  );
  assert.deepEqual(
    [config?.budgetSeconds, config?.allowDifferent, config?.margin],
    [60, false, null],
  );
  assert.equal(told.gate, 0.01);
  assert.deepEqual(told.changes, [{ request: "GET /", base: null, new: 0.9 }]);
  assert.deepEqual(told.settings, ["budget", "margin", "allowDifferent", "requests", "runtimes"]);
});

test("a target that a change drops is listed, and a configuration that it deletes", async (t) => {
  const base = { ...written, targets: ["api=./server.mjs"], app: undefined };
  const { told, requests } = await limits(t, {}, base);
  assert.equal(requests.length, 3);
  assert.deepEqual(told.settings, ["budget", "requests", "targets"]);
});

test("a setup stays out of the command that a document shows", () => {
  const setup = "NPM_TOKEN=secret npm ci";
  const command = repeatingCommand("gate", ["main"], [], { cwd: "/", setup });
  assert.doesNotMatch(command, /secret|setup/);
});

test("a text has a limit for each metric, a percentage alone is that of cpu, and the smaller one of two counts", () => {
  assert.deepEqual(limitsFrom("5%"), { cpu: 0.05 });
  assert.deepEqual(limitsFrom("cpu:5%, memory-peak:10 %,start:20%,p99:20%"), {
    cpu: 0.05,
    "memory-peak": 0.1,
    start: 0.2,
    "latency-p99": 0.2,
  });
  assert.deepEqual(limitsFrom("start:20%,startup:10%"), { start: 0.1 });
  const bytes = (text: string) => limitsFrom(`memory-growth:${text}`)?.["memory-growth"];
  assert.deepEqual(["100B", "0.5 kB", "2MB", "1B"].map(bytes), [100, 500, 2e6, 1]);
  assert.deepEqual(limitsFrom("cpu:5%,memory-growth:100B,memory-growth:1kB"), {
    cpu: 0.05,
    "memory-growth": 100,
  });
  for (const wrong of ["0B", "0.0 kB", "5%", "100", "100b", "1GB", "-1B", "1e3B"]) {
    assert.equal(bytes(wrong), undefined, wrong);
  }
  for (const wrong of [
    "",
    "5",
    "100B",
    "cpu:100B",
    "0%",
    "speed:5%",
    "cpu:5%,",
    "cpu:5%,20%",
    "cpu:5%;start:2%",
  ]) {
    assert.equal(limitsFrom(wrong), null, wrong);
  }
});

test("the base's limits of every metric count, and the changes name the metric", async (t) => {
  const base = { ...written, gate: "cpu:5%,memory-peak:10%" };
  const found = await limits(t, { ...written, gate: "cpu:5%,memory-peak:50%,start:20%" }, base);
  assert.deepEqual(found.limits, { cpu: 0.05, "memory-peak": 0.1 });
  assert.deepEqual(found.told.metrics, [{ metric: "memory-peak", limit: 0.1 }]);
  assert.deepEqual(found.told.changes, [
    { request: null, metric: "memory-peak", base: 0.1, new: 0.5 },
    { request: null, metric: "start", base: null, new: 0.2 },
  ]);
  const only = await limits(t, written, { ...written, gate: "start:20%" });
  assert.deepEqual([only.told.gate, only.limits], [null, { start: 0.2 }]);
});

test("the command that repeats a gate has all its limits", () => {
  const command = (gate: GateOptions["gate"]) =>
    repeatingCommand("gate", ["main"], [], { cwd: "/", gate });
  assert.match(command(0.05), /gate main --gate 5%$/);
  assert.match(command({ start: 0.2 }), / --gate start:20%$/);
  assert.match(command({ "memory-growth": 1500 }), / --gate memory-growth:1500B$/);
  assert.match(command({ cpu: 0.05, "memory-peak": 0.1 }), / --gate cpu:5%,memory-peak:10%$/);
});

test("what a gate or the primary metric needs is measured without being asked for", () => {
  const nothing = { further: { loads: [] }, counters: {}, size: false };
  assert.deepEqual(wantedFor([], { cpu: 0.05, "memory-peak": 0.1 }, "cpu"), nothing);
  const both = { further: { loads: ["latency"] }, counters: {}, size: true };
  assert.deepEqual(wantedFor(["size"], { "latency-p99": 0.2 }, "cpu"), both);
  assert.deepEqual(wantedFor([], {}, "cost-200").further.loads, ["cost"]);
  assert.equal(wantedFor([], { packages: 0.1 }, "cpu").size, true);
  assert.deepEqual(wantedFor([], { "memory-growth": 100 }, "cpu").further.loads, ["memory-growth"]);
});

test("a comparison is repeated by compare, a gate by gate", () => {
  const command = (name: "compare" | "gate") => repeatingCommand(name, ["main"], [], { cwd: "/" });
  assert.match(command("compare"), /^npx deadheat@\S+ compare main$/);
  assert.match(command("gate"), /^npx deadheat@\S+ gate main$/);
});

test("a gate is refused if its metric was not measured, or if only one server has something", () => {
  const check = (given: Limits, exact: ExactMetrics = {}) =>
    requireGated({ kind: "gate", limits: given, budgetSeconds: 60 }, new Map([["cpu", []]]), exact);
  check({ cpu: 0.05, packages: 0.1 }, { packages: { base: 3, new: 9 } });
  check({ packages: 0.1 }, { packages: { base: 0, new: 0 } });
  assert.throws(
    () => check({ "memory-growth": 100 }),
    /Cannot gate memory-growth: it was not measured/,
  );
  const gate = { kind: "gate", limits: { "memory-growth": 100 }, budgetSeconds: 60 } as const;
  requireGated(gate, new Map(), {}, null);
  assert.throws(
    () => requireGated(gate, new Map(), {}, "no process can be asked"),
    /Cannot gate memory-growth: no process can be asked\. Remove/,
  );
  assert.throws(() => check({ "memory-peak": 0.1 }), /Cannot gate memory-peak/);
  assert.throws(
    () => check({ packages: 0.1 }, { packages: { base: 0, new: 3 } }),
    /Cannot gate packages: the base has 0 and the new server 3/,
  );
});
