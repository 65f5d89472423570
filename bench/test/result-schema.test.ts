import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { resultJsonSchema } from "@deadheat/judge";

test("the published schema is the code's own (node bench/schema/write.ts writes it anew)", () => {
  const published = new URL("../schema/result.schema.json", import.meta.url);
  assert.equal(readFileSync(published, "utf8"), resultJsonSchema());
});
