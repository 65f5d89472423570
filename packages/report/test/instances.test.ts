import assert from "node:assert/strict";
import { test } from "node:test";
import { five, journals, resultOf } from "../../judge/test/shards.ts";
import { pageJson } from "../src/html/page-data.ts";
import { renderHtml } from "../src/html/document.ts";
import { renderMarkdown, renderResult } from "../src/index.ts";
import { relativeTo } from "../src/view/data/ratios.ts";
import type { PageData } from "../src/view/data/page-data.ts";

const plain = { color: false, columns: null };
const result = resultOf(journals(five, { seed: 2 }));

test("a terminal and report.md name the instance that measured a target, and say how much instances differ", () => {
  const table = renderResult(result, plain);
  assert.match(
    table,
    /Measured on 5 instances of this class of machine, A to E\. From one instance to the next /,
  );
  assert.match(table, /moves by \d\.\d+ % \(tau, the sd between instances, 8 degrees of freedom\)/);
  assert.match(
    table,
    /\(Cochran's Q\): .*express\/node to node-http\/node \(text, 5 instances\) Q = \d+\.\d, 4 expected, p = /,
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

test("the page computes the result's ratios for targets of different instances", () => {
  const data = JSON.parse(pageJson(result)) as PageData;
  const reference = data.cells.find(({ target }) => target === "node-http/node")!;
  for (const { target, efficiency } of result.cells) {
    const own = data.cells.find((cell) => cell.target === target)!;
    const [ours, theirs] = [relativeTo(own, reference, data), efficiency?.toNodeHttp];
    for (const key of ["ratio", "lo", "hi"] as const) {
      assert.ok(Math.abs(ours![key] - theirs![key]) < 1e-4, `${target} ${key}`);
    }
  }
});
