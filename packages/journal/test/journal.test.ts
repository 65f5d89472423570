import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readContents } from "../src/contents.ts";
import { openJournal, readJournal } from "../src/journal.ts";
import { appendTo, roundRecord, runRecord } from "./records.ts";
import { temporaryFolder } from "./scratch.ts";

const header = runRecord("hono/bun");
const round = roundRecord("hono/bun", "fetch/bun", 1, 0.9);

test("appended records are read back", async (t) => {
  const path = join(temporaryFolder(t), "deep", "journal.jsonl");
  appendTo(path, header, round);
  assert.deepEqual(await readJournal(path), { records: [header, round], bad: [] });
});

test("a record is on the disk before append returns", (t) => {
  const path = join(temporaryFolder(t), "journal.jsonl");
  const journal = openJournal(path);
  journal.append(header);
  assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), header);
  journal.close();
});

test("a line cut off anywhere costs that line alone, and is reported", async (t) => {
  const path = join(temporaryFolder(t), "journal.jsonl");
  const line = JSON.stringify(round);
  for (const cut of [1, 10, Math.floor(line.length / 2), line.length - 1]) {
    writeFileSync(path, `${JSON.stringify(header)}\n${line.slice(0, cut)}`);
    const cutOff = await readJournal(path);
    assert.deepEqual(cutOff.records, [header]);
    assert.deepEqual(cutOff.bad, [
      { where: `${path}:2`, why: "not a complete JSON text: cut off or edited" },
    ]);
    // Opening the journal again ends the broken line, so the next record is whole.
    appendTo(path, round);
    const resumed = await readJournal(path);
    assert.deepEqual(resumed.records, [header, round]);
    assert.equal(resumed.bad.length, 1);
  }
});

test("garbage is reported by line and field, and reading continues", async (t) => {
  const path = join(temporaryFolder(t), "journal.jsonl");
  writeFileSync(path, `${JSON.stringify(header)}\n`);
  appendFileSync(path, Buffer.from([0, 255, 254, 10]));
  appendFileSync(path, `${JSON.stringify({ ...round, n: "one" })}\n`);
  appendFileSync(path, `${JSON.stringify({ type: "other" })}\n`);
  appendFileSync(path, `"${"x".repeat(2_000_000)}"\n`);
  appendFileSync(path, `${JSON.stringify(round)}\n`);
  const { records, bad } = await readJournal(path);
  assert.deepEqual(records, [header, round]);
  assert.deepEqual(
    bad.map(({ where }) => where.slice(path.length)),
    [":2", ":3", ":4", ":5"],
  );
  assert.match(bad[1]?.why ?? "", /field n/);
  assert.match(bad[3]?.why ?? "", /no record/);
});

test("the code that servers loaded is read back without a private path, and must match its schema", async (t) => {
  const path = join(temporaryFolder(t), "journal.jsonl");
  const sha256 = "0123456789abcdef".repeat(4);
  const hono = { name: "hono", version: "4.12.0", path: "node_modules/hono", files: 3, sha256 };
  const app = { name: ".", version: null, path: ".", files: 1, sha256 };
  const loaded = { new: [app, hono], base: null };
  appendTo(
    path,
    { ...header, loaded },
    { ...header, loaded: { new: null, base: [{ ...app, path: os.homedir() }] } },
    { ...header, loaded: { new: [{ ...hono, sha256: "?" }], base: null } },
  );
  const { records, bad } = await readJournal(path);
  assert.deepEqual(records[0], { ...header, loaded });
  const [, second] = records;
  assert.equal(second?.type === "run" && second.loaded?.base?.[0]?.path, "~");
  assert.match(bad[0]?.why ?? "", /^field loaded\.new\.0\.sha256: 64 hexadecimal digits/);
});

test("a journal that another instance completed gives a content for each instance", async (t) => {
  const path = join(temporaryFolder(t), "journal.jsonl");
  const [one, two] = ["0000000000000001", "override:0000000000000002"];
  const second = roundRecord("hono/bun", "fetch/bun", 2, 0.9);
  appendTo(path, { ...header, instance: one }, round, { ...header, instance: two }, second);
  const { journals, bad } = await readContents([path]);
  assert.deepEqual(bad, []);
  assert.deepEqual(
    journals.map(({ run, rounds }) => [run.instance, rounds.map(({ n }) => n)]),
    [
      [one, [1]],
      [two, [2]],
    ],
  );
});

test("an instance is a hash: a record with a name or an address in its place is rejected", async (t) => {
  const path = join(temporaryFolder(t), "journal.jsonl");
  writeFileSync(path, `${JSON.stringify({ ...header, instance: "build-host-7" })}\n`);
  assert.match((await readJournal(path)).bad[0]?.why ?? "", /^field instance/);
});
