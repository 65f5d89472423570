import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { root } from "../../../src/targets/project.ts";
import { roundRecord, runRecord, temporaryFolder } from "../../fixtures.ts";

// Puts files of 2 GB in the place of a journal or a result. The heap is limited to 256 MB, so reading a whole file would
// crash the command.

const SIZE = 2 ** 31;
const header = `${JSON.stringify(runRecord("hono/bun"))}\n`;
const round = JSON.stringify(roundRecord("hono/bun", "fetch/bun", 1, 0.9));

function merge(folder: string) {
  const out = join(folder, "merged");
  const limit = "--max-old-space-size=256";
  const words = [limit, join(root, "bench/deadheat.mjs"), "merge", folder, "--json", "--out", out];
  return spawnSync(process.execPath, words, { encoding: "utf8", maxBuffer: 2 ** 28 });
}

test("a journal of 2 GB without a line's end: the records before it are used, and memory stays bounded", (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "journal"));
  const path = join(folder, "journal", "hono.bun.jsonl");
  const rounds = [1, 2, 3].map((n) => `${round.replace('"n":1', `"n":${n}`)}\n`).join("");
  writeFileSync(path, header + rounds);
  const file = openSync(path, "r+");
  ftruncateSync(file, SIZE);
  closeSync(file);
  const { status, stdout, stderr } = merge(folder);
  assert.notEqual(stdout, "", stderr);
  assert.ok(status === 0 || status === 1, stderr);
  assert.match(stdout, /hono\.bun\.jsonl:5: a line of more than \d+ characters is no record/);
  assert.equal(JSON.parse(stdout).result.cells[0].efficiency.toFloor.n, 3);
});

test("a journal of 2 GB of noise: refused, with a hundred of its lines and the number of the rest", (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "journal"));
  const path = join(folder, "journal", "hono.bun.jsonl");
  const file = openSync(path, "w");
  const noise = Buffer.from(`${"noise".repeat(200)}\n`.repeat(1000));
  for (let written = 0; written < SIZE; written += noise.length) writeSync(file, noise);
  closeSync(file);
  const { status, stderr } = merge(folder);
  assert.equal(status, 2, stderr);
  assert.match(stderr, /hono\.bun\.jsonl: [\d,]+ more lines are no records/);
});

test("a result of 2 GB is refused with its name", (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, "result.json");
  const file = openSync(path, "w");
  ftruncateSync(file, SIZE);
  closeSync(file);
  const words = ["--max-old-space-size=256", join(root, "bench/deadheat.mjs"), "report", folder];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  assert.equal(status, 2, stderr);
  assert.match(stderr, /result\.json cannot be read: .*larger/);
});
