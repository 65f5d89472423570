import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAddon } from "../src/addon.ts";

test("an addon that this process has not loaded is missed by name", () => {
  assert.throws(() => assertAddon("uws.node"), /native addon uws\.node is not loaded/);
});
