import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAddon } from "../src/addon.ts";

test("the error names the addon that this process has not loaded", () => {
  assert.throws(() => assertAddon("uws.node"), /native addon uws\.node is not loaded/);
});
