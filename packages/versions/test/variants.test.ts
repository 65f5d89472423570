import assert from "node:assert/strict";
import { existsSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import { makeVariant } from "../src/index.ts";
import { write } from "./revisions-repository.ts";

const manifest = (version: string, dependencies: Record<string, string> = {}) =>
  JSON.stringify({ version, dependencies });

/** Makes two trees: `outer` needs exactly the `inner` beside it. */
function treesIn(folder: string) {
  write(folder, {
    "old/node_modules/outer/package.json": manifest("1.0.0", { inner: "1.0.0" }),
    "old/node_modules/inner/package.json": manifest("1.0.0"),
    "new/node_modules/outer/package.json": manifest("2.0.0", { inner: "2.0.0" }),
    "new/node_modules/inner/package.json": manifest("2.0.0"),
    "new/server.js": "new",
  });
  const old = realpathSync(join(folder, "old"));
  const source = join(old, "node_modules/outer");
  const root = realpathSync(join(folder, "new"));
  return {
    root,
    into: join(folder, "copy"),
    put: { target: "node_modules/outer", source, top: old },
  };
}

const versionIn = (folder: string, path: string) =>
  (JSON.parse(readFileSync(join(folder, path, "package.json"), "utf8")) as { version: string })
    .version;

test("an old package brings a dependency that the tree has in another version, unless that one is fixed", async (t) => {
  const { root, into, put } = treesIn(temporaryFolder(t));
  const texts = new Map<string, string>();
  const nested = "node_modules/outer/node_modules/inner";
  const free = await makeVariant(root, into, { puts: [put], texts });
  assert.equal(versionIn(free, "node_modules/outer"), "1.0.0");
  assert.equal(versionIn(free, nested), "1.0.0");
  const fixed = await makeVariant(root, into, { puts: [put], fixed: new Set(["inner"]), texts });
  assert.equal(versionIn(fixed, "node_modules/outer"), "1.0.0");
  assert.ok(!existsSync(join(fixed, nested)));
  assert.equal(versionIn(root, "node_modules/outer"), "2.0.0", "the tree itself is as it was");
});

test("old lines get the dependencies that are missing, and no other version of those that are there", async (t) => {
  const folder = temporaryFolder(t);
  const { root, into, put } = treesIn(folder);
  write(folder, {
    "old/node_modules/outer/package.json": manifest("1.0.0", { inner: "1.0.0", gone: "1.0.0" }),
    "old/node_modules/gone/package.json": manifest("1.0.0"),
  });
  const texts = new Map([["node_modules/outer/index.js", "old lines"]]);
  const copy = await makeVariant(root, into, { puts: [], lends: [put], texts });
  assert.equal(versionIn(copy, "node_modules/outer/node_modules/gone"), "1.0.0");
  assert.ok(!existsSync(join(copy, "node_modules/outer/node_modules/inner")));
  assert.equal(readFileSync(join(copy, "node_modules/outer/index.js"), "utf8"), "old lines");
});

test("nothing is written through a link that leads out of the copy", async (t) => {
  const folder = temporaryFolder(t);
  const { root, into } = treesIn(folder);
  writeFileSync(join(folder, "outside.js"), "untouched");
  symlinkSync(folder, join(root, "out"));
  const texts = new Map([["out/outside.js", "hostile"]]);
  await assert.rejects(makeVariant(root, into, { puts: [], texts }), /leads out of the copy/);
  assert.equal(readFileSync(join(folder, "outside.js"), "utf8"), "untouched");
});
