import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { estimate, exact } from "@deadheat/stats";
import { rank, type Order, type Ranking } from "@deadheat/judge";
import { generatedResult, small } from "../../judge/test/generated-result.ts";
import { orderAcross } from "../../judge/test/orders.ts";
import { orderSections } from "../src/content/order.ts";
import { renderMarkdown, renderResult } from "../src/index.ts";
import { sectionMarkdown } from "../src/markdown/table.ts";
import { sectionText } from "../src/text/table.ts";
import { orderView } from "../src/view/order.ts";
import { toHtml } from "../src/view/parts/element.ts";

/** Returns the ranking of targets with these ratios to their floor, each with an error of 1 %. */
function scenario(ratios: readonly number[]): Ranking {
  const cells = ratios.map((ratio, i) => ({
    target: ["hono/node", "koa/node", "express/node", "fastify/node", "h3/node"][i]!,
    runtime: "node" as const,
    toFloor: estimate([1, -1, 1, -1, 1, -1].map((sign) => Math.log(ratio) + 0.01 * sign)),
  }));
  return rank(cells, new Map([["node", exact()]]), 0.05);
}

const few = new Map([
  ["text", scenario([0.9, 0.6, 0.4, 0.8, 0.79])],
  ["large", scenario([0.6, 0.61, 0.5, 0.8])],
  ["static", scenario([0.3, 0.7, 0.4, 0.5, 0.79])],
]);
const many = new Map([
  ...few,
  ["tls", scenario([0.95, 0.9, 0.85, 0.93, 0.92])],
  ["validate-standard", scenario([0.8, 0.7, 0.6, 0.9, 0.75])],
]);

/** Compares a text with its golden file. UPDATE_GOLDEN=1 writes the file. */
function golden(name: string, text: string): void {
  const file = join(import.meta.dirname, "golden", name);
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, "utf8"));
}

test("a few scenarios are listed with intervals, many are a matrix; the targets that depend most on the scenario follow", () => {
  for (const [name, rankings] of [
    ["order-few", few],
    ["order-many", many],
  ] as const) {
    const order = orderAcross(rankings) as Order;
    const text = (width: number | null) =>
      orderSections({ order }, false).map((section) => sectionText(section, width).text);
    golden(`${name}.txt`, [...text(null), ...text(60), ""].join("\n\n"));
    const markdown = orderSections({ order }, true).map(sectionMarkdown);
    golden(`${name}.md`, [...markdown, ""].join("\n\n"));
  }
});

test("a report says if no order changes, and says nothing about a single scenario", () => {
  const order = orderAcross(new Map([...few].slice(0, 1)).set("again", few.get("text")!)) as Order;
  const [, targets] = orderSections({ order }, false);
  assert.deepEqual(targets?.lead, ["No target's place is proven to depend on the scenario."]);
  assert.deepEqual(orderSections({}, false), []);
  const alone = generatedResult({ ...small, scenarios: ["text"] });
  const plain = { color: false, columns: null };
  assert.doesNotMatch(renderResult(alone, plain) + renderMarkdown(alone), /change the order/);
  assert.equal(orderView(alone), null);
});

test("the page shows every pair of scenarios, and the place of every target in each scenario", () => {
  const result = { ...generatedResult(small), order: orderAcross(many) as Order };
  const turned = toHtml(orderView(result));
  assert.match(turned, /Most turned: .*text and static 5 of 9 proven/);
  const drawn = toHtml(orderView(generatedResult(small)));
  assert.equal(drawn.match(/<td>\d\.\d\d<\/td><td>\[\d\.\d\d, \d\.\d\d\]<\/td>/g)?.length, 3);
  assert.equal(drawn.match(/<td class=heat-\d>\d+(-\d+)?<\/td>/g)?.length, 21 * 3);
});

test("a tau has two digits, its interval is rounded outwards, and zero has no minus sign", () => {
  const order: Order = {
    scenarios: [
      {
        a: "a",
        b: "b",
        targets: 9,
        agree: 1,
        turned: 1,
        unproven: 34,
        tau: { value: -0.001, lo: -0.501, hi: 0.999 },
      },
    ],
    targets: [],
  };
  assert.match(orderSections({ order }, false)[0]!.rows.join(), /,0\.00,\[-0\.51, 1\.00\],/);
});
