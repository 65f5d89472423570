import assert from "node:assert/strict";
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { PassThrough } from "node:stream";
import { test, type TestContext } from "node:test";
import { journalPath } from "../src/task/journal-path.ts";
import { buildPlan } from "../src/plan/build.ts";
import { watchProgress } from "../src/run/progress.ts";
import type { BlockRecord, JournalRecord } from "@deadheat/journal";
import { blockRecord, runRecord, settings, target, temporaryFolder } from "./fixtures.ts";

const FLOOR = "node-http/node";
const hono = target("hono/node");
const koa = target("koa/node");
const targets = [hono, koa];
const blocks = { cell: 5, bridge: 5, aa: 5 };
const plan = buildPlan([hono, koa, target(FLOOR)], ["text"], blocks, settings.load, 1);

/** A run of which hono is replayed, with what koa's journal had before it. */
function watched(t: TestContext, before: readonly BlockRecord[]) {
  const out = temporaryFolder(t);
  const lines: string[] = [];
  const write = (record: JournalRecord & { target: string }) => {
    const path = journalPath(out, record.target === hono.name ? hono : koa);
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, `${JSON.stringify(record)}\n`);
  };
  write(runRecord(koa.name, { runId: "this-run" }));
  before.forEach(write);
  const progress = watchProgress(
    plan,
    targets,
    { out, id: "this-run" },
    {
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      terminal: false,
      columns: 100,
      color: false,
      signal: new AbortController().signal,
      note: (line) => lines.push(line),
    },
  );
  write(runRecord(hono.name, { runId: "earlier" }));
  return {
    write,
    replayed: progress.replayed,
    end: () => {
      progress.stop();
      return lines;
    },
  };
}

const block = (name: string, n: number) => blockRecord(name, FLOOR, n, 0.8);

test("records that are replayed are no measure of how long the others take", (t) => {
  const run = watched(t, []);
  for (let n = 1; n <= 5; n++) run.write(block(hono.name, n));
  run.write(block(koa.name, 1));
  const lines = run.end();
  assert.equal(lines.length, 6);
  // Four blocks of koa: warm-up 4 s, window 3 s, and about a second around them.
  assert.match(
    lines.at(-1) ?? "",
    /^\[6\/10\] koa\/node text against node-http\/node: block 1\/5, 0\.800, (2[5-9]|3[0-2]) s left$/,
  );
});

test("what an interrupted run has left counts as done, and is not told again", (t) => {
  const run = watched(t, [block(koa.name, 1), block(koa.name, 2)]);
  run.write(block(koa.name, 3));
  assert.match(run.end().join("\n"), /^\[3\/10\] koa\/node .*: block 3\/5, [^\n]* left$/);
});

test("what is replayed is not waited for, though it may have fewer blocks than this run would give it", (t) => {
  const lastOf = (replayed: boolean) => {
    const run = watched(t, []);
    if (replayed) run.replayed([hono]);
    for (const name of [hono.name, koa.name]) run.write(block(name, 1));
    return run.end().at(-1) ?? "";
  };
  // Four blocks of koa, or of both.
  assert.match(lastOf(true), / (2[5-9]|3[0-2]) s left$/);
  assert.match(lastOf(false), / (5\d|6[0-4]) s left$| 1 min 0?[0-4] s left$/);
});
