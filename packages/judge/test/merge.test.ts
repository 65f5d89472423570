import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate, interval, withPrior } from "@deadheat/stats";
import * as v from "valibot";
import { warmupOf, type JournalRecord, type Settings } from "@deadheat/journal";
import {
  efficiency as efficiencyOf,
  priorIn,
  resultSchema,
  type MissingCell,
  type Result,
} from "../src/index.ts";
import {
  machineUse,
  roundRecord,
  runRecord,
  servicesFor,
  settings,
  side,
} from "../../journal/test/records.ts";
import {
  aa,
  bridge,
  cellOf,
  duet,
  elysia,
  express,
  hono,
  ofRun,
  poolJournals,
  resultOf,
  write,
} from "./results.ts";

test("a ratio goes through the floor and the bridge, and their uncertainties add up", async (t) => {
  const result = await resultOf(t, [aa, bridge, hono, elysia, express]);
  const cell = cellOf(result, "hono/bun");
  const toFloor = cell.efficiency?.toFloor;
  assert.ok(toFloor);
  // exp(mean ln {0.90, 0.91, 0.89}); the t interval of its own rounds is [0.875, 0.925] by SciPy 1.11:
  // scipy.stats.t.interval(0.95, 2, mean, sem). The spread of all targets of the scenario has a part in it.
  assert.ok(Math.abs(toFloor.ratio - 0.899963) < 1e-6);
  const own = [0.9, 0.91, 0.89].map(Math.log);
  const known = interval(withPrior(estimate(own), own, priorIn(result, "text")));
  assert.ok(Math.abs(toFloor.lo - known.lo) < 1e-6 && Math.abs(toFloor.hi - known.hi) < 1e-6);
  assert.ok(known.lo > 0.86 && known.lo < 0.885, `${known.lo}`);
  const [found] = result.bridges;
  const toNodeHttp = cell.efficiency?.toNodeHttp;
  assert.ok(found && toNodeHttp);
  assert.ok(Math.abs(toNodeHttp.ratio - toFloor.ratio * found.ratio) < 1e-9);
  const width = (i: { lo: number; hi: number }) => Math.log(i.hi / i.lo);
  assert.ok(width(toNodeHttp) > width(toFloor));
  assert.equal(cellOf(result, "fetch/bun").efficiency?.toNodeHttp?.ratio, found.ratio);
});

test("the costs of a service's two exchanges add up by their shares", () => {
  // GETs of 10 us and orders of 20 us beside a floor of 5 and 10: half as much of both, so 0.5 whatever the share.
  const of = (get: number, order: number) => ({
    ...side(110_000, 110_000 * get + 0.01),
    ends: { good: 10_000, cpuSeconds: 10_000 * get + 0.01 },
    beside: {
      share: 0.05,
      good: 11_000,
      cpuSeconds: 11_000 * order + 0.01,
      ends: { good: 1000, cpuSeconds: 1000 * order + 0.01 },
    },
  });
  const [alike, unlike] = [of(10e-6, 20e-6), of(10e-6, 100e-6)];
  assert.ok(Math.abs(efficiencyOf(alike) / efficiencyOf(of(5e-6, 10e-6)) - 0.5) < 1e-9);
  assert.ok(Math.abs(efficiencyOf(unlike) - 1 / (0.95 * 10e-6 + 0.05 * 100e-6)) < 1e-3);
});

test("distant targets have different ranks, and near targets are a tie", async (t) => {
  const result = await resultOf(t, [aa, bridge, hono, elysia, express]);
  assert.deepEqual(
    result.cells.map(({ target, rank, tieGroup }) => [target, rank, tieGroup]),
    [
      ["fetch/bun", [1, 1], []],
      ["hono/bun", [2, 3], ["a"]],
      ["elysia/bun", [2, 3], ["a"]],
      ["node-http/node", [4, 4], []],
      ["express/node", [5, 5], []],
    ],
  );
  assert.deepEqual(result.differences, [
    {
      scenario: "text",
      pairs: 10,
      decided: 9,
      prior: result.differences[0]?.prior,
      ties: [["hono/bun", "elysia/bun"]],
      undecided: [],
    },
  ]);
});

test("a vague cell is neither a tie nor first, and is sorted below precise cells", async (t) => {
  const vague = duet("koa/bun", "fetch/bun", [0.6, 1.1, 1.3]);
  const result = await resultOf(t, [aa, bridge, hono, vague, express]);
  const [first] = result.cells;
  assert.equal(first?.target, "fetch/bun");
  const koa = cellOf(result, "koa/bun");
  assert.ok(koa.rank && koa.rank[0] === 1 && koa.rank[1] > 2, String(koa.rank));
  assert.deepEqual(koa.tieGroup, []);
  assert.ok(koa.smallestDetectable && koa.smallestDetectable > 1.5);
  const [{ ties, undecided }] = result.differences as [Result["differences"][number]];
  assert.ok(!ties.flat().includes("koa/bun"));
  const nearest = undecided.find(({ targets }) => targets.join() === "koa/bun,hono/bun");
  assert.ok(nearest?.rounds && nearest.rounds > 3);
});

test("a cold cell has its ratio and no rank, and a cold bridge ranks nothing behind it", async (t) => {
  const warmed = { responses: 80_000, seconds: 3 };
  const warmup = { responses: 80_000, new: { responses: 900, seconds: 60 }, base: warmed };
  const cold = duet("hono/bun", "fetch/bun", [0.9, 0.91, 0.89], { warmup });
  const result = await resultOf(t, [aa, bridge, cold, elysia]);
  const cell = cellOf(result, "hono/bun");
  assert.equal(cell.rank, null);
  assert.deepEqual(cell.tieGroup, []);
  assert.ok(cell.efficiency && cell.efficiency.toNodeHttp === null);
  const [warning] = cell.warnings;
  assert.ok(warning?.code === "cold");
  const { first, ...facts } = warning.facts;
  assert.deepEqual(facts, { rounds: 3, of: 3 });
  assert.deepEqual([first?.server, first?.served, first?.requests], ["hono/bun", 900, 80_000]);
  assert.ok(cellOf(result, "elysia/bun").rank);
  const coldBridge = duet("fetch/bun", "node-http/node", [2.5, 2.4, 2.6], {
    role: "bridge",
    warmup,
  });
  const behind = await resultOf(t, [aa, coldBridge, elysia]);
  assert.equal(cellOf(behind, "elysia/bun").rank, null);
  assert.match(cellOf(behind, "elysia/bun").reason ?? "", /bridge of bun .* is cold/);
});

test("every result matches its schema", async (t) => {
  const missing: MissingCell = {
    target: "koa/node",
    framework: "koa",
    runtime: "node",
    version: "not installed",
    scenario: "text",
    status: "failed",
    reason: "the package koa is not installed",
  };
  const result = await resultOf(t, [aa, bridge, hono, express], { missing: [missing] });
  assert.deepEqual(v.parse(resultSchema, JSON.parse(JSON.stringify(result))), result);
  assert.equal(cellOf(result, "koa/node").status, "failed");
  assert.equal(cellOf(result, "koa/node").rank, null);
});

test("a void round fails its cell with the round's reason, and the cell is not ranked", async (t) => {
  const broken = roundRecord("hono/bun", "fetch/bun", 3, 1, {
    void: "hono/bun: exited with SIGKILL",
    sides: null,
    machine: null,
  });
  const result = await resultOf(t, [aa, bridge, [...hono.slice(0, 3), broken]]);
  const cell = cellOf(result, "hono/bun");
  assert.equal(cell.status, "failed");
  assert.match(cell.reason ?? "", /round 3: hono\/bun: exited with SIGKILL/);
  assert.equal(cell.efficiency, null);
  assert.equal(cell.rank, null);
});

function failedCheck(target: string, scenario: string, reason: string): JournalRecord {
  const found = { reason, differences: [], response: null };
  return { type: "verify", target, scenario, status: "failed", ...found };
}

test("a target that answers any route wrongly fails in every scenario", async (t) => {
  const wrong = failedCheck("hono/bun", "json", "GET /json: body");
  const result = await resultOf(t, [aa, bridge, [...hono.slice(0, 1), wrong]]);
  assert.equal(cellOf(result, "hono/bun").status, "failed");
  assert.equal(cellOf(result, "hono/bun").reason, "GET /json: body");
});

test("fewer rounds than planned make a limited cell, and fewer than three a failed cell", async (t) => {
  const planned = { ...settings, rounds: { cell: 5, bridge: 3, aa: 3 } };
  const short = async (count: number) => {
    const journals = [aa, bridge, hono.slice(0, 1 + count)];
    return cellOf(await resultOf(t, journals, { settings: planned }), "hono/bun");
  };
  assert.equal((await short(3)).status, "limited");
  assert.match((await short(3)).reason ?? "", /3 of 5 rounds/);
  assert.equal((await short(2)).status, "failed");
});

test("a round given twice counts once", async (t) => {
  const pool = await poolJournals(write(t, hono, hono));
  assert.equal(pool.targets[0]?.rounds.length, 3);
});

test("rounds of several runs are pooled, and the run is their unit", async (t) => {
  const higher = duet("hono/bun", "fetch/bun", [0.95, 0.951, 0.949]);
  const journals = [hono, ofRun("run-2", higher), aa, bridge];
  const pool = await poolJournals(write(t, ...journals));
  assert.deepEqual(
    pool.targets[0]?.rounds.map(({ run }) => run),
    ["run-1", "run-1", "run-1", "run-2", "run-2", "run-2"],
  );
  const result = await resultOf(t, journals);
  const toFloor = cellOf(result, "hono/bun").efficiency?.toFloor;
  assert.ok(toFloor);
  // ln 0.899963 and ln 0.95, two runs: their mean, and Student's t with one degree of freedom, 12.706.
  const [a, b] = [Math.log(0.899963), Math.log(0.95)];
  assert.ok(Math.abs(Math.log(toFloor.ratio) - (a + b) / 2) < 1e-5);
  const half = (12.7062 * Math.abs(b - a)) / 2;
  assert.ok(Math.abs(Math.log(toFloor.hi / toFloor.ratio) - half) < 1e-3);
  assert.equal(toFloor.n, 6);
  const codes = result.warnings.map(({ code }) => code);
  assert.ok(codes.includes("several-runs"));
  v.assert(resultSchema, result);
});

test("cells of different runs get one warning that their intervals lack the variance between hours", async (t) => {
  const earlier = [ofRun("run-0", hono), ofRun("run-0", elysia)];
  const across = ({ warnings }: Result) => warnings.filter(({ code }) => code === "across-runs");
  const result = await resultOf(t, [aa, bridge, express, ...earlier]);
  const [warning, ...others] = across(result);
  assert.deepEqual(warning?.facts, { targets: ["elysia/bun", "hono/bun"] });
  assert.deepEqual(others, []);
  assert.deepEqual(across(await resultOf(t, [aa, bridge, hono])), []);
});

const otherMachine = { ...settings.machine, fingerprint: "other" };
const oha = { version: "1.16.0", sha256: "x" };
const differing: [string, Partial<ReturnType<typeof runRecord>>][] = [
  ["machine.fingerprint", { settings: { ...settings, machine: otherMachine } }],
  ["tools.oha.sha256", { settings: { ...settings, tools: { ...settings.tools, oha } } }],
  ["load.warmup", { settings: { ...settings, load: { ...settings.load, warmup: warmupOf(9) } } }],
  ["version", { version: "2.0.0" }],
  ["sources.app", { sources: { harness: "h1", floor: "d-fetch", app: "other" } }],
  ["apps/fetch", { sources: { harness: "h1", floor: "other", app: "d-hono" } }],
  ["sources.harness", { sources: { harness: "h2", floor: "d-fetch", app: "d-hono" } }],
];
for (const [key, changes] of differing) {
  test(`journals that differ in ${key} are not pooled, and the key is named`, async (t) => {
    const other = [runRecord("hono/bun", changes), ...hono.slice(1)];
    const paths = write(t, hono, other);
    await assert.rejects(poolJournals(paths), (error: Error) => {
      assert.match(error.message, new RegExp(`\\b${key.replaceAll(".", "\\.")} is `));
      for (const path of paths) assert.ok(error.message.includes(path));
      return true;
    });
  });
}

test("a bridge over another version of the floor than the targets used is refused", async (t) => {
  const sources = { harness: "h1", floor: "d-node-http", app: "other" };
  const other = [runRecord("fetch/bun", { sources }), ...bridge.slice(1)];
  await assert.rejects(poolJournals(write(t, hono, other)), /apps\/fetch is d-fetch/);
});

test("a cell from another run is marked as replayed, with its date", async (t) => {
  const result = await resultOf(t, [aa, bridge, hono], { currentRunId: "run-9" });
  assert.deepEqual(cellOf(result, "hono/bun").replayedFrom, {
    run: "run-1",
    startedAt: "2026-11-21T10:00:00.000Z",
  });
});

test("a cell that ran on a private copy of its addon has a warning, and no other cell has", async (t) => {
  const reason = "needs glibc 2.38 and this host has 2.36";
  const addon = { package: "native", sha256: "aa", copy: { sha256: "bb", reason } };
  const [run, ...records] = duet("uws/node", "node-http/node", [2, 2.01, 1.99]);
  assert.ok(run?.type === "run");
  const result = await resultOf(t, [aa, [{ ...run, addon }, ...records]]);
  const codes = (target: string) => cellOf(result, target).warnings.map(({ code }) => code);
  assert.ok(codes("uws/node").includes("addon-copy"));
  assert.ok(!codes("node-http/node").includes("addon-copy"));
});

test("a warm-up that is too short gives a warning", async (t) => {
  const warned = async (warmup: Partial<Settings["load"]>) => {
    const used = { ...settings, load: { ...settings.load, ...warmup } };
    const { warnings } = await resultOf(t, [aa], { settings: used });
    return warnings;
  };
  assert.deepEqual(await warned({}), []);
  assert.deepEqual(await warned({ warmup: warmupOf(80_000) }), []);
  const warmups = [{ runtime: "bun", requests: 40_000 }];
  assert.deepEqual(await warned({ warmup: warmupOf(40_000) }), [
    { code: "short-warm-up", facts: { warmups } },
  ]);
});

test("an A/A row that excludes 1 gives a warning", async (t) => {
  const off = duet("node-http/node", "node-http/node", [1.05, 1.051, 1.049], { role: "aa" });
  const result = await resultOf(t, [off]);
  assert.ok(result.warnings.some((warning) => warning.code === "aa-differs"));
});

test("a disturbed cell and a wide cell have warnings", async (t) => {
  const machine = machineUse({ foreign: 0.3, steal: 0.1 });
  const disturbed = duet("express/node", "node-http/node", [0.8, 0.8, 0.8], { machine });
  const wide = duet("hono/bun", "fetch/bun", [0.8, 0.9, 1]);
  const result = await resultOf(t, [aa, bridge, wide, disturbed]);
  const codes = (name: string) => cellOf(result, name).warnings.map((warning) => warning.code);
  assert.deepEqual(codes("express/node"), ["foreign", "steal", "wide"]);
  const { lo, hi } = cellOf(result, "express/node").efficiency?.toFloor ?? { lo: 1, hi: 1 };
  assert.ok(lo < 0.8 / 1.05 && hi > 0.8 * 1.05, "rounds that agree beside others are not certain");
  assert.deepEqual(codes("hono/bun"), ["wide"]);
});

test("a machine whose speed changed gives a warning with the speeds of its floor", async (t) => {
  const at = (n: number, speed: number) => {
    const sides = { new: side(0.4 * speed, 1), base: side(speed, 1) };
    return roundRecord("express/node", "node-http/node", n, 1, { sides });
  };
  const warned = async (speeds: number[]) => {
    const rounds = speeds.map((speed, i) => at(i + 1, speed));
    const result = await resultOf(t, [[runRecord("express/node"), ...rounds]]);
    return result.warnings.find((warning) => warning.code === "unsteady")?.facts ?? null;
  };
  const { base, slow, fast } = (await warned([60_000, 90_000, 61_000]))!;
  assert.deepEqual([base, Math.round(slow), Math.round(fast)], ["node-http/node", 60_000, 90_000]);
  assert.equal(await warned([90_000, 95_000, 100_000]), null);
});

test("a cell has the verdicts on both servers of its duets, and a warning if only one of them waited", async (t) => {
  const sides = {
    new: { ...side(40_000, 0.5), servingSeconds: 0.99 },
    base: { ...side(40_000, 0.5), servingSeconds: 0.8, lostThreads: 1 },
  };
  const machine = machineUse({ generatorBusy: 0.99 });
  const waiting = duet("hono/bun", "fetch/bun", [1, 1, 1], { sides, machine });
  const result = await resultOf(t, [aa, bridge, waiting]);
  const { bottleneck, floorBottleneck, warnings } = cellOf(result, "hono/bun");
  assert.deepEqual([bottleneck, floorBottleneck], ["server", "generator"]);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ["idle-base", "lost-threads"],
  );
});

const storeSettings = {
  ...settings,
  scenarios: ["text", "pg", "pg-row", "ioredis"],
  services: servicesFor("pg", "ioredis"),
};

test("a failed store fails its own cells, and not the rest of the target", async (t) => {
  const scenarios = ["text", "ioredis"];
  const rounds = scenarios.flatMap((scenario) =>
    [1, 2, 3].map((n) =>
      roundRecord("node-http/node", "node-http/node", n, 1, { role: "aa", scenario }),
    ),
  );
  const failed = ["pg", "pg-row"].map((scenario) =>
    failedCheck("node-http/node", scenario, "postgres does not answer any more"),
  );
  const run = runRecord("node-http/node", { settings: storeSettings });
  const journal = [run, ...failed, ...rounds];
  const { cells } = await resultOf(t, [journal], { settings: storeSettings });
  assert.deepEqual(
    cells.map(({ scenario, status, reason }) => [scenario, status, reason]),
    [
      ["text", "ok", null],
      ["pg", "failed", "postgres does not answer any more"],
      ["pg-row", "failed", "postgres does not answer any more"],
      ["ioredis", "ok", null],
    ],
  );
});

test("cells of a store that does not run on Node are ranked by their floor, without a bridge", async (t) => {
  const scenario = "bun-redis";
  const onBun = { ...settings, scenarios: [scenario] };
  const alone = duet("fetch/bun", "fetch/bun", [1, 1.01, 0.99], { role: "aa", scenario });
  const half = duet("hono/bun", "fetch/bun", [0.5, 0.51, 0.49], { scenario });
  const journals = [alone, half].map(([, ...rest], i) => {
    const name = i === 0 ? "fetch/bun" : "hono/bun";
    return [runRecord(name, { settings: onBun }), ...rest];
  });
  const result = await resultOf(t, journals, { settings: onBun });
  assert.deepEqual(
    result.cells.map(({ target, status, rank, efficiency }) => [
      target,
      status,
      rank,
      efficiency?.toNodeHttp,
    ]),
    [
      ["fetch/bun", "ok", [1, 1], null],
      ["hono/bun", "ok", [2, 2], null],
    ],
  );
  assert.deepEqual(result.bridges, []);
  assert.equal(result.noise.aa, null, "the A/A row is node:http's");
});

test("journals with different versions of a service are refused by its name", async (t) => {
  const withPostgres = (version: string) => ({
    ...storeSettings,
    services: {
      running: { postgres: { version, source: "a test", settings: {} } },
      missing: {},
      clients: {},
    },
  });
  const paths = write(
    t,
    [runRecord("node-http/node", { settings: withPostgres("18.4") })],
    [runRecord("node-http/node")],
    [runRecord("node-http/node", { settings: withPostgres("17.1") })],
  );
  await assert.rejects(poolJournals(paths), /services\.postgres is .*18\.4.*and .*17\.1/s);
  await poolJournals(paths.slice(0, 2));
});
