import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { UsageError } from "@deadheat/journal";
import { roundRecord } from "../../../journal/test/records.ts";
import { compared } from "../../../report/test/compared.ts";
import {
  comparedDocument,
  drawCompared,
  isCompared,
  pageIn,
  pageOf,
  writeCompared,
} from "../../src/folder/compared.ts";
import { temporaryFolder } from "../../../journal/test/scratch.ts";

/** Returns a folder with a journal of three rounds. */
function folderOf(t: TestContext): string {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "journal"));
  const rounds = [1, 2, 3].map((n) => roundRecord("express/node", "node-http/node", n, 0.8));
  const lines = rounds.map((round) => `${JSON.stringify(round)}\n`);
  writeFileSync(join(folder, "journal", "compare.jsonl"), lines.join(""));
  return folder;
}

const documentIn = (folder: string) => {
  const { schema: _, deadheat: __, ...measured } = compared();
  const journal = join(folder, "journal", "compare.jsonl");
  const comparisons = measured.comparisons.map((one) => ({ ...one, journal }));
  return comparedDocument(folder, { ...measured, comparisons }, folder);
};

test("a comparison leaves a page with its rounds, and the page can be drawn again", async (t) => {
  const folder = folderOf(t);
  assert.equal(isCompared(folder), false);
  await writeCompared(folder, documentIn(folder));
  const page = pageIn(folder);
  assert.equal(page, pageOf(folder));
  const drawn = readFileSync(page, "utf8");
  assert.match(drawn, /CPU per request in 3 rounds/);
  // No document names the folder of this machine.
  for (const name of ["comparison.json", "report.html", "report.md"]) {
    assert.ok(!readFileSync(join(folder, name), "utf8").includes(folder), name);
  }
  rmSync(page);
  assert.deepEqual(await drawCompared(folder, ["html"]), [page]);
  assert.equal(readFileSync(page, "utf8"), drawn);
});

test("without its journal a page has the metrics alone, and no document names a file outside of its folder", async (t) => {
  const folder = folderOf(t);
  await writeCompared(folder, documentIn(folder));
  const path = join(folder, "comparison.json");
  const outside = readFileSync(path, "utf8").replace("journal/compare.jsonl", "../elsewhere.jsonl");
  writeFileSync(path, outside);
  const [page = ""] = await drawCompared(folder, ["html"]);
  assert.doesNotMatch(readFileSync(page, "utf8"), /Every round/);
  await assert.rejects(drawCompared(folder, ["bmf"]), UsageError);
  writeFileSync(path, "{}");
  await assert.rejects(drawCompared(folder, null), /comparison\.json: .*schema is missing/);
});
