import assert from "node:assert/strict";
import { test } from "node:test";
import { mayBeRead } from "../../src/provenance/may-reach.ts";

test("data, templates and .env may be read by a server", () => {
  for (const path of [
    "data/rows.json",
    "views/page.tpl",
    ".env",
    "api/.env.production",
    "f.wasm",
  ]) {
    assert.ok(mayBeRead(path), path);
  }
});

test("code, and what is written for people, tools and tests, is not read by a server", () => {
  const own = ["server.mjs", "src/a.ts", "package.json", "package-lock.json", "pnpm-lock.yaml"];
  const aside = ["README.md", "LICENSE", ".gitignore", ".github/workflows/ci.yml"];
  for (const path of [...own, ...aside, "test/rows.json", "docs/page.html", "a.test.snap"]) {
    assert.ok(!mayBeRead(path), path);
  }
});
