// Whatever a command writes can be read by its own schema and drawn, also with no round, one or two.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as fc from "fast-check";
import * as v from "valibot";
import { openJournal, type Modes, type RoundRecord } from "@deadheat/journal";
import {
  bisectedSchema,
  briefOf,
  changesBetween,
  explainedSchema,
  judgeComparison,
  judgeTogether,
  publishedPriors,
  merge,
  nextAction,
  pairOf,
  readCompared,
  reasonsOf,
  RUN_MARGIN,
  worstOutcome,
  type Comparison,
  type Gate,
  type Line,
  type Stopping,
} from "@deadheat/judge";
import {
  formats,
  renderBisected,
  renderBisectedHtml,
  renderBisectedMarkdown,
  renderChanges,
  renderCompared,
  renderComparedJson,
  renderExplained,
  renderExplainedHtml,
  renderExplainedMarkdown,
  renderResult,
} from "@deadheat/report";
import { assertPlain, fastFolder } from "../../journal/test/fuzzing.ts";
import { costRecord, runRecord, settings } from "../../journal/test/records.ts";
import { anyRounds } from "../../judge/test/any-rounds.ts";
import { plain } from "../../judge/test/comparisons.ts";
import { documentOf as explained, roundsOf } from "../../judge/test/explain-rounds.ts";
import { factsOf, historyOf } from "../../judge/test/histories.ts";
import { pooledTarget, runSummary } from "../../judge/test/results.ts";
import { expressSweeps, openLoops } from "../../judge/test/solo-records.ts";
import { compared } from "../../report/test/compared.ts";
import { documentOf } from "../src/bisect/document.ts";
import type { CandidateLine } from "../src/search/candidate.ts";
import { comparedDocument, writeCompared } from "../src/folder/compared.ts";
import { readResult, writeReports } from "../src/folder/report.ts";

const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 60), seed: 20261128, endOnFailure: true };
const MOST = 3;

/** Checks that a text shows numbers and words, and none of what JavaScript writes for a missing one. */
function assertReadable(text: string): void {
  assertWithout(/.{0,60}\b(?:NaN|Infinity|null|undefined)\b.{0,60}/, text);
}

/** Checks, too, that a text for people has no number of ten digits: such a bound says nothing. */
function assertSensible(text: string): void {
  assertReadable(text);
  assertWithout(/.{0,60}(?:(?<![\w.])\d{10,}(?!\w)|\de\+\d).{0,60}/, text);
}

function assertWithout(pattern: RegExp, text: string): void {
  const shown = text
    .replaceAll(/<(script|style)\b[^]*?<\/\1>/g, "")
    .replaceAll(/xmlns(:\w+)?="[^"]*"/g, "");
  assert.equal(pattern.exec(shown)?.[0] ?? null, null);
}

/** Checks that a document is the same after it was written and read. */
function assertWritable<T>(schema: v.GenericSchema<unknown, T>, document: T): void {
  assertPlain(document);
  const written = JSON.parse(JSON.stringify(document)) as unknown;
  assert.deepEqual(v.parse(schema, written), written);
}

function madeFolder(path: string): string {
  mkdirSync(path);
  return path;
}

const limits = {
  cpu: 0.05,
  start: 0.2,
  "memory-peak": 0.1,
  "latency-p99": 0.2,
  "cost-200": 0.1,
  size: 0.1,
  "memory-growth": 100,
};
const rules: readonly Stopping[] = [
  { kind: "rounds", rounds: MOST },
  { kind: "budget", budgetSeconds: 10 },
  { kind: "until", halfWidth: 0.01, first: 2, budgetSeconds: 10 },
  { kind: "gate", limits, budgetSeconds: 10, family: Object.keys(limits).length },
];

/** Returns a comparison as a command judges it, or nothing if every round is void. */
function comparisonOf(all: readonly RoundRecord[], rule: Stopping, journal: string): Comparison[] {
  const records = all.filter((one) => one.void === null);
  // A first stage of two rounds shows no spread before its second.
  if (records.length === 0 || (rule.kind === "until" && records.length < rule.first)) return [];
  const growth = records.every(({ further }) => further?.growth);
  const own = rule.kind === "gate" && !growth ? withoutGrowth(rule) : rule;
  const exact = { size: { base: 2e6, new: 3e6 }, packages: { base: 0, new: 0 } };
  const judgement = judgeComparison(records, own, 0.02, 20, "cpu", exact);
  const { gate: _, until: __, metrics: ___, ...about } = plain;
  return judgeTogether([{ judgement, records }]).map((one) => ({ ...about, ...one, journal }));
}

function withoutGrowth(rule: Extract<Stopping, { kind: "gate" }>): Stopping {
  const { "memory-growth": _, ...others } = rule.limits;
  return { ...rule, limits: others };
}

test("compare and gate", async (t) => {
  const folder = fastFolder(t);
  let i = 0;
  const cases = fc.tuple(
    anyRounds("express/node", "node-http/node", MOST),
    anyRounds("node-http/node", "node-http/node", MOST),
    fc.constantFrom(...rules),
  );
  const property = fc.asyncProperty(cases, async ([records, controls, rule]) => {
    const out = join(folder, String(i++));
    const write = (name: string, own: readonly RoundRecord[]) => {
      const path = join(out, "journal", name);
      const journal = openJournal(path);
      for (const record of own) journal.append(record);
      journal.close();
      return comparisonOf(own, rule, path);
    };
    const comparisons = write("compare.jsonl", records);
    const control = write("control.jsonl", controls);
    const outcome: Gate["outcome"] =
      comparisons.length === 0 ? "unmeasured" : worstOutcome(comparisons);
    const reason = comparisons.length === 0 ? "exited with code 7" : null;
    const told = { from: "default" as const, gate: 0.05, changes: [], unread: null };
    const gate = rule.kind === "gate" ? { outcome, reason, limits: told } : null;
    const { schema: _, deadheat: __, ...about } = compared();
    const measured = { ...about, comparisons, control, gate };
    const document = comparedDocument(out, measured, folder);
    await writeCompared(out, document);
    const read = readCompared(readFileSync(join(out, "comparison.json"), "utf8"));
    assert.deepEqual(read, document);
    assertPlain(read);
    readCompared(renderComparedJson(document));
    for (const name of ["report.html", "report.md"]) {
      assertSensible(readFileSync(join(out, name), "utf8"));
    }
    if (comparisons.length > 0 || gate !== null) {
      assertSensible(renderCompared(document, { verbose: true }));
    }
  });
  await fc.assert(property, runs);
});

test("explain", () => {
  const counts = fc.array(fc.record({ a: fc.nat(900), b: fc.nat(900), c: fc.nat(3) }), {
    minLength: 1,
    maxLength: MOST,
  });
  fc.assert(
    fc.property(counts, (rounds) => {
      const of = (which: "a" | "b") =>
        roundsOf(
          rounds.length,
          (i) => [["pkg/x:f", 1 + (rounds[i]?.a ?? 0)]],
          (i) => [
            ["pkg/x:f", 1 + (rounds[i]?.[which] ?? 0)],
            ["pkg/x:f > dep/y:g", rounds[i]?.c ?? 0],
          ],
        );
      for (const which of ["a", "b"] as const) {
        const document = explained(of(which));
        assertWritable(explainedSchema, document);
        assertWritable(explainedSchema, briefOf(document));
        const { functions } = reasonsOf(document);
        assertPlain(functions);
        assertSensible(renderExplained(document, {}));
        assertSensible(renderExplainedMarkdown(document));
        assertSensible(renderExplainedHtml(document));
      }
    }),
    runs,
  );
});

const ratios = fc.array(
  fc.oneof(fc.constantFrom(0, 0.01, 0.5), fc.double({ min: -7, max: 7, noNaN: true })),
  {
    maxLength: MOST,
  },
);

test("bisect", () => {
  const candidates = [0, 1, 2].map((i) => {
    return { id: `v${i}`, name: `v${i}`, commit: null, app: null, date: null };
  });
  const line = { kind: "versions", candidates, fork: null, left: 0 } as unknown as CandidateLine;
  const pairs = [
    [0, 2],
    [0, 1],
    [1, 2],
  ] as const;
  const cases = fc.record({
    duets: fc.tuple(ratios, ratios, ratios),
    confirmed: ratios,
    failed: fc.boolean(),
  });
  fc.assert(
    fc.property(cases, ({ duets, confirmed, failed }) => {
      const state: Line = {
        size: candidates.length,
        fork: null,
        duets: new Map(
          pairs.flatMap(([from, to], i) => {
            const own = duets[i] ?? [];
            return own.length === 0 ? [] : [[pairOf(from, to), own] as const];
          }),
        ),
        confirmations: new Map(confirmed.length === 0 ? [] : [[pairOf(1, 2), confirmed]]),
        skipped: new Set(),
        sameAs: new Map(),
        usual: publishedPriors.cpu,
      };
      const { found, places } = nextAction(state, {
        threshold: null,
        size: null,
        all: false,
        confirm: true,
      });
      const steps =
        confirmed.length === 0 ? found : ([{ from: 1, to: 2, state: "confirmed" }] as const);
      const main = {
        line,
        state,
        found: steps,
        places,
        failure: failed ? new Error("it ended") : null,
      };
      const session = {
        store: {
          facts: { startedAt: "2026-11-24T11:00:00.000Z", skipped: {} },
          duets: () => ["a"],
          roundsOf: () => duets.flat(),
        },
        testbed: {
          hold: { others: () => [] },
          machine: { cpu: "Test CPU", cores: 2, kernel: "Linux 6.1", os: "Test OS 1" },
          oha: { version: "1.16.0" },
          isolation: { mode: "namespaces" },
        },
        learned: new Map(),
        request: { name: "GET /", request: { method: "GET", path: "/" } },
      };
      const specs = { base: { text: "v0" }, new: { text: "v2" } };
      const document = documentOf(
        session as never,
        { specs, options: {}, cwd: "/", line } as never,
        { main, branches: new Map() },
        0.02,
        12,
      );
      assertWritable(bisectedSchema, document);
      assertSensible(renderBisected(document, {}));
      assertSensible(renderBisectedMarkdown(document));
      assertSensible(renderBisectedHtml(document));
    }),
    runs,
  );
});

/** The measures of a run besides its duets. */
const modes: Modes = {
  measure: ["duets", "sweep", "latency", "cost", "memory-growth"],
  sweep: { connections: [50, 500], rounds: MOST, stepSeconds: 2 },
  latency: {
    connections: 50,
    fractions: [0.2, 0.8],
    commonRate: 2000,
    rounds: 2,
    capacitySeconds: 2,
    stepSeconds: 5,
  },
  cost: {
    rounds: settings.rounds,
    rates: [200, 1000],
    fractions: [0.2],
    idleSeconds: 3,
    capacitySeconds: 1,
    stepSeconds: 4,
  },
};

test("run, bench and report", (t) => {
  const folder = fastFolder(t);
  const references = {
    "node-http/node": "node-http/node",
    "express/node": "node-http/node",
    "koa/node": "node-http/node",
    "fetch/bun": "node-http/node",
    "hono/bun": "fetch/bun",
  };
  const names = Object.entries(references);
  const cases = fc.record({
    rounds: fc.tuple(...names.map(([name, reference]) => anyRounds(name, reference, MOST))),
    costs: fc.nat(MOST),
    solo: fc.nat(MOST),
    planned: fc.integer({ min: 1, max: MOST }),
  });
  let i = 0;
  fc.assert(
    fc.property(cases, ({ rounds, costs, solo, planned }) => {
      const numbers = { cell: planned, bridge: planned, aa: planned };
      const targets = names.map(([name, reference], k) => {
        const role =
          name === "fetch/bun" ? "bridge" : name === reference ? "aa" : ("cell" as const);
        const run = runRecord(name, {
          settings: { ...settings, ...modes, rounds: numbers },
        });
        const own = (rounds[k] ?? []).map((one) => ({ ...one, role }) as const);
        return {
          ...pooledTarget(run, own),
          costs: Array.from({ length: costs }, (_, n) =>
            costRecord(name, reference, n + 1, [0.5, 0.6, 0.7], { role }),
          ),
          ...(name === "express/node" && {
            sweeps: expressSweeps.filter(({ round }) => round <= solo),
            openLoops: openLoops(name).filter(({ round }) => round <= solo),
          }),
        };
      });

      const result = merge({
        run: { ...runSummary, ...modes },
        settings: { ...settings, ...modes, rounds: numbers },
        margin: RUN_MARGIN,
        targets,
        missing: [],
        currentRunId: "run-1",
        warnings: [],
      });
      assertPlain(result);
      const path = writeReports(madeFolder(join(folder, String(i++))), result);
      const read = readResult(path);
      assert.deepEqual(read, JSON.parse(JSON.stringify(result)));
      assertSensible(renderResult(read, { color: false, columns: null, sections: [] }));
      assertSensible(renderChanges(changesBetween(read, read), null));
      assertReadable(formats.csv.render(read));
      for (const { render } of [formats.md, formats.html]) {
        assertSensible(render(read, []));
      }
    }),
    { ...runs, numRuns: Math.ceil(runs.numRuns / 2) },
  );
});

test("history", (t) => {
  const folder = fastFolder(t);
  const labels = ["1.0", "1.1", "1.2"];
  const cases = fc.tuple(...labels.map(() => fc.option(ratios)));
  let i = 0;
  fc.assert(
    fc.property(cases, (versions) => {
      const made = labels.map((label, k) => {
        return { label, ratios: versions[k]?.map(Math.exp) ?? null };
      });
      const result = historyOf(made, "run-1", factsOf(labels));
      assertPlain(result);
      const read = readResult(writeReports(madeFolder(join(folder, String(i++))), result));
      assert.deepEqual(read, JSON.parse(JSON.stringify(result)));
      assertSensible(renderResult(read, { color: false, columns: null, sections: [] }));
      for (const { render } of [formats.md, formats.html, formats.svg]) {
        assertSensible(render(read, []));
      }
    }),
    { ...runs, numRuns: Math.ceil(runs.numRuns / 2) },
  );
});
