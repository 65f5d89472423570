import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { reasonsOf, type Explained, type ExplainedFunction, type Reasons } from "@deadheat/judge";
import {
  renderCompared,
  renderComparedMarkdown,
  renderExplained,
  renderExplainedHtml,
  renderExplainedMarkdown,
  renderPprof,
} from "../src/index.ts";
import { explained } from "./explained.ts";
import { comparison, gated, slower } from "./gated.ts";
import { golden } from "./golden.ts";

const faster: Partial<Explained> = {
  whole: { base: 14e-6, new: 13e-6, difference: -1e-6, lo: -1.2e-6, hi: -0.8e-6 },
};
const alike: Partial<Explained> = {
  whole: { base: 14e-6, new: 14.1e-6, difference: 1e-7, lo: -1e-7, hi: 3e-7 },
  functions: explained().functions.map((one) => ({ ...one, named: false })),
  explained: null,
};
const warned: Partial<Explained> = {
  warnings: [{ code: "profiler-overhead", facts: { base: 0.34, new: 0.34 } }],
};

/** The place of a function of the framework, which is called by others below. */
const verify = {
  name: "verify",
  kind: "framework",
  package: "jsonwebtoken",
  file: "verify.js",
  line: 122,
} as const;

test("an explanation is the answer, the reasons, and the tables", () => {
  golden("explained-slower.txt", renderExplained(explained(), { page: "/nowhere/explain.html" }));
  const text = renderExplained(explained(warned));
  assert.match(text, /^! Profiling made requests 34 % more expensive; the numbers/m);
  assert.equal(text.match(/Profiling made/g)?.length, 1, "a warning takes the place of the remark");
});

test("the first line of an explanation is the answer, and every line fits", () => {
  for (const [own, answer] of [
    [faster, "koa 3.2.0 takes 1.00 µs less CPU per request than koa 2.16.0 [0.800, 1.20]"],
    [
      alike,
      "No significant difference in CPU per request: +0.100 µs [-0.100, 0.300] after 8 rounds, and none in any function",
    ],
  ] as const) {
    assert.equal(renderExplained(explained(own), { width: 1000 }).split("\n")[0], answer);
    for (const line of renderExplained(explained(own)).split("\n"))
      assert.ok(line.length <= 80, line);
  }
});

test("no share of a difference is below 0 or above 100 %, and nothing is named that went the other way", () => {
  const rest = (difference: number) => ({ ...explained().rest, difference });
  for (const [share, others, words] of [
    [1.1, -2e-7, /explain all of the difference, and more: .* by -0\.200 µs/],
    [-0.37, 9e-7, /No single function explains the difference: .* by \+0\.900 µs/],
  ] as const) {
    const text = renderExplained(explained({ explained: share, rest: rest(others) }), {
      width: 1000,
    });
    assert.match(text, words);
    assert.doesNotMatch(text, /explain -?\d+ %/);
  }
  const reversed = explained().functions.map((one) => {
    const { base, new: next, difference, lo, hi } = one.self;
    const self = { base: next, new: base, difference: -difference, lo: -(hi ?? 0), hi: -(lo ?? 0) };
    return { ...one, self };
  });
  const other = renderExplainedMarkdown(explained({ functions: reversed }));
  assert.match(other, /^\+\d[.\d]* µs in /m);
  assert.doesNotMatch(other, /-\d[.\d]* µs in /);
});

test("beside a function of the runtime stands its caller, and the first sentence names it", () => {
  const { whole } = explained();
  const caller = { ...verify, name: "verify > anonymous 3", total: whole };
  const [, , , extname] = explained().functions;
  const direct = { name: "createPublicKey", file: "node:internal/crypto/keys", line: 810 };
  const nowhere = { kind: "native", file: null, line: null };
  const functions = [
    { ...extname!, ...direct, self: whole, caller },
    { ...extname!, ...nowhere, name: "init", directCaller: { ...extname!, ...direct }, caller },
  ] as ExplainedFunction[];
  const text = renderExplained(explained({ functions, explained: 0.9 }), { width: 120 });
  assert.match(text, /\[0\.710, 0\.950\], mostly in verify, jsonwebtoken\s+verify\.js:122$/m);
  assert.match(text, /^ +called by verify, jsonwebtoken verify\.js:122$/m);
  assert.match(
    text,
    /^ +called by createPublicKey, node:internal\/crypto\/keys:810; for verify, jsonwebtoken\s+verify\.js:122$/m,
  );
});

test("without a function, the first sentence names the smallest thing that differs", () => {
  const none = explained().functions.map((one) => ({ ...one, named: false }));
  const cost = { base: 1e-6, new: 1.7e-6, difference: 0.7e-6, lo: 0.5e-6, hi: 0.9e-6 };
  const kinds = [{ name: "gc", cost, q: 0.001, named: true }] as const;
  const of = (own: Partial<Explained>) =>
    renderExplained(explained({ functions: none, kinds: [...kinds], ...own }), { width: 200 });
  assert.match(of({}), /\], mostly in garbage collection$/m);
  const packages = [{ name: "mime-types", cost, q: 0.001, named: true }];
  assert.match(of({ packages }), /\], mostly in mime-types$/m);
});

test("if most functions differ by a factor, no single function is the cause", () => {
  const one = explained().functions.find(({ state, file }) => state === "both" && file !== null);
  const self = { ...one!.self, base: 1e-7, new: 3.4e-7, difference: 2.4e-7 };
  const older = { ...explained().base, version: "20.19.0" };
  const functions = Array.from({ length: 9 }, (_, i) => ({ ...one!, name: `f${i}`, self }));
  const text = (own: Partial<Explained>) =>
    renderExplained(explained({ functions, ...own }), { width: 1000 });
  assert.match(text({ base: older }), /the median function is 3\.4 times slower/);
  assert.match(text({ base: older }), /cannot see which code was optimized/);
  const kinds = [{ name: "threads" as const, q: 0.01, named: true, cost: self }];
  assert.match(
    text({ kinds, base: older }),
    /JIT and GC threads take 0\.100 µs per request in the base/,
  );
  assert.doesNotMatch(text({}), /is the cause/);
});

/** Returns the comment of a failed gate whose comparison has an explanation. */
const commentOf = (reasons: Reasons) =>
  renderComparedMarkdown(
    gated({ outcome: "failed", comparisons: [comparison({ ...slower, explained: reasons })] }),
  );

test("a failed gate says why: the sentence, and a folded table of at most ten rows", () => {
  const markdown = commentOf(reasonsOf(explained()));
  assert.match(markdown, /\n\n\*\*Why\*\*: koa 3\.2\.0 takes 0\.830 µs more CPU per request /);
  assert.match(markdown, /<summary>The functions that differ<\/summary>/);
  assert.match(
    markdown,
    /^\| -0\.034 \| \S+ \S+ \| 0\.034 \| get \(removed\) \| ylru index\.js:11 \|$/m,
  );
  const many = Array.from({ length: 30 }, (_, i) => ({
    ...explained().functions[0]!,
    name: `f${i}`,
  }));
  const text = commentOf({ ...reasonsOf(explained()), functions: many });
  assert.equal(text.match(/^\| \+0\.115/gm)?.length, 10);
  assert.match(text, /20 more functions/);
});

test("a gate on functions fails by name, and a comparison lists what takes more", () => {
  const of = { what: "function", name: "init", place: verify } as const;
  const found = [{ ...of, share: 0.0082, lo: 0.0061, hi: 0.0103, over: true }];
  const functions = { limit: 0.005, rounds: 12, found, outcome: "failed" as const };
  const one = comparison({ ...slower, gate: null, metrics: [], functions });
  const words = /init \+0\.82 % \[0\.61, 1\.03\], in verify, jsonwebtoken\s+verify\.js:122/;
  const worse = renderCompared(gated({ outcome: "failed", comparisons: [one] }), { width: 200 });
  assert.match(worse, /^FAILED: /);
  assert.match(worse, words);
  const none = { ...functions, found: [], outcome: null };
  const text = renderCompared(gated({ comparisons: [{ ...one, functions: none }] }));
  assert.match(text, /No function, file or package became\s+significantly more expensive/);
});

test("the names of functions, files and packages are only ever text", () => {
  const attack = "</script><script>alert(1)</script><b onclick=x> @everyone [a](http://b) | `c`";
  const functions = explained().functions.map((one) => ({
    ...one,
    name: attack,
    file: one.file && attack,
    package: one.package && attack,
  }));
  const hostile = explained({
    functions,
    scenario: attack,
    packages: [{ name: attack, cost: explained().whole, q: null, named: false }],
  });
  const html = renderExplainedHtml(hostile);
  assert.equal(html.match(/<script/g)?.length, 2, "the data and the page's own");
  assert.doesNotMatch(html, /<b onclick/);
  const markdown = commentOf(reasonsOf(hostile));
  assert.doesNotMatch(markdown, /(?<!\\)<script|@everyone|(?<!\\)\[a\]\(|http:\/\/b/);
});

test("an explanation for an issue is Markdown with an open table", () => {
  const markdown = renderExplainedMarkdown(explained());
  assert.match(markdown, /^koa 3\\?\.2\\?\.0 takes 0\\?\.830 µs more CPU per request/);
  assert.match(markdown, /^\| \+0\.115 .*called by set type, koa lib\/response\.js:301 \|$/m);
  assert.doesNotMatch(markdown, /<details>/);
});

test("the difference as a profile has the names of functions and files", () => {
  const bytes = gunzipSync(renderPprof(explained()));
  assert.ok(bytes.includes("charset") && bytes.includes("mime-types index.js"));
});

test("the page loads nothing and stays small", () => {
  const html = renderExplainedHtml(explained());
  assert.ok(html.length < 1_500_000, `${html.length} bytes`);
  assert.match(html, /Content-Security-Policy" content="default-src 'none'/);
  assert.doesNotMatch(html, /<link(?! rel="icon" href="data:,")|src=/);
});
