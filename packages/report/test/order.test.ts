import assert from "node:assert/strict";
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

test("a few scenarios are listed with intervals, many are a matrix; the targets that depend most on the scenario follow", () => {
  const order = orderAcross(many) as Order;
  const text = (of: Order, width: number | null) =>
    orderSections({ order: of }, false).map((section) => sectionText(section, width).text);
  golden("order-many.txt", [...text(order, 60), ""].join("\n\n"));
  const [matrix = ""] = orderSections({ order }, true).map(sectionMarkdown);
  assert.match(
    matrix,
    /^\| 1 text \| \. \| 0\.33 \\\[0\.33, 0\.34\\\] \|/m,
    "a wide matrix has intervals",
  );
  const listed = text(orderAcross(few) as Order, null).join("\n");
  assert.match(listed, /^text, static +5 +-0\.20 +\[-0\.40, 0\.20\] +5 +4 +1$/m);
  assert.match(listed, /^hono\/node +4 +text +1 of 5 +static +5 of 5$/m);
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
