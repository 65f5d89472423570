import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import type { OpenLoopRecord, Settings } from "@deadheat/journal";
import { resultSchema } from "../src/index.ts";
import { settings } from "../../journal/test/records.ts";
import { cellOf, ofRun } from "./results.ts";
import {
  all,
  alone,
  errors,
  express,
  expressSweeps,
  floor,
  floorSweeps,
  journalOf,
  openLoops,
  soloResult,
  swept,
  whole,
} from "./solo-records.ts";

test("a sweep has its throughput with an interval over rounds, and that of its floor", async (t) => {
  const result = await soloResult(t, all, whole(all));
  assert.deepEqual(v.parse(resultSchema, JSON.parse(JSON.stringify(result))), result);
  const [step] = cellOf(result, express).sweep;
  assert.ok(step?.requestsPerSecond && step.latency);
  // By SciPy 1.11: exp of stats.t.interval(0.95, 2, mean, sem) of ln {20500, 21000, 21500}.
  assert.equal(step.requestsPerSecond.median, 21_000);
  assert.ok(Math.abs(step.requestsPerSecond.lo - 19_789) < 3, `${step.requestsPerSecond.lo}`);
  assert.ok(Math.abs(step.requestsPerSecond.hi - 22_277) < 3, `${step.requestsPerSecond.hi}`);
  assert.ok(Math.abs((step.toFloor?.ratio ?? 0) - 0.5) < 1e-9);
  assert.equal(step.floor?.target, floor);
  // The deviation over all requests: within the rounds, and between their means.
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

test("a step that filled the generator first is a lower bound, and has no ratio", async (t) => {
  const result = await soloResult(t, all, whole(all));
  const [at50, at500] = cellOf(result, floor).sweep;
  assert.deepEqual([at50?.bottleneck, at50?.lowerBound], ["server", false]);
  assert.deepEqual([at500?.bottleneck, at500?.lowerBound], ["generator", true]);
  assert.equal(at500?.toFloor, null);
});

test("without duets there are metrics and no ranks", async (t) => {
  const result = await soloResult(t, alone, [
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

test("a bad step leaves its cell limited, with the reason and the errors by kind", async (t) => {
  const broken = swept(express, express, 2, 500, 1, {
    void: "express/node: 3 of 100 requests failed",
    load: null,
    errors: { ...errors, read: 2, timeout: 1 },
  });
  const sweeps = expressSweeps.map((record) =>
    record.server === express && record.round === 2 && record.connections === 500 ? broken : record,
  );
  const cell = cellOf(await soloResult(t, all, whole(all, sweeps)), express);
  assert.equal(cell.status, "limited");
  assert.match(cell.reason ?? "", /^sweep at 500 connections: express\/node: 3 of 100/);
  assert.ok(cell.rank !== null, "its duets are good");
  const step = cell.sweep[1];
  assert.equal(step?.requestsPerSecond, null);
  assert.deepEqual([step?.errors.read, step?.errors.timeout], [2, 1]);
});

test("a rate that could not be offered gives a warning, and a missing rate makes the cell limited", async (t) => {
  const notOffered = "the generator fell 0.120 s or more behind 16000 requests/s";
  const late = openLoops(express).map((record) =>
    record.fraction === 0.8 ? { ...record, load: null, notOffered, lateness: 0.12 } : record,
  );
  const run = async (loops: OpenLoopRecord[]) =>
    cellOf(await soloResult(t, all, whole(all, expressSweeps, loops)), express);
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

test("rounds of a second run are numbered after those of the first, and a step given twice counts once", async (t) => {
  const again = whole(all).map((records) => ofRun("run-2", records));
  const result = await soloResult(t, all, [...whole(all), ...again, ...whole(all)]);
  const [step] = cellOf(result, express).sweep;
  assert.equal(step?.requestsPerSecond?.rounds.length, 6);
  assert.equal(step?.toFloor?.n, 6);
});

test("sweeps with different steps are not pooled, and duets and sweeps are", async (t) => {
  const longer = {
    ...all,
    sweep: { ...(all.sweep as NonNullable<Settings["sweep"]>), stepSeconds: 5 },
  };
  await assert.rejects(
    soloResult(t, all, [...whole(all), journalOf(express, longer)]),
    /sweep\.stepSeconds is 2/,
  );
  const result = await soloResult(t, all, [journalOf(floor, settings), ...whole(all)]);
  assert.equal(cellOf(result, express).status, "ok");
});
