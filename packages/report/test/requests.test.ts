import assert from "node:assert/strict";
import { test } from "node:test";
import { MIX } from "@deadheat/judge";
import { renderCompared, renderComparedHtml, renderComparedMarkdown } from "../src/index.ts";
import { comparison, gated, slower } from "./gated.ts";

const routes = Array.from({ length: 40 }, (_, i) => `GET /v${Math.floor(i / 10)}/route-${i}`);
const [dearer = "", ...others] = routes;
const document = gated({
  outcome: "failed",
  comparisons: [
    ...others.map((scenario) => comparison({ scenario })),
    comparison({ ...slower, scenario: dearer }),
    comparison({ scenario: MIX }),
  ],
});

test("many requests have one table in a text, the mix first and then the worst", () => {
  const lines = renderCompared(document).split("\n");
  for (const line of lines) assert.ok(line.length <= 80, line);
  const rows = lines.filter((line) => / µs /.test(line) && !line.includes("CPU per request"));
  assert.equal(rows.length, 41);
  assert.match(rows[0] ?? "", /^mix .* same +5 %: passed$/);
  assert.match(rows[1] ?? "", /^GET \/v0\/route-0 .* slower +5 %: failed$/);
  // The report has the metrics of the other requests.
  assert.equal(lines.filter((line) => line.includes("CPU per request")).length, 1);
  assert.ok(lines.includes("The report has every metric; --verbose prints them."));
  const verbose = renderCompared(document, { verbose: true }).split("\n");
  assert.equal(verbose.filter((line) => line.startsWith("  CPU per request")).length, 41);
});

test("a narrow table has no room for the verdicts, but for whole names and limits", () => {
  const open = comparison({
    lo: 0.6,
    hi: 1.7,
    verdict: "undecided",
    gate: { limit: 0.05, outcome: "undecided", confidence: 0.99, moreRounds: 8 },
  });
  const comparisons = routes.map((scenario) => ({ ...open, scenario }));
  const text = renderCompared(gated({ outcome: "undecided", comparisons }));
  assert.match(text, /^GET \/v3\/route-39 .* \[[-+.\d]+, [-+.\d]+\]  5 %: undecided$/m);
});

test("many requests have one table in Markdown and on the page", () => {
  const rows = renderComparedMarkdown(document)
    .split("\n")
    .filter((line) => line.includes("&nbsp;µs |"));
  assert.equal(rows.length, 41);
  assert.match(rows[0] ?? "", /^\| mix /);
  const page = renderComparedHtml({ document, comparisons: [], control: [], explained: [] });
  const [, whole = ""] = /<h2[^>]*>CPU per request<\/h2>([^]*?)<h2/.exec(page) ?? [];
  assert.equal(whole.match(/<tr>/g)?.length, 42);
});

test("a text, Markdown and the page say which requests were not measured, and the mix of others comes first", () => {
  const together = others.slice(0, 30);
  const touched = { app: null, direct: [dearer], indirect: 30, mixed: 30, of: 40, causes: [] };
  const comparisons = [
    ...others.slice(30).map((scenario) => comparison({ scenario })),
    comparison({ scenario: "mix of 30 requests", together }),
  ];
  const some = { ...document, comparisons, gate: { ...document.gate, touched: [touched] } };
  const text = renderCompared(some);
  const row = text.split("\n").find((line) => / µs /.test(line));
  assert.match(row ?? "", /^mix of 30 requests/);
  const page = renderComparedHtml({ document: some, comparisons: [], control: [], explained: [] });
  for (const one of [text, renderComparedMarkdown(some), page]) {
    assert.match(one.replaceAll(/\s+/g, " "), /The other 9 run the same code and are not measured/);
  }
});
