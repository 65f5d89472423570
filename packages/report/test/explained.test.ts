import assert from "node:assert/strict";
import { test } from "node:test";
import { reasonsOf, type Explained } from "@deadheat/judge";
import { renderExplained, renderExplainedHtml, renderGateMarkdown } from "../src/index.ts";
import { explained } from "./explained.ts";
import { comparison, gated, slower } from "./gated.ts";
import { golden } from "./golden.ts";

const faster: Partial<Explained> = {
  cpu: { base: 14e-6, new: 13e-6, difference: -1e-6, lo: -1.2e-6, hi: -0.8e-6 },
};
const alike: Partial<Explained> = {
  cpu: { base: 14e-6, new: 14.1e-6, difference: 1e-7, lo: -1e-7, hi: 3e-7 },
  functions: explained().functions.map((one) => ({ ...one, named: false })),
  explained: null,
};
const warned: Partial<Explained> = {
  warnings: [{ code: "profiler-overhead", message: "the profiler made requests 34 % dearer" }],
};

/** The sentences with which each explanation begins. */
const sentences: Readonly<Record<string, string>> = {
  alike:
    "The CPU time of a request does not differ (+0.100 us [-0.100, 0.300]), and no function's, as far as 8 profiled rounds can tell.",
  faster:
    "1.00 us less a request [0.800, 1.20]. -0.034 us in ylru (get; gone), +0.041 us in node:path (extname; not in the base), +0.060 us in on-finished (wrap). The named functions explain 30 % of the difference; +0.580 us [0.380, 0.780] is spread over functions whose own difference cannot be told.",
  slower:
    "0.830 us more a request [0.710, 0.950]. +0.178 us in mime-types (charset, lookup; not in the base), +0.060 us in on-finished (wrap), +0.041 us in node:path (extname; not in the base). The named functions explain 30 % of the difference; +0.580 us [0.380, 0.780] is spread over functions whose own difference cannot be told.",
  warned:
    "0.830 us more a request [0.710, 0.950]. +0.178 us in mime-types (charset, lookup; not in the base), +0.060 us in on-finished (wrap), +0.041 us in node:path (extname; not in the base). The named functions explain 30 % of the difference; +0.580 us [0.380, 0.780] is spread over functions whose own difference cannot be told.",
};

test("an explanation in sentences and tables", () => {
  golden("explained-slower.txt", renderExplained(explained(), { page: "/nowhere/explain.html" }));
  assert.match(renderExplained(explained(warned)), /^! the profiler made requests 34 % dearer$/m);
});

for (const [name, own] of Object.entries({ slower: {}, faster, alike, warned })) {
  test(`an explanation in sentences: ${name}`, () => {
    const text = renderExplained(explained(own), { page: "/nowhere/explain.html" });
    assert.equal(text.split("\n\n")[0]!.replaceAll(/\n */g, " "), sentences[name]);
    for (const line of text.split("\n")) assert.ok(line.length <= 80, line);
  });
}

test("the first sentence has the difference with its interval, and the second names the reasons", () => {
  const [first = ""] = renderExplained(explained()).split("\n");
  assert.ok(
    first.startsWith("0.830 us more a request [0.710, 0.950]. +0.178 us in mime-types"),
    first,
  );
});

test("a function whose own time differs, and whose whole time does not, is marked", () => {
  const text = renderExplained(explained());
  assert.match(text, /wrap\*/);
  assert.match(text, /\* The time of wrap with the functions that it calls does not differ/);
});

test("if most functions differ by a factor, the explanation says that the difference is everywhere", () => {
  const one = explained().functions.find(({ state, file }) => state === "both" && file !== null);
  const self = { ...one!.self, base: 1e-7, new: 3.4e-7, difference: 2.4e-7 };
  const functions = Array.from({ length: 9 }, (_, i) => ({ ...one!, name: `f${i}`, self }));
  assert.match(
    renderExplained(explained({ functions })),
    /takes 3\.4 times as\s+long as in the base/,
  );
  assert.match(
    renderExplained(explained({ functions })),
    /does not\s+tell\s+which code was optimised/,
  );
  const kinds = [{ name: "threads", cost: { ...self, lo: 2e-7, hi: 3e-7 } } as const];
  assert.match(
    renderExplained(explained({ functions, kinds })),
    /collect take 0\.100\s+us in the\s+base/,
  );
  assert.doesNotMatch(renderExplained(explained()), /everywhere/);
});

const failed = comparison({
  ...slower,
  explained: reasonsOf(explained()),
});

test("a failed gate says why: the sentence, and a folded table of at most ten rows", () => {
  const markdown = renderGateMarkdown(gated({ outcome: "failed", comparisons: [failed] }));
  assert.match(markdown, /\n\n\*\*Why\*\*: 0\.830 us more a request \\\[0\.710, 0\.950\\\]\. /);
  assert.match(markdown, /<summary>The functions that differ<\/summary>/);
  assert.match(
    markdown,
    /^\| -0\.034 \| \S+ \S+ \| 0\.034 \| get \(gone\) \| ylru index\.js:11 \|$/m,
  );
  const many = Array.from({ length: 30 }, (_, i) => ({
    ...explained().functions[0]!,
    name: `f${i}`,
  }));
  const reasons = { ...reasonsOf(explained()), functions: many };
  const one = comparison({ ...slower, explained: reasons });
  const text = renderGateMarkdown(gated({ outcome: "failed", comparisons: [one] }));
  assert.equal(text.match(/^\| \+0\.115/gm)?.length, 10);
  assert.match(text, /20 more functions/);
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
    packages: [{ name: attack, cost: explained().cpu }],
  });
  const html = renderExplainedHtml(hostile);
  assert.equal(html.match(/<script/g)?.length, 2, "the data and the page's own");
  assert.doesNotMatch(html, /<b onclick/);
  const one = comparison({ ...slower, explained: reasonsOf(hostile) });
  const markdown = renderGateMarkdown(gated({ outcome: "failed", comparisons: [one] }));
  assert.doesNotMatch(markdown, /(?<!\\)<script|@everyone|(?<!\\)\[a\]\(|http:\/\/b/);
});

test("the page loads nothing and stays small", () => {
  const html = renderExplainedHtml(explained());
  assert.ok(html.length < 1_500_000, `${html.length} bytes`);
  assert.match(html, /Content-Security-Policy" content="default-src 'none'/);
  assert.doesNotMatch(html, /<link(?! rel="icon" href="data:,")|src=/);
});
