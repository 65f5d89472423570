import assert from "node:assert/strict";
import { test } from "node:test";
import type { MetricName, MetricSamples } from "@deadheat/judge";
import { renderBenchstat, renderComparedCsv, renderJunit } from "../src/index.ts";
import { amountWords, unitOf } from "../src/content/explained.ts";
import { outcomes } from "./gated.ts";

const casesOf = (xml: string) => [...xml.matchAll(/<testcase /g)].length;
const countsOf = (xml: string) =>
  /<testsuites tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/
    .exec(xml)
    ?.slice(1)
    .map(Number);

test("a gate's limits are the cases of JUnit: failed, undecided and unmeasured are told apart", () => {
  for (const [name, document] of Object.entries(outcomes)) {
    const xml = renderJunit(document);
    const [tests = 0, failures = 0, errors = 0, skipped = 0] = countsOf(xml) ?? assert.fail(name);
    assert.equal(tests, casesOf(xml), name);
    const { outcome } = document.gate;
    assert.equal(failures > 0, outcome === "failed", name);
    assert.equal(errors, outcome === "unmeasured" ? 1 : 0, name);
    if (outcome === "undecided") assert.ok(skipped > 0, name);
    if (outcome === "passed") assert.equal(failures + errors + skipped, 0, name);
  }
  const seen = new Set(Object.values(outcomes).map(({ gate }) => gate.outcome));
  assert.equal(seen.size, 4, "one of each");
});

test("names from outside stay text in XML, CSV and Go's format", () => {
  const first = Object.values(outcomes).find(({ comparisons }) => comparisons.length > 0);
  const document = structuredClone(first ?? assert.fail());
  const [comparison] = document.comparisons;
  Object.assign(comparison ?? {}, { scenario: 'GET /"><x&\u0001', base: "=cmd()\nserver: evil" });
  const xml = renderJunit({ ...document, base: { name: "]]><evil/>", commit: null } });
  assert.doesNotMatch(xml, /<evil|<x/);
  assert.ok(!xml.includes("\u0001"));
  assert.match(renderComparedCsv(document), /'=cmd\(\)/);
  const samples: MetricSamples = new Map<MetricName, { base: number; new: number }[]>([
    [
      "cpu",
      [
        { base: 1e-5, new: 2e-5 },
        { base: 1.1e-5, new: 2.1e-5 },
      ],
    ],
  ]) as MetricSamples;
  const comparisons = document.comparisons.map(() => samples);
  const text = renderBenchstat({ document, comparisons, control: [], explained: [] });
  const lines = text.split("\n").filter((line) => line !== "");
  assert.ok(
    lines.every((line) => /^(?:cpu: |server: |Benchmark\S+ 1 )/.test(line)),
    text,
  );
  assert.equal(lines.filter((line) => line === "server: evil").length, 0);
  assert.match(text, /^Benchmark\S+ 1 0\.00001 sec\/op$/m);
});

test("an explanation of milliseconds is in milliseconds, and one of microseconds is not", () => {
  const cost = (seconds: number) =>
    ({ base: seconds, new: seconds }) as Parameters<typeof unitOf>[0]["whole"];
  const heavy = unitOf({ metric: "cpu", whole: cost(0.0109461)! });
  assert.deepEqual([amountWords(0.0109461, heavy), heavy.symbol], ["10.95", "ms"]);
  assert.equal(unitOf({ metric: "cpu", whole: cost(0.000_018)! }).symbol, "µs");
  assert.equal(unitOf({ metric: "startup" }).symbol, "ms");
});
