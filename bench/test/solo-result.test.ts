import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import * as v from "valibot";
import {
  openJournal,
  type JournalRecord,
  type OpenLoopRecord,
  type SweepRecord,
  type Settings,
} from "@deadheat/journal";
import { merge, RUN_MARGIN, resultSchema, type Result } from "@deadheat/judge";
import {
  poolJournals,
  blockRecord,
  runRecord,
  runSummary,
  settings,
  temporaryFolder,
} from "./fixtures.ts";
import { likeSections } from "../src/like/sections.ts";
import { renderMarkdown, renderResult } from "@deadheat/report";

const all: Settings = {
  ...settings,
  measure: ["duets", "sweep", "latency"],
  sweep: { connections: [50, 500], rounds: 3, stepSeconds: 2 },
  latency: {
    connections: 50,
    fractions: [0.2, 0.8],
    commonRate: 2000,
    rounds: 2,
    capacitySeconds: 2,
    stepSeconds: 5,
  },
};
const alone: Settings = { ...all, measure: ["sweep", "latency"] };

/** The options without a terminal. */
const plain = { color: false, columns: null };

const errors = { connect: 0, read: 0, write: 0, timeout: 0, status: 0, deadline: 0, other: 0 };
const machine = { generatorBusy: 0.6, foreign: 0, steal: 0, pressure: 0 };

function soloEntries(target: string, round: number, rate: number, connections: number) {
  const mean = connections / rate;
  return {
    target,
    scenario: "text",
    round,
    connections,
    startedAt: `2026-11-21T10:0${round}:00.000Z`,
    seconds: { total: 2.5, load: 2 },
    void: null,
    load: {
      good: 2 * rate,
      seconds: 2,
      bytes: 24 * rate,
      latency: {
        mean,
        stdev: mean / 2,
        p50: mean,
        p75: 1.2 * mean,
        p90: 1.5 * mean,
        p99: 3 * mean,
        p99_9: 5 * mean,
        max: round * 10 * mean,
      },
    },
    errors,
    cpu: { run: 1.92, serving: 1.98, lostThreads: 0 },
    startup: { ready: 0.05, firstByte: 0.06 },
    memory: { idle: 50e6, peak: 80e6 + round * 1e6 },
    machine,
  };
}

function swept(
  target: string,
  server: string,
  round: number,
  connections: number,
  rate: number,
  changes: Partial<SweepRecord> = {},
): SweepRecord {
  return { type: "sweep", server, ...soloEntries(target, round, rate, connections), ...changes };
}

function opened(
  target: string,
  round: number,
  fraction: number | null,
  changes: Partial<OpenLoopRecord> = {},
): OpenLoopRecord {
  const capacity = { requestsPerSecond: 20_000, serverBusy: 0.99, generatorBusy: 0.5 };
  const rate = fraction === null ? 2000 : fraction * 20_000;
  return {
    type: "openLoop",
    ...soloEntries(target, round, rate, 1),
    connections: 50,
    rate,
    fraction,
    capacity,
    requests: 5 * rate,
    lateness: 0.002,
    notOffered: null,
    ...changes,
  };
}

const [express, floor] = ["express/node", "node-http/node"];
const rounds = [1, 2, 3];
const expressSweeps = rounds.flatMap((round) =>
  [50, 500].flatMap((connections) => [
    swept(express, express, round, connections, 20_000 + 500 * round),
    swept(express, floor, round, connections, 2 * (20_000 + 500 * round)),
  ]),
);
const floorSweeps = rounds.flatMap((round) =>
  [50, 500].map((connections) =>
    swept(floor, floor, round, connections, 41_000, {
      // At 500 connections the generator reaches its limit first.
      cpu: { run: 1.6, serving: connections === 50 ? 1.96 : 1.51, lostThreads: 0 },
      machine: { ...machine, generatorBusy: 0.99 },
    }),
  ),
);
const openLoops = (target: string) =>
  [1, 2].flatMap((round) => [0.2, 0.8, null].map((fraction) => opened(target, round, fraction)));
const duets = (target: string, ratios: number[]) =>
  ratios.map((ratio, i) =>
    blockRecord(target, floor, i + 1, ratio, { role: target === floor ? "aa" : "cell" }),
  );
const end: JournalRecord = {
  type: "end",
  finishedAt: "2026-11-21T10:20:00.000Z",
  status: "ok",
  reason: null,
};

async function resultOf(
  t: TestContext,
  used: Settings,
  journals: readonly (readonly JournalRecord[])[],
  like: string | null = null,
): Promise<Result> {
  const folder = temporaryFolder(t);
  const paths = journals.map((records, i) => {
    const journal = openJournal(join(folder, `${i}.jsonl`));
    for (const record of records) journal.append(record);
    journal.close();
    return journal.path;
  });
  const pool = await poolJournals(paths);
  assert.deepEqual(pool.bad, []);
  const { measure, sweep, latency } = used;
  return merge({
    run: {
      ...runSummary,
      measured: { ...runSummary.measured, blocks: 6, steps: 30 },
      like,
      measure,
      sweep,
      latency,
    },
    settings: used,
    margin: RUN_MARGIN,
    targets: pool.targets,
    missing: [],
    currentRunId: "run-1",
    warnings: [],
    installed: new Map([["express", { bytes: 2_336_056, packages: 68 }]]),
  });
}

const journalOf = (name: string, used: Settings, ...records: JournalRecord[][]) => [
  runRecord(name, { settings: used }),
  ...records.flat(),
  end,
];
const cellOf = (result: Result, name: string) => {
  const cell = result.cells.find(({ target }) => target === name);
  assert.ok(cell);
  return cell;
};
const whole = (used: Settings) => [
  journalOf(floor, used, duets(floor, [1, 0.99, 1.01]), floorSweeps, openLoops(floor)),
  journalOf(express, used, duets(express, [0.4, 0.41, 0.39]), expressSweeps, openLoops(express)),
];

test("a sweep has its throughput with an interval over rounds, relative to its floor", async (t) => {
  const result = await resultOf(t, all, whole(all));
  assert.deepEqual(v.parse(resultSchema, JSON.parse(JSON.stringify(result))), result);
  const [step] = cellOf(result, express).sweep;
  assert.ok(step?.requestsPerSecond && step.latency);
  // SciPy 1.11 gives exp of stats.t.interval(0.95, 2, mean, sem) of ln {20500, 21000, 21500}.
  assert.equal(step.requestsPerSecond.median, 21_000);
  assert.ok(Math.abs(step.requestsPerSecond.lo - 19_789) < 3, `${step.requestsPerSecond.lo}`);
  assert.ok(Math.abs(step.requestsPerSecond.hi - 22_277) < 3, `${step.requestsPerSecond.hi}`);
  assert.ok(Math.abs((step.toFloor?.ratio ?? 0) - 0.5) < 1e-9);
  assert.equal(step.floor?.target, floor);
  // The deviation over all requests has two parts: within the rounds, and between their means.
  const means = [20_500, 21_000, 21_500].map((rate) => 50 / rate);
  const total = 126_000;
  const mean = means.reduce((sum, m, i) => sum + m * 2 * (20_500 + 500 * i), 0) / total;
  const squares = means.reduce(
    (sum, m, i) => sum + 2 * (20_500 + 500 * i) * ((m / 2) ** 2 + (m - mean) ** 2),
    0,
  );
  assert.ok(Math.abs((step.latency.stdev ?? 0) - Math.sqrt(squares / total)) < 1e-12);
  assert.equal(step.latency.max, Math.max(...means.map((m, i) => (i + 1) * 10 * m)));
  assert.ok(step.latency.p99_9 !== null, "126,000 answers");
});

test("a step limited by the generator is a lower bound and part of no ratio", async (t) => {
  const result = await resultOf(t, all, whole(all));
  const [at50, at500] = cellOf(result, floor).sweep;
  assert.deepEqual([at50?.verdict, at50?.lowerBound], ["server-bound", false]);
  assert.deepEqual([at500?.verdict, at500?.lowerBound], ["generator-bound", true]);
  assert.equal(at500?.toFloor, null);
  assert.match(renderResult(result, plain), /500 +node-http\/node +>= 41,000/);
});

test("without duets there are figures but no ranks", async (t) => {
  const result = await resultOf(t, alone, [
    journalOf(floor, alone, floorSweeps, openLoops(floor)),
    journalOf(express, alone, expressSweeps, openLoops(express)),
  ]);
  const cell = cellOf(result, express);
  assert.deepEqual([cell.status, cell.efficiency, cell.rank], ["ok", null, null]);
  assert.deepEqual(cell.startup, { ready: 0.05, firstByte: 0.06 });
  assert.deepEqual(cell.memory, { idle: 50e6, peak: 82e6 });
  assert.equal(cell.sweep.length, 2);
  assert.deepEqual(result.warnings, []);
});

test("a bad step makes its cell limited, with the reason and the errors by kind", async (t) => {
  const broken = swept(express, express, 2, 500, 1, {
    void: "express/node: 3 of 100 requests failed",
    load: null,
    errors: { ...errors, read: 2, timeout: 1 },
  });
  const sweeps = expressSweeps.map((record) =>
    record.server === express && record.round === 2 && record.connections === 500 ? broken : record,
  );
  const journals = whole(all);
  journals[1] = journalOf(
    express,
    all,
    duets(express, [0.4, 0.41, 0.39]),
    sweeps,
    openLoops(express),
  );
  const cell = cellOf(await resultOf(t, all, journals), express);
  assert.equal(cell.status, "limited");
  assert.match(cell.reason ?? "", /^sweep at 500 connections: express\/node: 3 of 100/);
  assert.ok(cell.rank !== null, "its duets are good");
  const step = cell.sweep[1];
  assert.equal(step?.requestsPerSecond, null);
  assert.deepEqual([step?.errors.read, step?.errors.timeout], [2, 1]);
});

test("a rate that could not be offered is a warning, and a missing rate makes the cell limited", async (t) => {
  const notOffered = "the generator fell 0.120 s or more behind 16000 requests/s";
  const late = openLoops(express).map((record) =>
    record.fraction === 0.8 ? { ...record, load: null, notOffered, lateness: 0.12 } : record,
  );
  const run = async (records: OpenLoopRecord[]) => {
    const journals = whole(all);
    const own = duets(express, [0.4, 0.41, 0.39]);
    journals[1] = journalOf(express, all, own, expressSweeps, records);
    return cellOf(await resultOf(t, all, journals), express);
  };
  const cell = await run(late);
  assert.equal(cell.status, "ok");
  assert.deepEqual(
    cell.warnings.map(({ code }) => code),
    ["wide", "not-offered"],
  );
  assert.equal(cell.openLoop.find((step) => step.fractionOfCapacity === 0.8)?.p99, null);
  const short = await run(openLoops(express).slice(0, 5));
  assert.equal(short.status, "limited");
  assert.match(short.reason ?? "", /open loop at the common rate: 1 of 2 rounds/);
});

test("rounds of two runs are numbered consecutively, and a repeated step counts once", async (t) => {
  const again = whole(all).map((records) =>
    records.map((record) => (record.type === "run" ? { ...record, runId: "run-2" } : record)),
  );
  const result = await resultOf(t, all, [...whole(all), ...again, ...whole(all)]);
  const [step] = cellOf(result, express).sweep;
  assert.equal(step?.requestsPerSecond?.rounds.length, 6);
  assert.equal(step?.toFloor?.n, 6);
});

test("sweeps of different steps are not pooled, duets and sweeps are", async (t) => {
  const longer = {
    ...all,
    sweep: { ...(all.sweep as NonNullable<Settings["sweep"]>), stepSeconds: 5 },
  };
  await assert.rejects(
    resultOf(t, all, [...whole(all), journalOf(express, longer)]),
    /sweep\.stepSeconds is 2/,
  );
  const result = await resultOf(t, all, [journalOf(floor, settings), ...whole(all)]);
  assert.equal(cellOf(result, express).status, "ok");
});

test("the tables of solo servers and of published benchmarks match the golden files", async (t) => {
  const result = await resultOf(t, all, whole(all), "h22p");
  const like = (name: string) => {
    const other = { ...result, run: { ...result.run, like: name } };
    return renderResult(other, { ...plain, sections: likeSections(other) });
  };
  for (const [name, text] of [
    ["solo.txt", like("h22p")],
    ["solo.md", renderMarkdown(result, likeSections(result))],
    ["like-relative.txt", like("http-benchmark")],
    ["like-speed-factor.txt", like("pausan")],
  ] as const) {
    const file = join(import.meta.dirname, "golden", name);
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
    assert.equal(text, readFileSync(file, "utf8"));
  }
});
