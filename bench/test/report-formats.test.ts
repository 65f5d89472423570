import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";
import { formats, renderChanges, renderCsv, renderMarkdown, renderResult } from "@deadheat/report";
import type { RoundRecord } from "@deadheat/journal";
import { changesBetween, RUN_MARGIN, type Result } from "@deadheat/judge";
import { reportFolder } from "deadheat/parts";
import { deadheatEach, start, type Finished } from "./command.ts";
import { temporaryFolder } from "./fixtures.ts";
import { generatedResult, large, small } from "../../packages/judge/test/generated-result.ts";

const result = generatedResult(small);
const latency: Result["run"]["latency"] = {
  connections: 50,
  fractions: [0.2, 0.5, 0.8],
  commonRate: 5000,
  rounds: 3,
  capacitySeconds: 2,
  stepSeconds: 10,
};
const measured = result.cells.filter((cell) => cell.efficiency !== null);
const between = (x: { value: number; lower_value: number; upper_value: number }) =>
  x.lower_value <= x.value && x.value <= x.upper_value;

/** Checks against the JSON Schema at bencher.dev/docs/reference/bencher-metric-format and its limits on names. */
const bencherSchema = v.record(
  v.pipe(v.string(), v.minLength(1), v.maxLength(1024)),
  v.record(
    v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), v.maxLength(64)),
    v.strictObject({
      value: v.pipe(v.number(), v.finite()),
      lower_value: v.optional(v.pipe(v.number(), v.finite())),
      upper_value: v.optional(v.pipe(v.number(), v.finite())),
    }),
  ),
);

test("Bencher Metric Format has every measured cell, and ratios with both bounds", () => {
  const benchmarks = v.parse(bencherSchema, JSON.parse(formats.bmf.render(result)));
  assert.equal(Object.keys(benchmarks).length, measured.length);
  for (const measures of Object.values(benchmarks)) {
    for (const name of ["efficiency-to-node-http", "efficiency-to-floor"]) {
      const metric = measures[name];
      assert.ok(metric?.lower_value !== undefined && metric.upper_value !== undefined, name);
      assert.ok(between(metric as Parameters<typeof between>[0]));
    }
  }
});

/** The BenchmarkResult of github-action-benchmark's src/extract.ts. Its extractRangeInfo reads `range`. */
const githubActionSchema = v.array(
  v.strictObject({
    name: v.pipe(v.string(), v.minLength(1)),
    unit: v.pipe(v.string(), v.minLength(1)),
    value: v.pipe(v.number(), v.finite()),
    range: v.pipe(v.string(), v.regex(/^± \d[\d.e-]*$/)),
    extra: v.string(),
  }),
);

test("github-action-benchmark: bigger is better, both bounds in extra", () => {
  const entries = v.parse(githubActionSchema, JSON.parse(formats.gab.render(result)));
  assert.equal(entries.length, measured.length);
  assert.equal(new Set(entries.map((entry) => entry.name)).size, entries.length);
  for (const { value, range, extra } of entries) {
    const [lo, hi] = [/^lo: (.*)$/m, /^hi: (.*)$/m].map((of) => Number(of.exec(extra)?.[1]));
    assert.ok(lo !== undefined && hi !== undefined && lo <= value && value <= hi);
    assert.ok(Math.abs(Number(range.slice(2)) - Math.max(hi - value, value - lo)) < 0.001 * value);
  }
});

/** Reads CSV by RFC 4180: quotes, doubled quotes, CRLF. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  for (const [all, quoted, plain, end] of text.matchAll(pattern)) {
    if (all === "") break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

test("CSV has one line per cell, a field per column, and separate columns for bounds", () => {
  const [header = [], ...rows] = readCsv(renderCsv(result));
  assert.equal(rows.length, result.cells.length);
  for (const row of rows) assert.equal(row.length, header.length);
  const [cell, row] = [result.cells[0], rows[0]];
  const column = (name: string) => row?.[header.indexOf(name)];
  assert.equal(column("target"), cell?.target);
  assert.equal(Number(column("to_node_http_lo")), cell?.efficiency?.toNodeHttp?.lo);
  assert.equal(Number(column("to_floor_hi")), cell?.efficiency?.toFloor.hi);
  const failed = rows.find((fields) => fields.includes("failed"));
  assert.ok(
    failed?.some((text) => text.includes("\nTypeError")),
    "a line break survives",
  );
});

test("CSV text from outside is no formula and stays in its field", () => {
  const [first] = result.cells;
  const evil = '=HYPERLINK("http://evil","x"),\r\n@SUM(1)';
  const hostile = { ...result, cells: [{ ...first, framework: evil, version: "-1+1" }] } as Result;
  const [, row = []] = readCsv(renderCsv(hostile));
  assert.equal(row[5], `'${evil.replace("@", "'@")}`);
  assert.equal(row[7], "'-1+1");
  // A spreadsheet whose separator is a semicolon or a tab sees cells within this one.
  for (const separator of [";", "\t", "; ", "\n"]) {
    const cells = [{ ...first, framework: `a${separator}=1+1${separator}-2${separator}b` }];
    const [, found = []] = readCsv(renderCsv({ ...result, cells } as Result));
    for (const cell of (found[5] ?? "").split(separator)) assert.match(cell, /^['ab]/);
  }
});

test("report.json is the result without its rounds", () => {
  const plain = JSON.parse(formats.json.render(result)) as Result;
  assert.equal(plain.cells.length, result.cells.length);
  assert.equal(plain.cells[0]?.efficiency?.toFloor.rounds, undefined);
  assert.equal(plain.run.measured.rounds, result.run.measured.rounds);
});

test("report.md stays under 1 MiB, however long the errors of targets are", () => {
  const text = renderMarkdown(generatedResult(large));
  assert.ok(Buffer.byteLength(text) < 2 ** 20);
  assert.doesNotMatch(text, /Cut here/);
  const cells = result.cells.map((cell, i) => ({ ...cell, reason: `${i} ${"é".repeat(40_000)}` }));
  const long = renderMarkdown({ ...result, cells: cells.map((c) => ({ ...c, status: "failed" })) });
  assert.ok(Buffer.byteLength(long) < 2 ** 20);
  assert.match(long, /Cut here, at 1 MiB.*\n$/);
});

/** Returns a second run with the same ratios, after `change` has changed it. */
function later(change: (text: Result) => void = () => {}): Result {
  const copy = structuredClone(result);
  copy.run.id = "2026-11-22-101500-def456";
  for (const cell of copy.cells) {
    for (const round of cell.efficiency?.toFloor.rounds ?? [])
      round.startedAt = `+${round.startedAt}`;
  }
  change(copy);
  return copy;
}

test("changes: exactly the cell that became slower is found", () => {
  const after = later(({ cells }) => {
    const slower = cells.find((cell) => cell.target === "hono/bun" && cell.scenario === "text");
    for (const { sides } of slower?.efficiency?.toFloor.rounds ?? []) {
      if (sides) sides.new.good *= 0.9;
    }
  });
  const { changes } = changesBetween(result, after);
  const [first, ...others] = changes;
  assert.equal(first?.target, "hono/bun");
  assert.equal(first?.verdict, "slower");
  assert.ok(first.change && Math.abs(first.change.ratio - 0.9) < 1e-9);
  assert.ok(first.uncorrected !== null && first.p !== null && first.uncorrected < first.p);
  assert.ok(first.change.lo < 0.9 && first.change.hi > 0.9 && first.change.hi < 1);
  for (const { verdict } of others)
    assert.ok(["same", "undecided", "replayed", "not comparable"].includes(verdict), verdict);
});

test("changes: without a proven tie a pair is undecided, with the number of rounds that would help", () => {
  const after = later();
  const { changes, margin, sides } = changesBetween(result, after);
  const tested = changes.filter(({ change }) => change !== null);
  // The same rounds have other times, so each ratio is 1 and only its width matters.
  assert.ok(tested.length > 0 && tested.every(({ change }) => change?.ratio === 1));
  assert.ok(tested.every(({ verdict }) => verdict === "same"));
  assert.equal(margin, RUN_MARGIN);
  assert.deepEqual(sides, { oneRun: 2 * tested.length, severalRuns: 0 });
  const narrow = changesBetween(result, after, 0.001);
  for (const { verdict, rounds, change } of narrow.changes) {
    if (change === null) continue;
    assert.equal(verdict, "undecided");
    assert.ok(rounds && rounds > 6);
  }
  const text = renderChanges(narrow, 80);
  assert.match(text.replaceAll("\n", " "), /0 ties \(within ± 0\.1 %\), \d+ undecided/);
  assert.match(text.replaceAll("\n", " "), /are valid for these two runs\. At another hour/);
});

test("changes: in a merged result the run is the unit, and the text says so", () => {
  const several = (of: Result, names: readonly string[]): Result => {
    const copy = structuredClone(of);
    for (const { efficiency } of copy.cells) put(efficiency?.toFloor.rounds ?? [], names);
    for (const { rounds } of copy.bridges) put(rounds, names);
    return copy;
  };
  const put = (rounds: RoundRecord[], names: readonly string[]) => {
    for (const [i, round] of rounds.entries()) round.run = names[i % names.length] as string;
  };
  const after = several(later(), ["e", "f", "g"]);
  const whole = changesBetween(several(result, ["a", "b", "c"]), after);
  assert.equal(whole.sides.oneRun, 0);
  assert.match(renderChanges(whole, null), /several runs pooled/);
  const half = changesBetween(result, after);
  assert.equal(half.sides.oneRun, half.sides.severalRuns);
  assert.match(renderChanges(half, null), /are valid for the sides that are one run/);
  // Three means have two degrees of freedom, fewer than six rounds of one run.
  const width = ({ change }: (typeof whole.changes)[number]) =>
    change ? change.hi / change.lo : 0;
  const one = changesBetween(result, later());
  const wider = whole.changes.filter((change) => {
    const own = one.changes.find(
      (c) => c.target === change.target && c.scenario === change.scenario,
    );
    return own && width(change) > width(own);
  });
  assert.ok(wider.length > whole.changes.length / 2);
});

test("changes: a cold cell is not compared", () => {
  const after = later(({ cells }) => {
    const cell = cells.find(({ target }) => target === "hono/bun");
    const [round] = cell?.efficiency?.toFloor.rounds ?? [];
    if (round?.warmup) round.warmup.new = { responses: 12, seconds: 60 };
  });
  const { changes } = changesBetween(result, after);
  const cold = changes.find(({ reason }) => reason === "cold: after");
  assert.equal(cold?.target, "hono/bun");
  assert.equal(cold.verdict, "not comparable");
});

for (const columns of [80, 100, 140]) {
  test(`at ${columns} columns nothing wraps, with every measure`, () => {
    const whole = generatedResult(small);
    whole.run.sweep = { connections: [50, 100, 250, 500], rounds: 3, stepSeconds: 2 };
    whole.run.latency = latency;
    const reason = `${"x".repeat(300)} ${"word ".repeat(60)}`;
    whole.warnings.push({ code: "not-pinned", facts: { reason } });
    const texts = [
      renderResult(whole, { color: false, columns }),
      renderChanges(changesBetween(whole, later()), columns),
    ];
    for (const line of texts.flatMap((text) => text.split("\n"))) {
      assert.ok([...line].length <= columns, `${[...line].length}: ${line}`);
    }
    const [lines = ""] = texts;
    // The first columns always have room.
    assert.match(lines, /^ *# +target +to node:http .*µs per request +overhead, µs/m);
    assert.equal(/ n +bottleneck +tie$/m.test(lines), columns === 140);
    assert.match(lines, /^Not shown at this width: /m);
  });
}

test("the table is the same in colour", () => {
  const plain = renderResult(result, { color: false, columns: 100 });
  const colored = renderResult(result, { color: true, columns: 100 });
  assert.notEqual(colored, plain);
  assert.equal(stripVTControlCharacters(colored), plain);
});

test("without a terminal every column is shown", () => {
  const text = renderResult(result, { color: false, columns: null });
  assert.match(
    text,
    /^ *# +target .* 95 % interval .* µs per request .* to floor +95 % interval +n +bottleneck +version +tie$/m,
  );
  assert.doesNotMatch(text, /Not shown at this width/);
});

test("a result of another schema is rejected, and the field is named", (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "result.json"), JSON.stringify({ ...result, schema: 1 }));
  assert.throws(() => reportFolder(folder, null), /result\.json: field schema: .*Expected 5/);
});

test("changes: replayed rounds do not count as a second measurement", () => {
  const { changes } = changesBetween(result, structuredClone(result));
  const compared = changes.filter(({ verdict }) => verdict !== "not comparable");
  assert.ok(compared.length > 0);
  for (const { verdict } of compared) assert.equal(verdict, "replayed");
});

test("changes: runs of different machines are rejected, with the difference", () => {
  const other = later(({ machine }) => (machine.fingerprint = "another"));
  assert.throws(() => changesBetween(result, other), /machine\.fingerprint is .* and another/);
});

test("the command writes the requested formats and compares two runs", async (t) => {
  const [a, b] = [temporaryFolder(t), temporaryFolder(t)];
  writeFileSync(join(a, "result.json"), JSON.stringify(result));
  writeFileSync(join(b, "result.json"), JSON.stringify(later()));
  const [written, compared, both, misused] = (await deadheatEach([
    ["report", a, "--format", "csv,bmf,gab,json,md"],
    ["report", a, b],
    ["report", a, b, "--format", "html"],
    ["report", a, "--format", "pdf"],
  ])) as [Finished, Finished, Finished, Finished];
  assert.equal(written.code, 0, written.stderr);
  for (const name of ["csv", "bmf", "gab", "json", "md"] as const) {
    const file = join(a, formats[name].file);
    assert.ok(readFileSync(file, "utf8").length > 0);
    assert.ok(written.stdout.includes(file));
  }
  assert.equal(compared.code, 0, compared.stderr);
  assert.match(compared.stdout, /0 of \d+ results changed significantly/);
  assert.match(
    compared.stdout,
    /Without that correction, 0 would count as different, of which chance alone explains \d/,
  );
  assert.equal(both.code, 2);
  assert.equal(misused.code, 2);
  assert.match(misused.stderr, /There is no format "pdf"\. The formats are: .*csv/);
});

test("--open starts the browser with report.html, or says that there is none", async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "result.json"), JSON.stringify(result));
  const browser = join(folder, "browser");
  writeFileSync(browser, `#!/bin/sh\necho "$1" > "${folder}/opened"\n`, { mode: 0o755 });
  const opened = await start(["report", folder, "--open"], { BROWSER: browser }).finished;
  assert.equal(opened.code, 0, opened.stderr);
  const page = join(folder, "report.html");
  for (let i = 0; i < 100 && !existsSync(join(folder, "opened")); i++) await setTimeout(20);
  assert.equal(readFileSync(join(folder, "opened"), "utf8"), `${page}\n`);
  assert.match(readFileSync(page, "utf8"), /^<!doctype html>/);
  const none = await start(["report", folder, "--open"], { BROWSER: "/nowhere" }).finished;
  assert.equal(none.code, 0);
  assert.match(none.stderr, /Cannot start a browser .*report\.html/);
  // xdg-open does this without a screen.
  writeFileSync(browser, "#!/bin/sh\nexit 3\n");
  const failed = await start(["report", folder, "--open"], { BROWSER: browser }).finished;
  assert.equal(failed.code, 0);
  assert.match(failed.stderr, /start a browser \(.*ended with exit code 3\)\. Open .*report\.html/);
});
