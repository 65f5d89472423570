import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  comparisonJsonSchema,
  explainedJsonSchema,
  gatedJsonSchema,
  resultJsonSchema,
} from "@deadheat/judge";

test("the published schemas match the code (node bench/schema/write.ts writes them)", () => {
  const published = (name: string) =>
    readFileSync(new URL(`../schema/${name}.schema.json`, import.meta.url), "utf8");
  assert.equal(published("result"), resultJsonSchema());
  assert.equal(published("comparison"), comparisonJsonSchema());
  assert.equal(published("gated"), gatedJsonSchema());
  assert.equal(published("explained"), explainedJsonSchema());
});
