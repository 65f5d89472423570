import assert from "node:assert/strict";
import { test } from "node:test";
import {
  apiRoutes,
  assetFiles,
  events,
  EVENTS,
  items,
  orderJsonSchema,
  orders,
  scenarioNamed,
  serviceScenarios,
  type Exchange,
} from "../src/index.ts";
import { orderProblems } from "../src/order-schema.ts";

const lengthOf = ({ response }: Pick<Exchange, "response">) => Buffer.byteLength(response.body);

test("200 routes, 120 of them GETs, have responses of one length", () => {
  assert.equal(apiRoutes.length, 200);
  assert.equal(new Set(apiRoutes.map(({ method, pattern }) => `${method} ${pattern}`)).size, 200);
  const { variants = [] } = scenarioNamed("routes").exchange;
  assert.equal(variants.length, 120);
  assert.equal(new Set(variants.map(lengthOf)).size, 1);
  const patterns = apiRoutes.map(({ pattern }) => pattern);
  assert.ok(patterns.indexOf("/api/users/search") < patterns.indexOf("/api/users/:id"));
});

test("variants of a load share method, status and header fields, and mostly one length", () => {
  for (const { name, exchange } of serviceScenarios) {
    const { variants, response, request } = exchange;
    for (const variant of variants ?? []) {
      assert.equal(variant.request.method, request.method, name);
      assert.deepEqual(variant.request.headers, request.headers, name);
      assert.equal(variant.response.status, response.status, name);
    }
    if (name === "app" || name === "large-post") continue;
    assert.equal(new Set((variants ?? []).map(lengthOf)).size <= 1, true, name);
  }
});

test("load and proof send different requests, and so does each token", () => {
  for (const { name, exchange, exchanges, families } of serviceScenarios) {
    if (families.length === 0 || ["static-304", "app"].includes(name)) continue;
    const asked = (all: readonly Exchange[]) => JSON.stringify(all.map(({ request }) => request));
    const [one, other] = [exchanges("t111111"), exchanges("t2xyz22")];
    assert.notEqual(asked(one.slice(1)), asked(other.slice(1)), name);
    const loaded = new Set(
      [exchange, ...(exchange.variants ?? [])].map((e) => JSON.stringify(e.request)),
    );
    const fresh = one.slice(1).filter(({ request }) => !loaded.has(JSON.stringify(request)));
    assert.ok(fresh.length > 0, name);
  }
});

test("bodies have about 10 and 100 KB, and 64 KB", () => {
  const bytes = (name: string) => lengthOf(scenarioNamed(name).exchange);
  assert.ok(Math.abs(bytes("large") - 10_000) < 2500, String(bytes("large")));
  assert.ok(Math.abs(bytes("large-500") - 100_000) < 25_000, String(bytes("large-500")));
  const { body } = scenarioNamed("large-post").exchange.request;
  assert.ok(Math.abs((body ?? "").length - 65_536) < 6000, String(body?.length));
  assert.equal(items.handle("9999", null).items.length, 500);
  assert.equal(items.handle("x", "y").items.length, 1);
  for (const { content } of assetFiles()) assert.equal(content.length, 4096);
});

test("an order of 300 bytes is valid, and each broken one is invalid", () => {
  const [load, ...proofs] = orders.exchanges("t0");
  const { variants = [] } = load;
  assert.equal(variants.length, 100);
  const lengths = new Set(variants.map(({ request }) => request.body?.length));
  assert.equal(lengths.size, 1);
  assert.ok(Math.abs([...lengths][0]! - 300) < 40, String([...lengths]));
  for (const { request, response } of [...variants, ...proofs]) {
    const found = orderProblems(JSON.parse(request.body ?? ""));
    assert.equal("order" in found, response.status === 200, request.body ?? "");
    if ("problems" in found)
      assert.equal(response.problemOf?.(JSON.stringify(found.problems), []), null);
  }
  assert.equal(orderJsonSchema.required.length, 3);
});

test("events come one by one, and are read as a browser reads them", async () => {
  const ticks = [];
  const from = performance.now();
  for await (const tick of events.handle("7")) ticks.push(tick);
  assert.ok(performance.now() - from > 20);
  assert.deepEqual(ticks[0], { n: 7, of: EVENTS });
  const { problemOf, body } = events.exchanges("t")[0].response;
  assert.equal(problemOf?.(body, []), null);
  const other = `: ping\n\n${body.replaceAll("data: ", "id: 1\nevent: tick\ndata:")}`;
  assert.equal(problemOf?.(other, []), null);
  assert.match(problemOf?.(body.slice(0, -30), []) ?? "", /19 events/);
});
