import assert from "node:assert/strict";
import { test } from "node:test";
import type { Compared, Metric } from "@deadheat/judge";
import { metric } from "../../judge/test/comparisons.ts";
import { renderComparedHtml, renderComparedMarkdown } from "../src/index.ts";
import { axisOf } from "../src/view/compared/metrics.ts";
import { tickWords } from "../src/view/parts/change-scale.ts";
import { compared, comparedRounds } from "./compared.ts";

const one = comparedRounds().document.comparisons[0]!;
const failed = { limit: 0.05, outcome: "failed", confidence: 0.975, moreRounds: null } as const;
const gatedMetrics = one.metrics.map((own) =>
  own.metric === "cpu" ? { ...own, gate: failed } : own,
);
test("the Markdown of a comparison has the sentence, the metrics, and the command that repeats it", () => {
  const markdown = renderComparedMarkdown(compared());
  assert.match(
    markdown,
    /^> \[!WARNING\]\n> \*\*express\/node is slower than node-http\/node: 8\.3 % more/,
  );
  assert.match(
    markdown,
    /^\| {2}\| {2}\| peak&nbsp;memory&nbsp;\(RSS\) \| 92&nbsp;MB \| 95&nbsp;MB \|.* undecided \|$/m,
  );
  assert.match(markdown, /^npx deadheat@0\.1\.0 compare node-http express@5\.3\.0 --budget 60s$/m);
});

test("the page has a mark for every server in every round, in the order of measuring", () => {
  const page = renderComparedHtml(comparedRounds());
  assert.match(page, /<h1>express\/node is slower than node-http\/node: 8\.3 % more CPU/);
  // Three rounds of two metrics, and the key.
  assert.equal(page.match(/<circle class="base"/g)?.length, 3 * 2 + 1);
  assert.equal(page.match(/<circle class="new"/g)?.length, 3 * 2 + 1);
  assert.match(
    page,
    /CPU per request in 3 rounds: base 11\.9 µs to 12\.1 µs, new 12\.9 µs to 13\.1 µs/,
  );
  assert.match(page, /npx deadheat@0\.1\.0 compare node-http/);
  assert.doesNotMatch(page, /<script|class="gate"/);
});

test("a limit is drawn in, and its outcome is the headline", () => {
  const comparisons = [{ ...one, metrics: gatedMetrics, gate: failed }];
  const limits = { gate: 0.05, from: "options" as const, changes: [], unread: null };
  const gate: Compared["gate"] = { outcome: "failed", reason: null, limits };
  const page = renderComparedHtml(comparedRounds({ comparisons, gate }));
  assert.match(page, /<h1>FAILED: express\/node is at least /);
  assert.match(page, /class="gate" x1=/);
  assert.match(page, />5 %: failed</);
  const markdown = renderComparedMarkdown(compared({ comparisons, gate }));
  assert.match(markdown, /\| 5&nbsp;%:&nbsp;failed \|/);
});

test("several comparisons have their own sentences, and the control is shown without a limit", () => {
  const comparisons = [one, { ...one, scenario: "POST /echo" }];
  const equal = gatedMetrics.map((own) => ({ ...own, lo: 0.99, hi: 1.01 }));
  const control = [{ ...one, new: one.base, ratio: 1, lo: 0.99, hi: 1.01, metrics: equal }];
  const page = renderComparedHtml(comparedRounds({ comparisons, control }));
  assert.match(page, /<h1>2 comparisons/);
  assert.match(page, /<h2>POST \/echo on node 26\.10\.0, 8 rounds/);
  assert.match(page, /Control passed: node-http\/node against itself shows no difference/);
  assert.doesNotMatch(page, /class="gate"/);
});

test("names and messages from outside stay text, and a missing journal leaves the metrics", () => {
  const hostile = '<img src=x onerror="alert(1)">|`\u001b[31m\u202e';
  const warnings = [{ code: "not-pinned", facts: { reason: hostile } } as const];
  const comparisons = [{ ...one, scenario: hostile, warnings, app: hostile }];
  const rounds = { ...comparedRounds({ comparisons, command: hostile }), comparisons: [new Map()] };
  const page = renderComparedHtml(rounds);
  assert.doesNotMatch(page, /<img|\p{Cf}|[^\P{Cc}\n]/u);
  assert.doesNotMatch(page, /Every round/);
});

test("an axis holds 1, all margins and limits, and a very wide interval takes no more than its room", () => {
  const wide = metric("start", { base: 1, new: 1.1, lo: 0.01, hi: 90, verdict: "undecided" });
  const gate = { limit: 0.2, outcome: "passed", confidence: 0.95, moreRounds: null } as const;
  const some: Metric[] = [
    wide,
    metric("cpu", { base: 1, new: 1, lo: 0.99, hi: 1.01, verdict: "undecided", gate }),
  ];
  const { at, ticks } = axisOf(some);
  const place = (ratio: number) => Number.parseFloat(at(ratio));
  assert.ok(place(1) > 30 && place(1) < 70, at(1));
  assert.ok(place(1.2) < 100 && place(1.2) > place(1));
  assert.equal(at(90), "100%");
  assert.ok(ticks.includes(1));
  assert.deepEqual([0.95, 1, 1.1].map(tickWords), ["-5 %", "0", "+10 %"]);
});
