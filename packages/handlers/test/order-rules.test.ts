// The floors check orders by hand, with the same rules as the schema for all other apps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { orderProblems } from "@deadheat/handlers/order-schema";
import * as fc from "fast-check";
import { brokenFields } from "../src/families/order-rules.ts";

const words = ["", "x".repeat(51), "abc-1000", "AQZ-10000", "a@b", "XXX"];
const wrong = fc.constantFrom<unknown>(null, 0, -1, 1.5, 100, true, ...words, [], {});
const field = (...right: unknown[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: wrong });

const line = fc.record({
  sku: field("AQZ-1000", "ABC-9999"),
  quantity: field(1, 99, 10),
  price: field(0, 0.5, 1000),
});
const order = fc.record({
  customer: fc.record({ name: field("a", "x".repeat(50)), email: field("a.b@c-d.com") }),
  currency: field("EUR", "USD", "GBP"),
  lines: fc.oneof(
    fc.array(line, { maxLength: 3 }),
    fc.array(line, { minLength: 19, maxLength: 21 }),
  ),
});

const problemsOf = (value: unknown) => {
  const found = orderProblems(value);
  return "order" in found ? [] : found.problems.map((problem) => problem.field);
};

test("the hand-written check and the schema find the same broken fields", () => {
  let whole = 0;
  const property = fc.property(order, (value) => {
    const broken = brokenFields(value).toSorted();
    if (broken.length === 0) whole++;
    // With too many lines, the hand-written check stops there, and the schema checks each line first.
    if (broken.includes("lines")) assert.ok(problemsOf(value).length > 0);
    else assert.deepEqual(broken, problemsOf(value).toSorted());
  });
  fc.assert(property, { numRuns: 2000, seed: 20261123 });
  assert.ok(whole > 100, `${whole} whole orders`);
});

test("both reject any value that is no order", () => {
  const parts = { customer: {}, currency: "EUR", lines: [] };
  for (const value of [null, 1, "x", [], {}, parts, { ...parts, lines: [null] }]) {
    assert.ok(brokenFields(value).length > 0);
    assert.ok(problemsOf(value).length > 0);
  }
});
