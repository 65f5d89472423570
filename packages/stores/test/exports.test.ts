import assert from "node:assert/strict";
import { test } from "node:test";
import * as stores from "../src/index.ts";

test("public exports", () => {
  const shapes = Object.entries(stores).map(([name, value]) =>
    typeof value === "function" ? `${name}(${value.length})` : `${name}: ${typeof value}`,
  );
  assert.deepEqual(shapes.toSorted(), ["addressVariables: object", "openStore(0)"]);
});
