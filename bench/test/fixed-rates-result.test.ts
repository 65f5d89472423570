import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import * as v from "valibot";
import {
  openJournal,
  type CostRecord,
  type JournalRecord,
  type Role,
  type Settings,
} from "@deadheat/journal";
import { merge, RUN_MARGIN, resultSchema, type Result } from "@deadheat/judge";
import { renderHtml, renderMarkdown, renderResult } from "@deadheat/report";
import { defaultCost } from "@deadheat/runner";
import {
  blockRecord,
  costRecord,
  poolJournals,
  runRecord,
  runSummary,
  settings,
  temporaryFolder,
} from "./fixtures.ts";

const alone: Settings = {
  ...settings,
  measure: ["cost"],
  cost: defaultCost(settings.blocks),
};
const [express, floor, hono, bun] = ["express/node", "node-http/node", "hono/bun", "fetch/bun"];

/** Three blocks that spread by a factor around these ratios. */
function pairs(
  name: string,
  reference: string,
  role: Role,
  ratios: readonly [number, number, number],
  changes: (n: number) => Partial<CostRecord> = () => ({}),
): CostRecord[] {
  return [0.99, 1, 1.01].map((factor, i) => {
    const [a, b, c] = ratios.map((ratio) => ratio * factor) as [number, number, number];
    return costRecord(name, reference, i + 1, [a, b, c], { role, ...changes(i + 1) });
  });
}

const end: JournalRecord = {
  type: "end",
  finishedAt: "2026-11-21T11:20:00.000Z",
  status: "ok",
  reason: null,
};
const journalOf = (name: string, records: readonly JournalRecord[], used = alone) => [
  runRecord(name, { settings: used }),
  ...records,
  end,
];
const whole = (records = pairs(express, floor, "cell", [0.5, 0.45, 0.4])) => [
  journalOf(floor, pairs(floor, floor, "aa", [1, 1, 1])),
  journalOf(express, records),
  journalOf(bun, pairs(bun, floor, "bridge", [1.5, 2, 2.5])),
  journalOf(hono, pairs(hono, bun, "cell", [0.9, 0.8, 0.7])),
];

async function resultOf(
  t: TestContext,
  journals: readonly (readonly JournalRecord[])[],
  used = alone,
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
  return merge({
    run: { ...runSummary, measure: used.measure, cost: used.cost },
    settings: used,
    margin: RUN_MARGIN,
    targets: pool.targets,
    missing: [],
    currentRunId: "run-1",
    warnings: [],
  });
}

const cellOf = (result: Result, name: string) => {
  const cell = result.cells.find(({ target }) => target === name);
  assert.ok(cell);
  return cell;
};
const near = (is: number | null | undefined, expected: number) =>
  assert.ok(is !== null && is !== undefined && Math.abs(is / expected - 1) < 1e-4, `${is}`);

test("a cell has its cost at each rate, with the interval of its ratio over blocks", async (t) => {
  const result = await resultOf(t, whole());
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

test("another runtime's ratio goes over the bridge at the same rate, with the variances of both", async (t) => {
  const result = await resultOf(t, whole());
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

test("without a bridge nothing is said to node:http", async (t) => {
  const result = await resultOf(t, whole().toSpliced(2, 1));
  const [step] = cellOf(result, hono).cost?.rates ?? [];
  assert.ok(step?.toReference);
  assert.equal(step.toNodeHttp, null);
});

test("a rate that was not delivered in a block is told, and the others count", async (t) => {
  const reason = "express/node: 91.2 % of 1000 requests/s were delivered, less than 99 %";
  const records = pairs(express, floor, "cell", [0.5, 0.45, 0.4]).map((record) =>
    record.n === 2
      ? {
          ...record,
          rates: record.rates.map((rate) =>
            rate.rate.target === 1000
              ? { ...rate, void: reason, sides: null, machine: null }
              : rate,
          ),
        }
      : record,
  );
  const cell = cellOf(await resultOf(t, whole(records)), express);
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
    { code: "not-delivered", message: `at 1000 requests/s: ${reason}` },
  ]);
});

test("a void block fails its cell, a missing one too, and duets that are good make it limited", async (t) => {
  const voided = pairs(express, floor, "cell", [0.5, 0.5, 0.5], (n) =>
    n === 3
      ? { void: "express/node: exited with code 9", rates: [], idle: null, capacity: null }
      : {},
  );
  const failed = cellOf(await resultOf(t, whole(voided)), express);
  assert.equal(failed.status, "failed");
  assert.equal(failed.reason, "at fixed rates, block 3: express/node: exited with code 9");
  const short = cellOf(await resultOf(t, whole(voided.slice(0, 2))), express);
  assert.equal(short.reason, "at fixed rates, 2 of 3 blocks");
  const both = { ...alone, measure: ["duets" as const, "cost" as const] };
  const duets = [1, 2, 3].map((n) => blockRecord(express, floor, n, 0.4 + n / 100));
  const journals = [
    journalOf(floor, pairs(floor, floor, "aa", [1, 1, 1]), both),
    journalOf(express, [...duets, ...voided], both),
  ];
  const limited = cellOf(await resultOf(t, journals, both), express);
  assert.equal(limited.status, "limited");
  assert.match(limited.reason ?? "", /^at fixed rates, block 3/);
});

test("a block that is given twice counts once; other rates or steps are not put together", async (t) => {
  const result = await resultOf(t, [...whole(), ...whole()]);
  assert.equal(cellOf(result, express).cost?.blocks.length, 3);
  const again = whole().map((records) =>
    records.map((record) => (record.type === "run" ? { ...record, runId: "run-2" } : record)),
  );
  const pooled = cellOf(await resultOf(t, [...whole(), ...again]), express);
  assert.equal(pooled.cost?.blocks.length, 6);
  for (const [change, message] of [
    [{ stepSeconds: 9 }, /cost\.stepSeconds is 4/],
    [{ rates: [300] }, /cost\.rates is 200,1000/],
  ] as const) {
    const other = { ...alone, cost: { ...(alone.cost as object), ...change } } as Settings;
    await assert.rejects(resultOf(t, [...whole(), journalOf(hono, [], other)]), message);
  }
});

test("cold servers are told", async (t) => {
  const cold = pairs(express, floor, "cell", [0.5, 0.45, 0.4], () => ({
    warmup: {
      answers: 40_000,
      target: { answers: 900, seconds: 60 },
      reference: { answers: 40_000, seconds: 2 },
    },
  }));
  const { warnings } = cellOf(await resultOf(t, whole(cold)), express);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ["cold-cost"],
  );
});

test("the tables at fixed rates read as they should", async (t) => {
  const result = await resultOf(t, whole());
  for (const [name, text] of [
    ["fixed-rates.txt", renderResult(result, { color: false, columns: null })],
    ["fixed-rates.md", renderMarkdown(result)],
  ] as const) {
    const file = join(import.meta.dirname, "golden", name);
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
    assert.equal(text, readFileSync(file, "utf8"));
  }
  const page = renderHtml(result);
  assert.match(page, /What a request costs far from saturation/);
  assert.match(page, /20 % of what the runtime.{1,6}s floor answers alone/);
});
