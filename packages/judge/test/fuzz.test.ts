// Journals and blobs come from killed processes, other machines and downloads; the document of a gate comes from the job
// of a stranger's pull request.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as fc from "fast-check";
import * as v from "valibot";
import {
  readBlobHeader,
  readContents,
  readJournal,
  UsageError,
  writeBlob,
  type BlobHeader,
  type JournalContent,
} from "@deadheat/journal";
import { assertPlain, fastFolder, fuzz, jsonLike, textLike } from "../../journal/test/fuzzing.ts";
import { costRecord, runRecord } from "../../journal/test/records.ts";
import { gated } from "../../report/test/gated.ts";
import { gather, merge, readGated, resultSchema } from "../src/index.ts";
import { about, endRecord, hono } from "./results.ts";
import { expressSweeps, openLoops } from "./solo-records.ts";

const costs = [1, 2, 3].map((n) => costRecord("hono/bun", "fetch/bun", n, [0.9, 0.9, 0.9]));
const solo = [...expressSweeps, ...openLoops("express/node")].map((record) => ({
  ...record,
  target: "hono/bun",
  ...("server" in record && { server: "fetch/bun" }),
}));
const verified = {
  type: "verify",
  target: "hono/bun",
  scenario: "text",
  status: "ok",
  reason: null,
  differences: [{ kind: "header", name: "date", target: "a", floor: null }],
  response: { status: 200, headers: { "content-type": "text/plain" }, bytes: 12 },
};
const records = [runRecord("hono/bun"), ...hono, ...costs, ...solo, verified, endRecord];
const lines = records.map((record) => JSON.stringify(record));

/** The changed lines of one journal. */
const LINES = 10;
const journals = fc.array(
  fc.oneof(jsonLike(records), textLike(lines)).map((line) => line.replaceAll(/[\r\n]/g, " ")),
  { minLength: LINES, maxLength: LINES },
);

test("a journal: each changed line is a record with possible metrics, or is named as a bad line", async (t) => {
  const path = join(fastFolder(t), "journal.jsonl");
  await fuzz(journals, {
    each: LINES,
    refusals: [],
    parse: (changed) => {
      writeFileSync(path, changed.join("\n"));
      return readJournal(path);
    },
    check: ({ records: read, bad }: JournalContent, changed) => {
      assert.equal(read.length + bad.length, changed.filter((line) => line !== "").length);
      for (const { where } of bad) assert.match(where, /journal\.jsonl:\d+$/);
      assertPlain(read);
      assertNotNegative(read);
    },
  });
});

/** Checks that no metric is below zero: journals hold counts, seconds, bytes and shares. */
function assertNotNegative(value: unknown): void {
  if (typeof value === "number") assert.ok(value >= 0, `${value} was accepted`);
  if (typeof value === "object" && value !== null) Object.values(value).forEach(assertNotNegative);
}

test("journals with changed lines give a result in its schema, or a UsageError", async (t) => {
  const path = join(fastFolder(t), "journal.jsonl");
  await fuzz(journals, {
    each: LINES,
    refusals: [UsageError],
    parse: async (changed) => {
      writeFileSync(path, [lines[0], ...changed, ...lines].join("\n"));
      const { targets } = gather(await readContents([path]));
      const result = merge({ ...about, targets, currentRunId: null });
      return v.parse(resultSchema, JSON.parse(JSON.stringify(result)));
    },
  });
});

const blob: BlobHeader = {
  plan: "plan",
  shard: { index: 1, total: 2 },
  fingerprint: "0123456789abcdef",
  instance: "fedcba9876543210",
  versions: { "hono/bun": "4.0.0", oha: "1.16.0" },
  run: {
    id: "run-1",
    startedAt: "2026-11-21T10:00:00.000Z",
    finishedAt: "2026-11-21T10:10:00.000Z",
    profile: "quick",
    git: { commit: "1a2b3c4", dirty: false },
    like: null,
    seconds: 600,
  },
  scenarios: ["text"],
  shared: ["node-http/node text"],
  own: [["hono/bun text"], ["elysia/bun text"]],
  missing: [],
};

test("a blob's header, with any value in any place", async (t) => {
  const folder = fastFolder(t);
  const [path, journal] = [join(folder, "blob.jsonl"), join(folder, "journal.jsonl")];
  writeFileSync(journal, `${lines[0]}\n`);
  writeBlob(path, blob, [journal]);
  const header = readBlobHeader(path);
  await fuzz(jsonLike([header]), {
    refusals: [UsageError],
    parse: (text) => {
      writeFileSync(path, `${text}\n${lines[0]}\n`);
      return readBlobHeader(path);
    },
    check: (read) => {
      assertPlain(read);
      assert.match(read.fingerprint, /^[0-9a-f]{16}$/);
      assert.ok(read.shard.index <= read.shard.total && read.shard.total <= 9999);
      assert.equal(read.sha256, header.sha256);
    },
  });
});

test("the document of a gate, with any value in any place", () =>
  fuzz(jsonLike([gated()]), {
    refusals: [UsageError],
    parse: readGated,
    check: (read) => {
      assertPlain(read);
      for (const { ratio, lo, hi, p, gate } of read.comparisons) {
        assert.ok(ratio > 0 && lo > 0 && hi > 0 && p >= 0 && p <= 1);
        assert.ok(gate === null || (gate.limit >= 0 && gate.limit <= 1));
      }
    },
  }));
