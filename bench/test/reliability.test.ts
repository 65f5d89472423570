import assert from "node:assert/strict";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../src/targets/project.ts";
import { pageAt } from "./pages.ts";

// Checks that the list of faults names the files of their tests.

const list = "bench/test/faults/README.md";
const rows = pageAt(list)
  .text.split("\n")
  .filter((line) => line.startsWith("| "));
const filesIn = (row: string) =>
  [...row.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = ""]) => file);

test("every fault has a test", () => {
  const faults = rows.filter((row) => !/^\| (?:fault|input|---) /.test(row));
  assert.ok(faults.length > 50, `${faults.length} faults`);
  for (const row of faults) {
    assert.ok(filesIn(row).length > 0, row);
    for (const file of filesIn(row)) assert.ok(existsSync(join(root, file)), file);
  }
});

test("every file of fault tests is in the list", () => {
  const named = new Set(rows.flatMap(filesIn));
  const files = globSync("bench/test/faults/{,slow/}*.test.ts", { cwd: root });
  assert.ok(files.length > 10, `${files.length} files`);
  for (const file of files) assert.ok(named.has(file), `${file} is not in ${list}`);
});
