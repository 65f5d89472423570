import assert from "node:assert/strict";
import { test } from "node:test";
import { five, journals, resultOf } from "../../judge/test/shards.ts";
import { renderHtml, renderMarkdown, renderResult } from "../src/index.ts";

const plain = { color: false, columns: null };
const result = resultOf(journals(five, { seed: 2 }));

test("a terminal and report.md name the instance that measured a target, and say how much instances differ", () => {
  const table = renderResult(result, plain);
  assert.match(
    table,
    /Measured on 5 instances of this class of machine, A to E\. From one instance to the next, /,
  );
  assert.match(table, /moves by \d\.\d+ % \(a standard deviation, 8 degrees of freedom\)/);
  assert.match(
    table,
    /\(Cochran's Q\): .*express\/node to node-http\/node \(text, 5 instances\): Q = \d+\.\d, 4 expected, p = /,
  );
  const on = (target: string) =>
    new RegExp(`^ *\\S+ +${target} .* (all|[A-E])( |$)`, "m").exec(table)?.[1];
  assert.deepEqual(["koa/node", "polka/node", "express/node"].map(on), ["A", "B", "all"]);
  const report = renderMarkdown(result);
  assert.match(report, /\| on\s*\|/);
  assert.match(report, /Measured on 5 instances/);
  assert.match(renderHtml(result), /Measured on 5 instances/);
});

test("a report of one instance does not mention instances", () => {
  const alone = resultOf(journals(five.slice(0, 1)));
  assert.ok(!renderResult(alone, plain).includes("instance"));
  assert.ok(!renderHtml(alone).includes("instances of this class"));
});
