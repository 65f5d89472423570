import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { renderComparedMarkdown } from "@deadheat/report";
import { generatedResult, small } from "../../judge/test/generated-result.ts";
import { outcomes } from "../../report/test/gated.ts";
import { folderOf } from "./config-folder.ts";

const main = join(import.meta.dirname, "../src/main.ts");

function report(cwd: string, ...args: string[]) {
  return spawnSync(process.execPath, [main, "report", ...args], { cwd, encoding: "utf8" });
}

test("report writes a run in the formats of other tools, without the run's usual reports", (t) => {
  const result = generatedResult(small);
  const cwd = folderOf(t, { "run/result.json": JSON.stringify(result) });
  const { stdout, stderr, status } = report(cwd, "run", "--format", "bmf,gab");
  assert.equal(status, 0, stderr);
  const [bmf, gab] = ["report.bmf.json", "report.gab.json"].map((name) => join(cwd, "run", name));
  assert.equal(stdout, `${bmf}\n${gab}\n`);
  const read = (file = "") => JSON.parse(readFileSync(file, "utf8")) as object;
  const measured = result.cells.filter(({ efficiency }) => efficiency !== null).length;
  assert.deepEqual(
    [read(bmf), read(gab)].map((one) => Object.keys(one).length),
    [measured, measured],
  );
});

test("the JSON of a gate becomes the Markdown of a pull request's comment", (t) => {
  const cwd = folderOf(t, { "gate.json": JSON.stringify(outcomes.slower) });
  const expected = renderComparedMarkdown(outcomes.slower!).trimEnd();
  assert.equal(report(cwd, "gate.json").stdout.trimEnd(), expected);
});

test("any other file is rejected, and the message says what to do", (t) => {
  const cwd = folderOf(t, { "gate.json": "{}", "run/README.md": "" });
  for (const [args, says] of [
    [["gone"], /^deadheat: gone: there is no such file or folder$/m],
    [["run"], /run\/result\.json cannot be read/],
    [["gate.json"], /This is not a document of compare or gate: schema is missing/],
    [["gate.json", "--format", "md"], /--format is for a run's folder/],
  ] as const) {
    const { stdout, stderr, status } = report(cwd, ...args);
    assert.deepEqual([status, stdout], [2, ""], stderr);
    assert.match(stderr, says);
  }
});
