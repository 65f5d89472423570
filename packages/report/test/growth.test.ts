import assert from "node:assert/strict";
import { test } from "node:test";
import type { Growth, GrowthSide } from "@deadheat/judge";
import { plain } from "../../judge/test/comparisons.ts";
import { renderCompared, renderComparedHtml, renderComparedMarkdown } from "../src/index.ts";
import { compared, comparedRounds } from "./compared.ts";
import { comparison, gated } from "./gated.ts";

const side = (perResponse: number, verdict: GrowthSide["verdict"], early = perResponse) => ({
  perResponse,
  lo: perResponse - 4,
  hi: perResponse + 4,
  early,
  verdict,
});

const grown: Growth = {
  of: "live",
  base: side(1.4, "steady"),
  new: side(313.2, "grows"),
  difference: { bytes: 311.8, lo: 305.6, hi: 318.4, p: 0.0001, equivalenceP: 1, verdict: "more" },
  margin: 16,
  confidence: 0.95,
  n: 8,
  responses: { base: 482_000, new: 480_000 },
  gate: null,
};

const text = (growth: Growth, width = 80) =>
  renderCompared(compared({ comparisons: [{ ...plain, growth }] }), { width });
const failed: Growth = {
  ...grown,
  gate: { limit: 100, outcome: "failed", confidence: 0.992, moreRounds: null },
};

test("a comparison with memory growth has a row, and says which server keeps growing", () => {
  assert.match(
    text(grown),
    /more CPU per request\nnode-http\/node does not keep growing: at most 6 B per request\.\nexpress\/node keeps growing: 313 B per request over 60,000 requests a round, and\n {2}the growth did not slow\.\n/,
  );
  assert.match(
    text(grown),
    /^ {2}growth per request {6}1 B {4}313 B {2}\+312 B {2}\[\+306, \+318\] {3}more$/m,
  );
});

test("a leak that slows down, a plateau, too little data and native memory have their sentences", () => {
  const of = (next: GrowthSide, own: Partial<Growth> = {}) =>
    text({ ...grown, ...own, new: next }, 1000);
  assert.match(
    of(side(120, "grows", 900)),
    /keeps growing: 120 B per request over 60,000 requests a round, and slowed down from 900 B, but did not stop\./,
  );
  assert.match(
    of(side(0, "plateau", 900)),
    /express\/node grew by 900 B per request in the first half of 60,000 requests a round and then no more: a plateau, not a leak\./,
  );
  assert.match(
    of(side(20, "undecided")),
    /Not enough data to tell whether express\/node keeps growing/,
  );
  assert.match(
    of(side(3000, "grows"), { of: "resident" }),
    /3\.0 kB per request .* memory is native/,
  );
  assert.match(
    of(side(1, "steady")),
    /Neither server keeps growing: a request leaves at most 6 B behind\./,
  );
});

test("a single round shows what it measured, and no interval", () => {
  const one = { lo: -1e12, hi: 1e12 };
  const growth: Growth = {
    ...grown,
    base: { ...side(1.4, "undecided"), ...one },
    new: { ...side(894, "undecided"), ...one },
    difference: { bytes: 892.6, ...one, p: 1, equivalenceP: 1, verdict: "undecided" },
    n: 1,
    gate: { limit: 100, outcome: "undecided", confidence: 0.95, moreRounds: null },
  };
  const found = text(growth, 1000);
  assert.match(
    found,
    /whether express\/node keeps growing: 894 B per request in 1 round, where less than 16 B is noise\./,
  );
  assert.match(found, /^ {2}growth per request +1 B +894 B +too little data$/m);
  const document = gated({ outcome: "undecided", comparisons: [comparison({ growth })] });
  assert.match(
    renderCompared(document, { width: 1000 }),
    /UNDECIDED +memory growth +too little data +\(limit 100 B\)/,
  );
});

test("the page and the Markdown have the growth of both servers, and a control's gate is off", () => {
  const page = comparedRounds({ comparisons: [{ ...plain, growth: failed }] });
  const markdown = renderComparedMarkdown(page.document);
  assert.match(
    markdown,
    /\| growth&nbsp;per&nbsp;request .*\+312&nbsp;B.*more.*100&nbsp;B:&nbsp;failed/,
  );
  assert.match(markdown, /keeps growing: 313 B per request/);
  const html = renderComparedHtml(page);
  assert.match(html, /growth per request/);
  assert.match(html, /class="verdict worse">more</);
  assert.match(html, /class="gate-failed">100 B: failed</);
});

test("the comment of a gate names the growth that fails it", () => {
  const document = gated({
    outcome: "failed",
    comparisons: [comparison({ growth: failed })],
    limits: {
      gate: 0.05,
      metrics: [{ metric: "memory-growth", limit: 100 }],
      from: "options",
      changes: [{ request: null, metric: "memory-growth", base: 100, new: 2000 }],
      unread: null,
    },
  });
  const comment = renderComparedMarkdown(document);
  assert.match(
    comment,
    /FAILED: 1 of 2 limits is exceeded.*\n.*: memory growth at least 306 B more\./,
  );
  assert.match(comment, /raises the limit on memory growth from 100 B to 2\.0 kB/);
  assert.match(comment, /Limits \(from the options\): CPU per request 5 %, memory growth 100 B/);
  assert.match(
    renderCompared(document, { width: 1000 }),
    /FAILED +memory growth +at least 306 B more +\(limit 100 B\)/,
  );
});
