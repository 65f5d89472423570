import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import type { Settings } from "@deadheat/journal";
import { resultSchema } from "../src/index.ts";
import { roundRecord } from "../../journal/test/records.ts";
import {
  alone,
  bun,
  costResult,
  express,
  floor,
  hono,
  journalOf,
  pairs,
  whole,
} from "./cost-records.ts";
import { cellOf, ofRun } from "./results.ts";

const near = (is: number | null | undefined, expected: number) =>
  assert.ok(is !== null && is !== undefined && Math.abs(is / expected - 1) < 1e-4, `${is}`);

test("a cell has its cost at each rate, with the interval of its ratio over rounds", async (t) => {
  const result = await costResult(t, whole());
  assert.deepEqual(v.parse(resultSchema, JSON.parse(JSON.stringify(result))), result);
  const { cost, status, efficiency, startup } = cellOf(result, express);
  assert.equal(status, "ok");
  assert.equal(efficiency, null);
  assert.ok(cost && startup);
  assert.equal(cost.reference, floor);
  near(cost.idle, 2e-4);
  assert.deepEqual(
    cost.rates.map(({ fraction, rate }) => [fraction, rate]),
    [
      [null, 200],
      [null, 1000],
      [0.2, 4400],
    ],
  );
  const [slow] = cost.rates;
  near(slow?.cpuPerRequest, 2e-4);
  // By SciPy 1.11: exp of stats.t.interval(0.95, 2, mean, sem) of ln {0.495, 0.5, 0.505}.
  near(slow?.toReference?.lo, 0.48772);
  near(slow?.toReference?.hi, 0.51256);
  assert.equal(slow?.toReference?.n, 3);
  // On Node the floor is node:http: nothing is bridged.
  assert.deepEqual(slow?.toNodeHttp, {
    ratio: slow?.toReference?.ratio,
    lo: slow?.toReference?.lo,
    hi: slow?.toReference?.hi,
  });
});

test("the ratio of another runtime goes over the bridge at the same rate, with the variances of both", async (t) => {
  const result = await costResult(t, whole());
  const rates = cellOf(result, hono).cost?.rates ?? [];
  const mean = (0.99 * 1 * 1.01) ** (1 / 3);
  for (const [i, expected] of [0.9 * 1.5, 0.8 * 2, 0.7 * 2.5].entries()) {
    const step = rates[i];
    near(step?.toNodeHttp?.ratio, expected * mean ** 2);
    // The variances add, each with 2 degrees of freedom (Welch: 4): exp(t(0.975, 4) sqrt(2) sd / sqrt(3)).
    near((step?.toNodeHttp?.hi ?? 0) / (step?.toNodeHttp?.ratio ?? 1), 1.02293);
  }
  const bridge = cellOf(result, bun).cost?.rates[1];
  near(bridge?.toNodeHttp?.ratio, 2 * mean);
  const control = cellOf(result, floor).cost?.rates[1];
  near(control?.toReference?.ratio, mean);
  assert.equal(control?.toNodeHttp, null);
});

test("without a bridge there is no ratio to node-http/node", async (t) => {
  const result = await costResult(t, whole().toSpliced(2, 1));
  const [step] = cellOf(result, hono).cost?.rates ?? [];
  assert.ok(step?.toReference);
  assert.equal(step.toNodeHttp, null);
});

test("a rate that a round did not deliver gives a warning, and the other rates count", async (t) => {
  const reason = "express/node: 91.2 % of 1000 requests/s were delivered, less than 99 %";
  const records = pairs(express, floor, "cell", [0.5, 0.45, 0.4]).map((record) => {
    const rates = record.rates.map((rate) =>
      rate.rate.new === 1000 ? { ...rate, void: reason, sides: null, machine: null } : rate,
    );
    return record.n === 2 ? { ...record, rates } : record;
  });
  const cell = cellOf(await costResult(t, whole(records)), express);
  assert.equal(cell.status, "ok");
  assert.deepEqual(
    cell.cost?.rates.map(({ toReference, reason: why }) => [toReference?.n, why]),
    [
      [3, null],
      [2, reason],
      [3, null],
    ],
  );
  assert.deepEqual(cell.warnings, [
    { code: "not-delivered", facts: { rate: 1000, fraction: null, reason } },
  ]);
});

test("a void or missing round fails its cell, and good duets make the cell limited", async (t) => {
  const voided = pairs(express, floor, "cell", [0.5, 0.5, 0.5], (n) =>
    n === 3
      ? { void: "express/node: exited with code 9", rates: [], idle: null, capacity: null }
      : {},
  );
  const failed = cellOf(await costResult(t, whole(voided)), express);
  assert.equal(failed.status, "failed");
  assert.equal(failed.reason, "at fixed rates, round 3: express/node: exited with code 9");
  const short = cellOf(await costResult(t, whole(voided.slice(0, 2))), express);
  assert.equal(short.reason, "at fixed rates, 2 of 3 rounds");
  const both = { ...alone, measure: ["duets" as const, "cost" as const] };
  const duets = [1, 2, 3].map((n) => roundRecord(express, floor, n, 0.4 + n / 100));
  const journals = [
    journalOf(floor, pairs(floor, floor, "aa", [1, 1, 1]), both),
    journalOf(express, [...duets, ...voided], both),
  ];
  const limited = cellOf(await costResult(t, journals, both), express);
  assert.equal(limited.status, "limited");
  assert.match(limited.reason ?? "", /^at fixed rates, round 3/);
});

test("a round given twice counts once, and rounds with other rates or steps are not pooled", async (t) => {
  const result = await costResult(t, [...whole(), ...whole()]);
  assert.equal(cellOf(result, express).cost?.rounds.length, 3);
  const again = whole().map((records) => ofRun("run-2", records));
  const pooled = cellOf(await costResult(t, [...whole(), ...again]), express);
  assert.equal(pooled.cost?.rounds.length, 6);
  for (const [change, message] of [
    [{ stepSeconds: 9 }, /cost\.stepSeconds is 4/],
    [{ rates: [300] }, /cost\.rates is 200,1000/],
  ] as const) {
    const other = { ...alone, cost: { ...(alone.cost as object), ...change } } as Settings;
    await assert.rejects(costResult(t, [...whole(), journalOf(hono, [], other)]), message);
  }
});

test("cold servers give a warning", async (t) => {
  const cold = pairs(express, floor, "cell", [0.5, 0.45, 0.4], () => ({
    warmup: {
      responses: 40_000,
      new: { responses: 900, seconds: 60 },
      base: { responses: 40_000, seconds: 2 },
    },
  }));
  const { warnings } = cellOf(await costResult(t, whole(cold)), express);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ["cold-cost"],
  );
});
