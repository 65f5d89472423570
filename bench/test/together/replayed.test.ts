import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { readContents, type JournalRecord, type RunRecord } from "@deadheat/journal";
import { gather, merge } from "@deadheat/judge";
import { renderMarkdown } from "@deadheat/report";
import type { CacheMode } from "../../src/plan/request.ts";
import { fateOf as fateOfKept, toldOf } from "../../src/cache/replayed.ts";
import { keptJournalPath } from "../../src/cache/kept.ts";
import {
  endRecord,
  roundRecord,
  runRecord,
  runSummary,
  settings,
  target as targetOf,
  temporaryFolder,
} from "../fixtures.ts";

// The second lock behind turbo's key, and the only one for the instance.

const [here, there] = ["1111111111111111", "2222222222222222"];
const end = endRecord();
const round = roundRecord("hono/bun", "fetch/bun", 1, 0.9);
const run = (changes: Partial<RunRecord> = {}) =>
  runRecord("hono/bun", { taskHash: "abc", instance: here, ...changes });

/** Replays a kept journal with these lines. */
async function fateOf(
  t: TestContext,
  lines: readonly (JournalRecord | string)[],
  mode: CacheMode = "class",
) {
  const target = targetOf("hono/bun", { directory: temporaryFolder(t) });
  const kept = keptJournalPath(target);
  mkdirSync(dirname(kept), { recursive: true });
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(kept, text.join("\n") + "\n");
  return fateOfKept(target, "abc", { settings, instance: here, mode });
}

test("a journal is replayed on its own instance, and on another of the class where that was asked for", async (t) => {
  const own = [run(), round, end];
  const foreign = [run({ instance: there }), round, end];
  const completed = [run(), round, run({ instance: there, runId: "run-2" }), round, end];
  for (const [lines, byClass, byInstance] of [
    [own, "taken", "taken"],
    [foreign, "taken from another", "another's"],
    [completed, "taken from another", "another's"],
  ] as const) {
    assert.equal(await fateOf(t, lines, "class"), byClass);
    assert.equal(await fateOf(t, lines, "instance"), byInstance);
  }
});

test("a journal that is not whole, or belongs elsewhere, is never replayed", async (t) => {
  const machine = { ...settings.machine, fingerprint: "fedcba9876543210" };
  const oha = { version: "1.16.0", sha256: "other" };
  const unfit: (readonly (JournalRecord | string)[])[] = [
    [],
    [run(), round],
    [run(), round, { ...end, status: "failed", reason: "a cell failed" }],
    [run(), '{"type":"round","role":"ce', end],
    [run({ taskHash: "another task's" }), round, end],
    [run({ target: "hono/node" }), round, end],
    [run({ instance: undefined } as never), round, end],
    [run({ settings: { ...settings, machine } }), round, end],
    [run({ settings: { ...settings, tools: { ...settings.tools, oha } } }), round, end],
    [run(), round, run({ settings: { ...settings, machine } }), end],
  ];
  for (const lines of unfit) {
    assert.equal(await fateOf(t, lines), "unfit", JSON.stringify(lines).slice(0, 300));
  }
});

test("a result says of a cell whose it is when another instance measured it", async (t) => {
  const file = join(temporaryFolder(t), "journal.jsonl");
  const rounds = [1, 2, 3].map((n) => roundRecord("hono/bun", "fetch/bun", n, 0.9));
  const lines = [run({ instance: there }), ...rounds, end];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { targets } = gather(await readContents([file]));
  const about = { run: runSummary, settings, margin: 0.05, targets, missing: [], warnings: [] };
  const of = (currentRunId: string, currentInstance: string) =>
    merge({ ...about, currentRunId, currentInstance }).cells[0]?.replayedFrom;
  const from = { run: "run-1", startedAt: "2026-11-21T10:00:00.000Z" };
  assert.deepEqual(of("run-9", here), { ...from, instance: there });
  assert.deepEqual(of("run-9", there), from);
  assert.equal(of("run-1", there), null);
  const result = merge({ ...about, currentRunId: "run-9", currentInstance: here });
  assert.match(
    renderMarkdown(result),
    /Another instance of this class of machine measured 1 of them/,
  );
});

test("people are told what was not measured here, and what is measured again", () => {
  assert.deepEqual(toldOf(["taken", "taken"]), []);
  const [foreign = "", refused = "", unfit = ""] = toldOf([
    "taken",
    "taken from another",
    "another's",
    "unfit",
  ]);
  assert.match(foreign, /another instance of this class .* 1 of 4 targets, marked in the result/);
  assert.match(
    refused,
    /before its last boot: 1 of 4 targets are measured again\. Give --cache class/,
  );
  assert.match(unfit, /did not restore all journals: 1 of 4 targets are measured again/);
});
