import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import * as v from "valibot";
import {
  openJournal,
  warmupOf,
  type BlockRecord,
  type JournalRecord,
  type RecordedSettings,
} from "@deadheat/journal";
import { merge, type MissingCell, RUN_MARGIN, resultSchema, type Result } from "@deadheat/judge";
import {
  poolJournals,
  servicesFor,
  blockRecord,
  runRecord,
  runSummary,
  settings,
  side,
  temporaryFolder,
} from "./fixtures.ts";
import { renderMarkdown, renderResult } from "@deadheat/report";
import { discoverRetired } from "../src/targets/retired.ts";

/** Where there is no terminal. */
const plain = { color: false, columns: null };

/** Golden files hold what the command prints; UPDATE_GOLDEN=1 writes them anew. */
async function golden(name: string, text: string): Promise<void> {
  const file = join(import.meta.dirname, "golden", name);
  if (process.env.UPDATE_GOLDEN) {
    const { writeFileSync } = await import("node:fs");
    writeFileSync(file, text);
  }
  assert.equal(text, readFileSync(file, "utf8"));
}

function write(t: TestContext, ...journals: JournalRecord[][]): string[] {
  const folder = temporaryFolder(t);
  return journals.map((records, i) => {
    const journal = openJournal(join(folder, `${i}.jsonl`));
    for (const record of records) journal.append(record);
    journal.close();
    return journal.path;
  });
}

function duet(
  target: string,
  reference: string,
  ratios: readonly number[],
  changes: Partial<BlockRecord> = {},
): JournalRecord[] {
  const blocks = ratios.map((ratio, i) => blockRecord(target, reference, i + 1, ratio, changes));
  const end: JournalRecord = {
    type: "end",
    finishedAt: "2026-11-21T10:01:00.000Z",
    status: "ok",
    reason: null,
  };
  return [runRecord(target), ...blocks, end];
}

const aa = duet("node-http/node", "node-http/node", [1.01, 0.99, 1.002], { role: "aa" });
const bridge = duet("fetch/bun", "node-http/node", [2.5, 2.4, 2.6], { role: "bridge" });
const hono = duet("hono/bun", "fetch/bun", [0.9, 0.91, 0.89]);
const elysia = duet("elysia/bun", "fetch/bun", [0.905, 0.9, 0.885]);
const express = duet("express/node", "node-http/node", [0.4, 0.41, 0.39]);

async function resultOf(
  paths: readonly string[],
  missing: readonly MissingCell[] = [],
  currentRunId: string | null = "run-1",
): Promise<Result> {
  const pool = await poolJournals(paths);
  return merge({
    run: runSummary,
    settings,
    margin: RUN_MARGIN,
    targets: pool.targets,
    missing,
    currentRunId,
    warnings: [],
  });
}

const cellOf = (result: Result, target: string) => {
  const cell = result.cells.find((c) => c.target === target);
  assert.ok(cell, target);
  return cell;
};

test("ratios go through the floor and the bridge, and their uncertainty adds up", async (t) => {
  const result = await resultOf(write(t, aa, bridge, hono, elysia, express));
  const cell = cellOf(result, "hono/bun");
  const toFloor = cell.efficiency?.toFloor;
  assert.ok(toFloor);
  // exp(mean ln {0.90, 0.91, 0.89}); its t interval by SciPy 1.11:
  // scipy.stats.t.interval(0.95, 2, mean, sem) -> exp -> 0.87548, 0.92497
  assert.ok(Math.abs(toFloor.ratio - 0.899963) < 1e-6);
  assert.ok(toFloor.lo > 0.874 && toFloor.lo < 0.877);
  assert.ok(toFloor.hi > 0.923 && toFloor.hi < 0.927);
  const [found] = result.bridges;
  const toNodeHttp = cell.efficiency?.toNodeHttp;
  assert.ok(found && toNodeHttp);
  assert.ok(Math.abs(toNodeHttp.ratio - toFloor.ratio * found.ratio) < 1e-9);
  const width = (i: { lo: number; hi: number }) => Math.log(i.hi / i.lo);
  assert.ok(width(toNodeHttp) > width(toFloor));
  assert.equal(cellOf(result, "fetch/bun").efficiency?.toNodeHttp?.ratio, found.ratio);
});

test("far targets are told apart, near ones are a dead heat, and a rank says what is certain", async (t) => {
  const result = await resultOf(write(t, aa, bridge, hono, elysia, express));
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
      deadHeats: [["hono/bun", "elysia/bun"]],
      undecided: [],
    },
  ]);
});

test("a vague cell is neither a tie nor first: it is below what is known, and marked", async (t) => {
  const vague = duet("koa/bun", "fetch/bun", [0.6, 1.1, 1.3]);
  const result = await resultOf(write(t, aa, bridge, hono, vague, express));
  const [first] = result.cells;
  assert.equal(first?.target, "fetch/bun");
  const koa = cellOf(result, "koa/bun");
  assert.ok(koa.rank && koa.rank[0] === 1 && koa.rank[1] > 2, String(koa.rank));
  assert.deepEqual(koa.tieGroup, []);
  assert.ok(koa.smallestDetectable && koa.smallestDetectable > 1.5);
  const [{ deadHeats, undecided }] = result.differences as [Result["differences"][number]];
  assert.ok(!deadHeats.flat().includes("koa/bun"));
  const nearest = undecided.find(({ targets }) => targets.join() === "koa/bun,hono/bun");
  assert.ok(nearest?.blocks && nearest.blocks > 3);
  const table = renderResult(result, plain);
  assert.match(table, /koa\/bun !/);
  assert.match(table, /! .*koa\/bun.*: wide, ± .* to \d+ % to the floor; a difference below/);
});

test("a cold cell has its ratio and no rank, and a cold bridge ranks nothing behind it", async (t) => {
  const warmed = { answers: 80_000, seconds: 3 };
  const warmup = { answers: 80_000, target: { answers: 900, seconds: 60 }, reference: warmed };
  const cold = duet("hono/bun", "fetch/bun", [0.9, 0.91, 0.89], { warmup });
  const result = await resultOf(write(t, aa, bridge, cold, elysia));
  const cell = cellOf(result, "hono/bun");
  assert.equal(cell.rank, null);
  assert.deepEqual(cell.tieGroup, []);
  assert.ok(cell.efficiency && cell.efficiency.toNodeHttp === null);
  assert.match(
    cell.warnings[0]?.message ?? "",
    /^cold: in 3 of 3 blocks .*hono\/bun gave 900 of 80000/,
  );
  assert.ok(cellOf(result, "elysia/bun").rank);
  assert.match(renderResult(result, plain), /! hono\/bun: cold: /);
  const coldBridge = duet("fetch/bun", "node-http/node", [2.5, 2.4, 2.6], {
    role: "bridge",
    warmup,
  });
  const behind = await resultOf(write(t, aa, coldBridge, elysia));
  assert.equal(cellOf(behind, "elysia/bun").rank, null);
  assert.match(cellOf(behind, "elysia/bun").reason ?? "", /bridge of bun .* is cold/);
});

test("every result is one that its schema takes", async (t) => {
  const result = await resultOf(write(t, aa, bridge, hono, express), [
    {
      target: "koa/node",
      framework: "koa",
      runtime: "node",
      version: "not installed",
      scenario: "text",
      status: "failed",
      reason: "the package koa is not installed",
    },
  ]);
  assert.deepEqual(v.parse(resultSchema, JSON.parse(JSON.stringify(result))), result);
  assert.equal(cellOf(result, "koa/node").status, "failed");
  assert.equal(cellOf(result, "koa/node").rank, null);
});

test("a void block fails its cell with the block's reason, and nothing of it is ranked", async (t) => {
  const broken = blockRecord("hono/bun", "fetch/bun", 3, 1, {
    void: "hono/bun: exited with SIGKILL",
    sides: null,
    machine: null,
  });
  const [header, one, two] = hono as [JournalRecord, JournalRecord, JournalRecord];
  const result = await resultOf(write(t, aa, bridge, [header, one, two, broken]));
  const cell = cellOf(result, "hono/bun");
  assert.equal(cell.status, "failed");
  assert.match(cell.reason ?? "", /block 3: hono\/bun: exited with SIGKILL/);
  assert.equal(cell.efficiency, null);
  assert.equal(cell.rank, null);
});

test("a target that answers any route wrongly fails in every scenario", async (t) => {
  const wrong: JournalRecord = {
    type: "verify",
    target: "hono/bun",
    scenario: "json",
    status: "failed",
    reason: "GET /json: body",
    differences: [],
    response: null,
  };
  const result = await resultOf(write(t, aa, bridge, [hono[0] as JournalRecord, wrong]));
  assert.equal(cellOf(result, "hono/bun").status, "failed");
  assert.equal(cellOf(result, "hono/bun").reason, "GET /json: body");
});

test("fewer blocks than planned make a limited cell, fewer than three a failed one", async (t) => {
  const planned = { ...settings, blocks: { cell: 5, bridge: 3, aa: 3 } };
  const short = async (count: number) => {
    const pool = await poolJournals(write(t, aa, bridge, hono.slice(0, 1 + count)));
    const result = merge({
      run: (await resultOf(write(t, aa))).run,
      settings: planned,
      margin: RUN_MARGIN,
      targets: pool.targets,
      missing: [],
      currentRunId: "run-1",
      warnings: [],
    });
    return cellOf(result, "hono/bun");
  };
  assert.equal((await short(3)).status, "limited");
  assert.match((await short(3)).reason ?? "", /3 of 5 blocks/);
  assert.equal((await short(2)).status, "failed");
});

test("a block given twice counts once", async (t) => {
  const [once, twice] = write(t, hono, hono) as [string, string];
  const pool = await poolJournals([once, twice]);
  assert.equal(pool.targets[0]?.blocks.length, 3);
});

/** The same journal, as another run would have left it. */
const ofRun = (runId: string, records: readonly JournalRecord[]) =>
  records.map((record) => (record.type === "run" ? { ...record, runId } : record));

test("blocks of several runs are pooled, and the run is their unit", async (t) => {
  const higher = duet("hono/bun", "fetch/bun", [0.95, 0.951, 0.949]);
  const paths = write(t, hono, ofRun("run-2", higher), aa, bridge);
  const pool = await poolJournals(paths);
  assert.deepEqual(
    pool.targets[0]?.blocks.map(({ run }) => run),
    ["run-1", "run-1", "run-1", "run-2", "run-2", "run-2"],
  );
  const result = await resultOf(paths);
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

test("cells of different runs say that their comparison holds across runs only, in one warning", async (t) => {
  const earlier = [ofRun("run-0", hono), ofRun("run-0", elysia)];
  const across = ({ warnings }: Result) => warnings.filter(({ code }) => code === "across-runs");
  const paths = write(t, aa, bridge, express, ...earlier);
  const [warning, ...others] = across(await resultOf(paths));
  assert.match(warning?.message ?? "", /^elysia\/bun, hono\/bun: not measured in the same run/);
  assert.deepEqual(others, []);
  assert.deepEqual(across(await resultOf(write(t, aa, bridge, hono))), []);
});

const differing: [string, Partial<ReturnType<typeof runRecord>>][] = [
  [
    "machine.fingerprint",
    { settings: { ...settings, machine: { ...settings.machine, fingerprint: "other" } } },
  ],
  [
    "tools.oha.sha256",
    {
      settings: {
        ...settings,
        tools: { ...settings.tools, oha: { version: "1.16.0", sha256: "x" } },
      },
    },
  ],
  ["load.warmup", { settings: { ...settings, load: { ...settings.load, warmup: warmupOf(9) } } }],
  [
    "load.warmupSeconds",
    { settings: { ...settings, load: { ...settings.load, warmupSeconds: 1 } } },
  ],
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

test("a bridge over another version of the floor than its targets met is refused", async (t) => {
  const sources = { harness: "h1", floor: "d-node-http", app: "other" };
  const other = [runRecord("fetch/bun", { sources }), ...bridge.slice(1)];
  await assert.rejects(poolJournals(write(t, hono, other)), /apps\/fetch is d-fetch/);
});

test("what another run measured is marked as replayed, with its date", async (t) => {
  const result = await resultOf(write(t, aa, bridge, hono), [], "run-9");
  assert.deepEqual(cellOf(result, "hono/bun").replayedFrom, {
    run: "run-1",
    startedAt: "2026-11-21T10:00:00.000Z",
  });
});

test("a cell that ran on a private copy of its addon says so, and no other does", async (t) => {
  const reason = "needs glibc 2.38 and this host has 2.36";
  const addon = { package: "native", sha256: "aa", copy: { sha256: "bb", reason } };
  const [run, ...records] = duet("uws/node", "node-http/node", [2, 2.01, 1.99]);
  assert.ok(run?.type === "run");
  const result = await resultOf(write(t, aa, [{ ...run, addon }, ...records]));
  const codes = (target: string) => cellOf(result, target).warnings.map(({ code }) => code);
  assert.ok(codes("uws/node").includes("addon-copy"));
  assert.ok(!codes("node-http/node").includes("addon-copy"));
  assert.match(renderResult(result, plain), /uws\/node: needs glibc 2\.38/);
});

test("a retired framework is reported with the figures that others published", async (t) => {
  const pool = await poolJournals(write(t, aa, duet("srvx/node", "node-http/node", [1, 1.1, 0.9])));
  const { targets } = pool;
  const retired = discoverRetired();
  const result = merge({
    run: runSummary,
    settings,
    margin: RUN_MARGIN,
    targets,
    missing: [],
    currentRunId: null,
    retired,
    warnings: [],
  });
  v.assert(resultSchema, result);
  assert.deepEqual(
    result.retired?.map(({ framework }) => framework),
    ["carbon"],
  );
  const report = renderMarkdown(result);
  assert.match(report, /Retired: carbon[^]*Not measured by deadheat[^]*Published by/);
  assert.match(report, /\| Carbon \| 50 \| 8,637 \| 1,588 \| 11,320 \|/);
  assert.match(renderResult(result, plain), /carbon \(like srvx\/node\)/);
});

test("a warm-up that is shorter than is known to be enough, or by the clock, is told", async (t) => {
  const { targets } = await poolJournals(write(t, aa));
  const warned = (warmup: Partial<RecordedSettings["load"]>) => {
    const load = { ...settings.load, ...warmup };
    const used = { ...settings, load } as RecordedSettings;
    const about = { run: runSummary, settings: used, margin: RUN_MARGIN, targets };
    const { warnings } = merge({ ...about, missing: [], currentRunId: "run-1", warnings: [] });
    return warnings.map(({ code, message }) => `${code}: ${message}`).join();
  };
  assert.equal(warned({}), "");
  assert.equal(warned({ warmup: warmupOf(80_000) }), "");
  assert.match(
    warned({ warmup: warmupOf(40_000) }),
    /^short-warm-up: a warm-up of 40000 answers on bun is/,
  );
  assert.match(warned({ warmup: undefined, warmupSeconds: 4 }), /^warmed-by-clock: /);
});

test("an A/A row without 1 says so loudly", async (t) => {
  const off = duet("node-http/node", "node-http/node", [1.05, 1.051, 1.049], { role: "aa" });
  const result = await resultOf(write(t, off));
  assert.ok(result.warnings.some((warning) => warning.code === "aa-differs"));
  assert.match(renderResult(result, plain), /DOES NOT CONTAIN 1/);
});

test("a cell that is disturbed or wide says so", async (t) => {
  const disturbed = [1, 2, 3].map((n) => {
    const machine = { generatorBusy: 0.5, foreign: 0.3, steal: 0.1, pressure: 0.5 };
    return blockRecord("express/node", "node-http/node", n, 0.8, { machine });
  });
  const wide = duet("hono/bun", "fetch/bun", [0.8, 0.9, 1]);
  const result = await resultOf(
    write(t, aa, bridge, wide, [runRecord("express/node"), ...disturbed]),
  );
  const codes = (name: string) => cellOf(result, name).warnings.map((warning) => warning.code);
  assert.deepEqual(codes("express/node"), ["foreign", "steal", "wide"]);
  const { lo, hi } = cellOf(result, "express/node").efficiency?.toFloor ?? { lo: 1, hi: 1 };
  assert.ok(lo < 0.8 / 1.05 && hi > 0.8 * 1.05, "blocks that agree beside others are not certain");
  assert.deepEqual(codes("hono/bun"), ["wide"]);
});

test("a machine whose speed changed says so, by what its floor gave", async (t) => {
  const at = (n: number, speed: number) => {
    const sides = { target: side(0.4 * speed, 1), reference: side(speed, 1) };
    return blockRecord("express/node", "node-http/node", n, 1, { sides });
  };
  const warned = async (speeds: number[]) => {
    const blocks = speeds.map((speed, i) => at(i + 1, speed));
    const result = await resultOf(write(t, [runRecord("express/node"), ...blocks]));
    return result.warnings.find((warning) => warning.code === "unsteady")?.message ?? null;
  };
  assert.match(
    (await warned([60_000, 90_000, 61_000])) ?? "",
    /node-http\/node gave 60 to 90 thousand/,
  );
  assert.equal(await warned([90_000, 95_000, 100_000]), null);
});

test("a cell has the verdicts on both servers of its duets, and says when one of them waited", async (t) => {
  const sides = {
    target: { ...side(40_000, 0.5), servingSeconds: 0.99 },
    reference: { ...side(40_000, 0.5), servingSeconds: 0.8, lostThreads: 1 },
  };
  const machine = { generatorBusy: 0.99, foreign: 0, steal: 0, pressure: 0 };
  const blocks = [1, 2, 3].map((n) =>
    blockRecord("hono/bun", "fetch/bun", n, 1, { sides, machine }),
  );
  const result = await resultOf(write(t, aa, bridge, [runRecord("hono/bun"), ...blocks]));
  const { verdict, floorVerdict, warnings } = cellOf(result, "hono/bun");
  assert.deepEqual([verdict, floorVerdict], ["server-bound", "generator-bound"]);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ["idle-reference", "lost-threads"],
  );
});

test("the table and report.md read as they should", async (t) => {
  const result = await resultOf(write(t, aa, bridge, hono, elysia, express), [
    {
      target: "koa/node",
      framework: "koa",
      runtime: "node",
      version: "3.3.0",
      scenario: "text",
      status: "failed",
      reason: 'GET /about: body "\u001b[2Jx" instead of <html> | `y`',
    },
  ]);
  const table = renderResult(result, plain);
  assert.ok(!table.includes("\u001b"));
  await golden("table.txt", table);
  await golden("table-80.txt", renderResult(result, { color: false, columns: 80 }));
  await golden("report.md", renderMarkdown(result));
});

const storeSettings = {
  ...settings,
  scenarios: ["text", "pg", "pg-row", "ioredis"],
  services: servicesFor("pg", "ioredis"),
};

/** The result of a target whose checks with one store failed, and which was measured in the rest. */
async function withFailedStore(t: TestContext): Promise<Result> {
  const scenarios = ["text", "ioredis"];
  const blocks = scenarios.flatMap((scenario) =>
    [1, 2, 3].map((n) =>
      blockRecord("node-http/node", "node-http/node", n, 1, { role: "aa", scenario }),
    ),
  );
  const failed = ["pg", "pg-row"].map((scenario): JournalRecord => ({
    type: "verify",
    target: "node-http/node",
    scenario,
    status: "failed",
    reason: "postgres does not answer any more",
    differences: [],
    response: null,
  }));
  const run = runRecord("node-http/node", { settings: storeSettings });
  const pool = await poolJournals(write(t, [run, ...failed, ...blocks]));
  return merge({
    run: runSummary,
    settings: storeSettings,
    margin: RUN_MARGIN,
    targets: pool.targets,
    missing: [],
    currentRunId: "run-1",
    warnings: [],
  });
}

test("a store that fails costs its own cells, and not the rest of the target", async (t) => {
  const { cells } = await withFailedStore(t);
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

test("does the framework matter: the ends of a runtime, for every scenario beside a store", async (t) => {
  const used = { ...settings, scenarios: ["text", "pg"], services: servicesFor("pg") };
  const floor = "node-http/node";
  const journalOf = (target: string, text: number[], pg: number[], role: BlockRecord["role"]) => [
    runRecord(target, { settings: used }),
    ...duet(target, floor, text, { role }).slice(1),
    ...duet(target, floor, pg, { role, scenario: "pg" }).slice(1),
  ];
  const pool = await poolJournals(
    write(
      t,
      journalOf(floor, [1, 1.01, 0.99], [1, 1.01, 0.99], "aa"),
      journalOf("hono/node", [0.9, 0.909, 0.891], [0.95, 0.96, 0.94], "cell"),
      journalOf("koa/node", [0.6, 0.606, 0.594], [0.85, 0.86, 0.84], "cell"),
      journalOf("express/node", [0.45, 0.4545, 0.4455], [0.76, 0.77, 0.75], "cell"),
    ),
  );
  const targets = pool.targets;
  const about = { run: runSummary, settings: used, currentRunId: "run-1" };
  const result = merge({ ...about, margin: RUN_MARGIN, targets, missing: [], warnings: [] });
  assert.deepEqual(
    result.spreads?.map(({ scenario, frameworks, fastest, slowest, ratio, lo, hi }) => [
      [scenario, frameworks, fastest, slowest, ratio.toFixed(2)].join(" "),
      lo < ratio && ratio < hi,
    ]),
    [
      ["text 3 hono/node express/node 2.00", true],
      ["pg 3 hono/node express/node 1.25", true],
    ],
  );
  v.assert(resultSchema, result);
  const report = renderMarkdown(result);
  assert.match(report, /## Does the framework matter\?/);
  assert.match(report, /\| node \| pg \| 3 \| hono\/node \| express\/node \| 1\.250 \| \\\[1\.2/);
  // Without a store there is nothing that they are compared with.
  const textAlone = { ...result, spreads: result.spreads?.slice(0, 1) };
  assert.ok(!renderMarkdown(textAlone).includes("Does the framework matter"));
});

test("cells of a store that Node does not have are ranked by their floor, without a bridge", async (t) => {
  const scenario = "bun-redis";
  const onBun = { ...settings, scenarios: [scenario] };
  const alone = duet("fetch/bun", "fetch/bun", [1, 1.01, 0.99], { role: "aa", scenario });
  const half = duet("hono/bun", "fetch/bun", [0.5, 0.51, 0.49], { scenario });
  const paths = write(
    t,
    ...[alone, half].map(([, ...rest], i) => {
      const name = i === 0 ? "fetch/bun" : "hono/bun";
      return [runRecord(name, { settings: onBun }), ...rest];
    }),
  );
  const pool = await poolJournals(paths);
  const input = {
    run: runSummary,
    settings: onBun,
    margin: RUN_MARGIN,
    targets: pool.targets,
    missing: [],
    warnings: [],
  };
  const result = merge({ ...input, currentRunId: "run-1" });
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
  assert.doesNotThrow(() => renderResult(result, plain));
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
