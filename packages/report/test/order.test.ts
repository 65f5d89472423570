import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate, exact } from "@deadheat/stats";
import { rank, type Ranking } from "@deadheat/judge";
import { generatedResult, small } from "../../judge/test/generated-result.ts";
import { orderOf } from "../../judge/src/result/order.ts";
import { orderSections } from "../src/content/order.ts";
import { renderHtml, renderMarkdown, renderResult } from "../src/index.ts";
import { sectionBlocks } from "../src/content/blocks.ts";
import { markdownOf } from "../src/render/markdown.ts";
import { textOf } from "../src/render/text.ts";
import { golden } from "./golden.ts";

/** Returns the ranking of targets with these ratios to their floor, each with an error of 1 %. */
function scenario(ratios: readonly number[]): Ranking {
  const cells = ratios.map((ratio, i) => ({
    target: ["hono/node", "koa/node", "express/node", "fastify/node", "h3/node"][i]!,
    runtime: "node" as const,
    toFloor: estimate([1, -1, 1, -1, 1, -1].map((sign) => Math.log(ratio) + 0.01 * sign)),
  }));
  return rank(cells, new Map([["node", exact()]]), 0.05);
}

const many = new Map([
  ["text", scenario([0.9, 0.6, 0.4, 0.8, 0.79])],
  ["large", scenario([0.6, 0.61, 0.5, 0.8])],
  ["static", scenario([0.3, 0.7, 0.4, 0.5, 0.79])],
  ["tls", scenario([0.95, 0.9, 0.85, 0.93, 0.92])],
  ["validate-standard", scenario([0.8, 0.7, 0.6, 0.9, 0.75])],
]);

test("the scenarios that turn most pairs are listed first, and a long list is cut", () => {
  const text = (rankings: ReadonlyMap<string, Ranking>) =>
    textOf(orderSections({ order: orderOf(rankings)! }).flatMap(sectionBlocks), { width: 60 });
  golden("order-many.txt", text(many));
  const matrix = markdownOf(orderSections({ order: orderOf(many)! }).flatMap(sectionBlocks));
  assert.match(matrix, /^\| text, static \| 5 \| 5 \| 4 \| 1 \|$/m);
  const copies = [...many].flatMap(([name, one]) => [
    [name, one] as const,
    [`${name} 2`, one] as const,
  ]);
  assert.match(text(new Map(copies)), /And 35 more pairs of scenarios/);
});

test("a report says nothing about the order of a single scenario", () => {
  assert.deepEqual(orderSections({}), []);
  const alone = generatedResult({ ...small, scenarios: ["text"] });
  const plain = { color: false, columns: null };
  const all = renderResult(alone, plain) + renderMarkdown(alone) + renderHtml(alone);
  assert.doesNotMatch(all, /change the order/);
  assert.match(renderHtml(generatedResult(small)), /change the order/);
});
