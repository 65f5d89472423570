import assert from "node:assert/strict";
import { test } from "node:test";
import { runRecord } from "../../journal/test/records.ts";
import { costResult, whole } from "../../judge/test/cost-records.ts";
import * as solo from "../../judge/test/solo-records.ts";
import { aa, bridge, duet, elysia, express, hono, resultOf } from "../../judge/test/results.ts";
import { renderHtml, renderMarkdown, renderResult } from "../src/index.ts";
import { golden } from "./golden.ts";

const plain = { color: false, columns: null };

test("the tables of a merged result", async (t) => {
  const failed = {
    target: "koa/node",
    framework: "koa",
    runtime: "node" as const,
    version: "3.3.0",
    scenario: "text",
    status: "failed" as const,
    reason: 'GET /about: body "\u001b[2Jx" instead of <html> | `y`',
  };
  const result = await resultOf(t, [aa, bridge, hono, elysia, express], { missing: [failed] });
  const table = renderResult(result, plain);
  assert.ok(!table.includes("\u001b"));
  golden("table-80.txt", renderResult(result, { color: false, columns: 80 }));
  golden("report.md", renderMarkdown(result));
});

test("report.md mentions no one, and no name in it becomes a link or an emoji", async (t) => {
  const result = await resultOf(t, [aa, express]);
  const reason = "@everyone: see #1, https://evil.example and :tada: [x](y)";
  const markdown = renderMarkdown({
    ...result,
    warnings: [{ code: "not-pinned", facts: { reason } }],
  });
  const [line = ""] = markdown.match(/^> \*\*Warning:\*\* .*$/m) ?? [];
  assert.doesNotMatch(line, /@everyone|#1|https:\/\/|:tada:|[^\\]\[x/);
  assert.match(line, /everyone.*see.*evil\.example.*tada/);
});

test("the tables at fixed rates", async (t) => {
  const result = await costResult(t, whole());
  const text = renderResult(result, plain);
  assert.match(text, /^ +200 +hono\/bun +111 µs +0\.900 +\[0\.878, 0\.923\] +1\.350/m);
  assert.match(text, /Nothing is ranked, because no duets were measured\./);
  const markdown = renderMarkdown(result);
  assert.match(markdown, /^\| 4,400 \(20 %\) \| express\/node \| 250 µs \| 0\.400 \|/m);
  assert.match(
    markdown,
    /A\/A, node-http\/node against itself: 1\.000 \\\[0\.975, 1\.025\\\] at 200\/s/,
  );
  const page = renderHtml(result);
  // Nothing is ranked, so the table is not folded.
  assert.match(page, /<details open><summary>text: CPU per request at fixed rates/);
  assert.match(page, /20 % of what the runtime.{1,6}s floor serves alone/);
});

test("a table flags imprecise and cold cells, private addons and an A/A row without 1", async (t) => {
  const vague = duet("koa/bun", "fetch/bun", [0.6, 1.1, 1.3]);
  const warm = { responses: 80_000, seconds: 3 };
  const warmup = { responses: 80_000, new: { responses: 900, seconds: 60 }, base: warm };
  const cold = duet("hono/bun", "fetch/bun", [0.9, 0.91, 0.89], { warmup });
  const copy = { sha256: "bb", reason: "needs glibc 2.38 and this host has 2.36" };
  const addon = { package: "native", sha256: "aa", copy };
  const [, ...records] = duet("uws/node", "node-http/node", [2, 2.01, 1.99]);
  const uws = [runRecord("uws/node", { addon }), ...records];
  const table = renderResult(await resultOf(t, [aa, bridge, vague, cold, express, uws]), plain);
  assert.match(table, /koa\/bun !/);
  assert.match(table, /! .*koa\/bun.*: Imprecise: ± .* to \d+ % to the floor\. A difference below/);
  assert.match(table, /! hono\/bun: In \d+ of \d+ rounds a server was not warm/);
  assert.match(table, /uws\/node: needs glibc 2\.38/);
  const off = duet("node-http/node", "node-http/node", [1.05, 1.051, 1.049], { role: "aa" });
  assert.match(renderResult(await resultOf(t, [off]), plain), /NOISE CHECK FAILED/);
});

test("a throughput that the generator limited is shown as a lower bound", async (t) => {
  const result = await solo.soloResult(t, solo.all, solo.whole(solo.all));
  assert.match(renderResult(result, plain), /500 +node-http\/node +>= 41,000/);
});
