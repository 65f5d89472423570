import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../src/targets/project.ts";

// Checks that docs/reliability.md names exactly the tests of the faults.

const text = readFileSync(join(root, "docs/reliability.md"), "utf8");
const named = [...text.matchAll(/`([\w./-]+\.test\.ts)`: (.+?)(?=<br>| *\|$|\.$)/gm)].map(
  ([, file = "", name = ""]) => ({ file, name: name.trim() }),
);

/** Returns the titles of a file's tests as regular expressions. Placeholders match anything. */
function titlesIn(file: string): { title: string; pattern: RegExp }[] {
  const source = readFileSync(join(root, file), "utf8");
  const calls = source.matchAll(/\btest\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g);
  return [...calls].map(([, plain, template = ""]) => {
    const title = plain ?? template;
    const parts = title.split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part));
    return { title, pattern: new RegExp(`^${parts.join(".+")}$`) };
  });
}

test("every test that docs/reliability.md names exists", () => {
  assert.ok(named.length > 50, `${named.length} are named`);
  for (const { file, name } of named) {
    const found = titlesIn(file).some(({ title, pattern }) => title === name || pattern.test(name));
    assert.ok(found, `${file}: no test is called ${JSON.stringify(name)}`);
  }
});

test("every fault test is named in docs/reliability.md", () => {
  const folders = ["bench/test/faults", "bench/test/faults/slow"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => join(folder, name)),
  );
  for (const file of files) {
    const own = named.filter((entry) => entry.file === file);
    for (const { title, pattern } of titlesIn(file)) {
      const found = own.some(({ name }) => name === title || pattern.test(name));
      assert.ok(found, `${file}: ${JSON.stringify(title)} is not in docs/reliability.md`);
    }
  }
});
