import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { scenarios } from "@deadheat/handlers";
import { warmupOf, warningSchema } from "@deadheat/journal";
import { explainedSchema } from "@deadheat/judge";
import {
  conditionSentences,
  explainedSentences,
  knownSentences,
} from "@deadheat/report/site-parts";
import { warningWords } from "@deadheat/report/words";
import * as v from "valibot";
import { generatedResult, small } from "../../packages/judge/test/generated-result.ts";
import { readPublished } from "../src/read/published.ts";
import { siteOf } from "../src/read/site.ts";
import { builtSite, htmlOf, linksOf, pathsOf, textsOf, type Tag, type Text } from "./built.ts";
import { fieldAt, valuesOf } from "./fields.ts";

const hostile = "<img src=x onerror=alert(1)>";

const site = builtSite((results) => {
  const write = (name: string, text: string) => {
    mkdirSync(join(results, "vm", name), { recursive: true });
    writeFileSync(join(results, "vm", name, "result.json"), text);
  };
  const result = generatedResult(small);
  write("cut-off", JSON.stringify(result).slice(0, 5000));
  write("wrong-field", JSON.stringify({ ...result, cells: [{ target: hostile }] }));
  const load = { ...result.run.load, warmup: warmupOf(500) };
  write("old-rule", JSON.stringify({ ...result, run: { ...result.run, load } }));
  mkdirSync(join(results, "history/koa/why"), { recursive: true });
  writeFileSync(join(results, "history/koa/why/broken.json"), '{"schema":1}');
});
const paths = pathsOf(site.out);
const pages = paths.map((path) => {
  const html = htmlOf(site.out, path);
  return { path, html, texts: textsOf(html) };
});

test("the site is built in 60 seconds", (t) => {
  t.diagnostic(`${paths.length} pages in ${site.seconds.toFixed(1)} s`);
  assert.ok(site.seconds < 60);
});

test("every link leads to a page or a file of the site, and every anchor exists", () => {
  for (const { path, html } of pages) {
    for (const link of linksOf(html, path)) {
      if (link === "data:,") continue;
      const [to = "", anchor] = link.split("#");
      const file = to === "" ? join(path, "index.html") : to.endsWith("/") ? `${to}index.html` : to;
      assert.ok(existsSync(join(site.out, file)), `${path} links to ${link}`);
      if (anchor !== undefined) {
        const there = readFileSync(join(site.out, file), "utf8");
        assert.match(there, new RegExp(`id="?${anchor}\\b`), `${path} links to ${link}`);
      }
    }
  }
});

test("a broken result, and one of an older rule, are left out, and the site says so", () => {
  const left = new Map(site.built.leftOut.map(({ name, reason }) => [name, reason]));
  assert.match(left.get("vm/cut-off") ?? "", /cannot be read/);
  assert.match(left.get("vm/wrong-field") ?? "", /field cells/);
  assert.match(left.get("vm/old-rule") ?? "", /warmed by too few responses/);
  assert.match(left.get("history/koa/why/broken.json") ?? "", /the field schema is wrong/);
  const sure = htmlOf(site.out, "/sure/");
  for (const name of left.keys()) assert.ok(sure.includes(name));
  assert.match(htmlOf(site.out, "/"), /left out/);
  for (const { path, html } of pages) {
    assert.ok(!html.includes(hostile), path);
    if (path !== "/sure/") assert.ok(!html.includes("vm/cut-off"), path);
  }
});

test("a first view has less than 300 kB, all of it from the site", (t) => {
  const shared = ["style.css", "site.js"].reduce(
    (sum, file) => sum + statSync(join(site.out, file)).size,
    0,
  );
  const sizes = pages.map(({ path, html }) => ({ path, bytes: Buffer.byteLength(html) }));
  const largest = sizes.reduce((a, b) => (a.bytes > b.bytes ? a : b));
  const start = gzipSync(htmlOf(site.out, "/")).length;
  t.diagnostic(`${largest.path}: ${largest.bytes + shared} bytes; start, compressed: ${start}`);
  assert.ok(largest.bytes + shared < 300_000);
  for (const { path, html } of pages) {
    for (const link of linksOf(html, path)) assert.ok(!/^https?:/.test(link), link);
  }
});

const { results, leftOut } = readPublished(site.results);
const content = siteOf(results, leftOut);

/** The names that have digits, the longest first. */
const names = [
  ...new Set([
    ...content.targets,
    ...content.frameworks,
    // The scenario of a history is a request, such as `GET /users/42`.
    ...results.flatMap(({ result }) =>
      result.cells.flatMap((cell) => [cell.target, cell.scenario]),
    ),
    ...results.flatMap(({ result }) =>
      result.cells.flatMap(({ libraries = [] }) => libraries.map(({ name }) => name)),
    ),
    ...content.steps.map(({ series }) => series),
    ...[...results, ...leftOut].map(({ name }) => name),
    ...scenarios.flatMap(({ name, store }) => [name, store ?? name]),
    "95 %",
    "p99",
    "HTTP/2",
  ]),
]
  .filter((name) => /\d/.test(name))
  .toSorted((a, b) => b.length - a.length);

/** Text that is no metric: code, an axis, and the title, which has names alone. */
const isExempt = ({ within }: Text) =>
  within.some(
    ({ name, attributes }) =>
      ["code", "pre", "style", "script", "svg"].includes(name) || attributes["aria-hidden"],
  );

const sourced = ({ within }: Text): Tag | undefined =>
  within.find(({ attributes }) => attributes["data-from"] !== undefined);

test("every metric of the site is in a result file, or follows from fields by a named rule", () => {
  let count = 0;
  const known = new Map<string, number[]>();
  for (const { path, texts } of pages) {
    for (const one of texts) {
      const tag = sourced(one);
      if (tag?.name !== "data") continue;
      const { value = "", "data-from": from = "", "data-by": by = "" } = tag.attributes;
      const key = `${by} ${from}`;
      const found = known.get(key) ?? valuesOf(site.results, by, from.split(" "));
      known.set(key, found);
      const claimed = Number(value);
      const near = found.some((is) => Math.abs(is - claimed) <= 2e-5 * Math.abs(is) + 1e-12);
      assert.ok(near, `${path}: ${value} is not ${found.join(" or ")} (${by} ${from})`);
      assertShown(one.text, claimed, `${path}: ${from}`);
      count++;
    }
  }
  assert.ok(count > 1000, `${count} metrics`);
});

/** Checks that a printed text is its value, rounded. */
function assertShown(text: string, value: number, where: string): void {
  if (/ min| s$/.test(text)) return;
  const digits = text.replaceAll(",", "").match(/[\d.]+/)?.[0] ?? "";
  const [, word = ""] = / ([uµ]s|ms|%|[kMG]?B)$/.exec(text) ?? [];
  const bytes = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 };
  const unit = { us: 1e-6, µs: 1e-6, ms: 1e-3, "%": 1e-2, ...bytes }[word] ?? 1;
  const step = 10 ** -(digits.split(".")[1]?.length ?? 0);
  const least = Math.max(0.51 * step, 5.1e-4 * Number(digits));
  // The ends of an interval leave out the unit of the metric before them.
  const sizes = unit === 1 ? [1, 1e-6, 1e-3] : [unit];
  const fits = sizes.some(
    (size) => Math.abs(Number(digits) * size - Math.abs(value)) <= least * size,
  );
  assert.ok(fits, `${where}: "${text}" is not ${value}`);
  if (value <= -0.005e-6) assert.ok(text.startsWith("-"), `${where}: "${text}" is negative`);
}

test("every version, date and sentence that has a source is what the result says", () => {
  for (const { path, texts } of pages) {
    for (const one of texts) {
      const tag = sourced(one);
      if (!tag || tag.name === "data") continue;
      const from = tag.attributes["data-from"]!;
      const by = tag.attributes["data-by"];
      const rule = { reasons: reasonsIn, sentences: sentencesIn, warning: warningAt }[by ?? ""];
      const found = rule ? rule(from) : String(fieldAt(site.results, from));
      const said = by === "margin" ? String(Number(/[\d.]+/.exec(one.text)?.[0]) / 100) : one.text;
      assert.ok(found.includes(said), `${path}: ${one.text} is not in ${from}`);
    }
  }
});

/** Returns the sentences of a result's report, whose tests check what they say. */
function sentencesIn(from: string): string {
  const { result } = results.find(({ name }) => `${name}#` === from)!;
  return [...knownSentences(result), ...conditionSentences(result)].join("\n");
}

/** Returns a warning of a result in the words of the report, whose tests check them. */
function warningAt(from: string): string {
  return warningWords(v.parse(warningSchema, fieldAt(site.results, from)));
}

/** Returns the sentences of an explanation. The report's tests check that they say what its functions cost. */
function reasonsIn(file: string): string {
  const read = JSON.parse(readFileSync(join(site.results, file), "utf8")) as unknown;
  return explainedSentences(v.parse(explainedSchema, read)).join(" ");
}

test("no other text of a page has a digit", () => {
  for (const { path, texts } of pages) {
    for (const one of texts) {
      if (!/\d/.test(one.text) || isExempt(one) || sourced(one)) continue;
      const rest = names.reduce((text, name) => text.replaceAll(name, ""), one.text);
      assert.ok(!/\d/.test(rest), `${path}: "${one.text.trim()}"`);
    }
  }
});

test("of an interval, the ends are around the metric before it", () => {
  for (const { path, texts } of pages) {
    const metrics = texts.flatMap(({ text, within }) => {
      const tag = within.at(-1);
      return tag?.name === "data"
        ? [{ text, value: Number(tag.attributes["value"]), isEnd: within.at(-2)?.name === "small" }]
        : [];
    });
    for (const [i, { isEnd, value }] of metrics.entries()) {
      const [lo, hi] = [metrics[i + 1], metrics[i + 2]];
      if (isEnd || !lo?.isEnd || !hi?.isEnd) continue;
      assert.ok(
        lo.value <= value && value <= hi.value,
        `${path}: ${value} in ${lo.value} to ${hi.value}`,
      );
    }
  }
});
