import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { installSize, sizesOf } from "../../src/provenance/install-size.ts";
import { scratchOf, write } from "../../../versions/test/revisions-repository.ts";

const manifest = (dependencies: object) => JSON.stringify({ dependencies });

test("the size has all installed dependencies, nested ones and shared ones once, without those of development", (t) => {
  const app = join(scratchOf(t), "app");
  const inside = manifest({ shared: "1" });
  write(app, {
    "package.json": JSON.stringify({
      dependencies: { direct: "1", other: "1", missing: "1" },
      devDependencies: { tool: "1" },
    }),
    "node_modules/direct/package.json": inside,
    "node_modules/direct/lib/index.js": "12345",
    "node_modules/direct/node_modules/shared/package.json": "{}",
    "node_modules/other/package.json": inside,
    "node_modules/shared/package.json": "{}",
    "node_modules/shared/index.js": "1",
    "node_modules/tool/index.js": "x".repeat(1000),
  });
  assert.deepEqual(installSize(app), { bytes: 2 * inside.length + 5 + 2 + 2 + 1, packages: 4 });
  const none = join(scratchOf(t), "none");
  write(none, { "package.json": "{}" });
  assert.deepEqual(sizesOf(none, app).packages, { base: 0, new: 4 });
});
