import assert from "node:assert/strict";
import { test } from "node:test";
import * as node from "../src/node.ts";
import * as addon from "../src/addon.ts";

const shapes = (exported: object): string[] =>
  Object.entries(exported)
    .map(([name, value]) => `${name}(${(value as () => void).length})`)
    .toSorted();

test("public exports of Node's files", () => {
  assert.deepEqual(shapes(node), ["listen(1)"]);
  assert.deepEqual(shapes(addon), ["assertAddon(1)"]);
});
