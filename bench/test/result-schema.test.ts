import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { schemas } from "../schema/documents.ts";

test("the published schemas match the code (node bench/schema/write.ts writes them)", () => {
  assert.deepEqual(Object.keys(schemas), ["result", "compared", "explained", "bisected"]);
  for (const [name, schema] of Object.entries(schemas)) {
    const published = new URL(`../schema/${name}.schema.json`, import.meta.url);
    assert.equal(readFileSync(published, "utf8"), schema);
  }
});
