import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as fc from "fast-check";
import { temporaryFolder } from "../../../journal/test/scratch.ts";
import { diffOf, grouped, lineGroupsOf, reverted } from "../../src/descend/hunks.ts";
import { withMapOf } from "../../src/descend/source-map.ts";

const lines = fc
  .array(fc.constantFrom("a", "b", "c", "", "d"), { maxLength: 12 })
  .map((all) => all.map((line) => `${line}\n`).join(""));

test("with all groups taken back a text is the old one, and with none the new one", async () => {
  await fc.assert(
    fc.asyncProperty(lines, lines, async (base, next) => {
      const file = { path: "a.js", base, new: next };
      const groups = await lineGroupsOf([file]);
      assert.equal(reverted(file, groups), base);
      assert.equal(reverted(file, []), next);
    }),
    { numRuns: 40 },
  );
});

test("a text without a last newline is taken back too", async () => {
  const file = { path: "a.js", base: "one\ntwo", new: "one\ntwo\nthree\n" };
  assert.equal(reverted(file, await lineGroupsOf([file])), file.base);
});

test("groups are joined by file, and by hunk if few lines lie between", async () => {
  const text = Array.from({ length: 40 }, (_, i) => `line ${i}\n`);
  const changed = text.map((line, i) => ([3, 5, 30].includes(i) ? `new ${i}\n` : line));
  const files = ["a.js", "b.js"].map((path) => ({
    path,
    base: text.join(""),
    new: changed.join(""),
  }));
  const groups = await lineGroupsOf(files);
  const sizes = (["file", "hunk"] as const).map((by) => grouped(groups, by).length);
  assert.deepEqual(sizes, [2, 4]);
});

test("a new source map is no change", () => {
  const map = (to: string) => `//# sourceMappingURL=${to}`;
  const [old, inline] = [map("a.js.map"), map("data:application/json;base64,e30=$&")];
  assert.equal(withMapOf(`one\n${old}`, `one\n${inline}`), `one\n${inline}`);
  assert.equal(withMapOf(`one\n${old}\n`, `two\n\n${inline}`), `one\n${inline}\n`);
  assert.equal(withMapOf("one\n", `one\n${inline}`), "one\n", "none is added");
  assert.equal(withMapOf(`one\n${old}`, "one\n"), `one\n${old}`);
});

test("git takes back the difference that is left", async (t) => {
  const folder = temporaryFolder(t);
  const path = "node_modules/p/index.js";
  const file = { path, base: "a\nb\nc\n", new: "a\nB\nc\nd\n" };
  const [first] = await lineGroupsOf([file]);
  const old = reverted(file, [first!]);
  mkdirSync(join(folder, "node_modules/p"), { recursive: true });
  writeFileSync(join(folder, path), file.new);
  writeFileSync(join(folder, "cause.patch"), await diffOf([{ ...file, base: old }]));
  execFileSync("git", ["apply", "-R", "cause.patch"], { cwd: folder });
  assert.equal(readFileSync(join(folder, path), "utf8"), "a\nb\nc\nd\n");
});
