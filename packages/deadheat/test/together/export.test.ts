// The files that --export-json and its like name may be anything.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { EnvironmentError, UsageError } from "@deadheat/journal";
import { compared } from "../../../report/test/compared.ts";
import { exportTo, requireFolders } from "../../src/cli/export.ts";
import { folderOf } from "../config-folder.ts";

test("a folder is refused before anything is measured, and a FIFO that nobody reads is not waited for", async (t) => {
  if (process.platform === "win32") return t.skip("needs FIFOs");
  const folder = folderOf(t, { "old.json": "x".repeat(1e6) });
  for (const exportJson of [folder, join(folder, "missing/a.json")]) {
    assert.throws(() => requireFolders({ exportJson }), UsageError);
  }
  const [fifo, loop, old] = ["fifo", "loop", "old.json"].map((name) => join(folder, name));
  execFileSync("mkfifo", [fifo as string]);
  symlinkSync(loop as string, loop as string);
  for (const exportCsv of [fifo, loop]) {
    await assert.rejects(exportTo({ exportCsv: exportCsv as string }, compared()), (error) => {
      assert.ok(error instanceof EnvironmentError);
      assert.match(error.message, /^--export-csv \S+ could not be written: (?:ENXIO|ELOOP)/);
      return true;
    });
  }
  await exportTo({ exportJson: old as string }, compared());
  assert.equal(JSON.parse(readFileSync(old as string, "utf8")).schema, compared().schema);
});
