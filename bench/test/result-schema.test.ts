import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { resultJsonSchema, resultSchemaPath } from "../src/result-schema.ts";

test("the published schema is the code's own (node src/result-schema.ts writes it anew)", () => {
  assert.equal(readFileSync(resultSchemaPath, "utf8"), resultJsonSchema());
});
