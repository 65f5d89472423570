import assert from "node:assert/strict";
import { join } from "node:path";
import type { TestContext } from "node:test";
import {
  duetsOnly,
  readContents,
  type EndRecord,
  type RoundRecord,
  type JournalRecord,
  type RunRecord,
} from "@deadheat/journal";
import { gather, type Gathered, type PooledTarget } from "../src/gather.ts";
import { RUN_MARGIN, type Cell, type Result } from "../src/documents/result.ts";
import type { MergeInput } from "../src/result/input.ts";
import { merge } from "../src/result/result.ts";
import { appendTo, roundRecord, runRecord, settings } from "../../journal/test/records.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";

/** The summary of a run with the test settings. */
export const runSummary: Result["run"] = {
  id: "run-1",
  startedAt: "2026-11-21T10:00:00.000Z",
  finishedAt: "2026-11-21T10:10:00.000Z",
  seed: 7,
  profile: "quick",
  git: null,
  measured: { rounds: 15, seconds: 120, underLoadSeconds: 108, underLoadShare: 0.9 },
  load: settings.load,
  ...duetsOnly,
};

export const endRecord: EndRecord = {
  type: "end",
  finishedAt: "2026-11-21T10:01:00.000Z",
  status: "ok",
  reason: null,
};

/** The usual input of `merge`, apart from the targets. */
export const about = { run: runSummary, settings, margin: RUN_MARGIN, missing: [], warnings: [] };

/** Returns the journal of a target whose rounds have these ratios. */
export function duet(
  target: string,
  reference: string,
  ratios: readonly number[],
  changes: Partial<RoundRecord> = {},
): JournalRecord[] {
  const rounds = ratios.map((ratio, i) => roundRecord(target, reference, i + 1, ratio, changes));
  return [runRecord(target), ...rounds, endRecord];
}

export const aa = duet("node-http/node", "node-http/node", [1.01, 0.99, 1.002], { role: "aa" });
export const bridge = duet("fetch/bun", "node-http/node", [2.5, 2.4, 2.6], { role: "bridge" });
export const hono = duet("hono/bun", "fetch/bun", [0.9, 0.91, 0.89]);
export const elysia = duet("elysia/bun", "fetch/bun", [0.905, 0.9, 0.885]);
export const express = duet("express/node", "node-http/node", [0.4, 0.41, 0.39]);

/** Returns a target that was measured to its end, with nothing but these rounds. */
export function pooledTarget(run: RunRecord, rounds: readonly RoundRecord[]): PooledTarget {
  const none = { instances: [], verify: [], sweeps: [], openLoops: [], costs: [] };
  return { ...none, target: run.target, run, rounds, end: endRecord };
}

/** Returns the same journal as another run would have left it. */
export function ofRun(runId: string, records: readonly JournalRecord[]): JournalRecord[] {
  return records.map((record) => (record.type === "run" ? { ...record, runId } : record));
}

/** Writes each journal into a file of its own. */
export function write(t: TestContext, ...journals: (readonly JournalRecord[])[]): string[] {
  const folder = temporaryFolder(t);
  return journals.map((records, i) => appendTo(join(folder, `${i}.jsonl`), ...records));
}

/** Reads and pools the journals at these paths. */
export async function poolJournals(paths: readonly string[]): Promise<Gathered> {
  return gather(await readContents(paths));
}

/** Merges journals of the current run with the test settings, unless `changes` say otherwise. */
export async function resultOf(
  t: TestContext,
  journals: readonly (readonly JournalRecord[])[],
  changes: Partial<MergeInput> = {},
): Promise<Result> {
  const { targets, bad } = await poolJournals(write(t, ...journals));
  assert.deepEqual(bad, []);
  return merge({ ...about, currentRunId: "run-1", ...changes, targets });
}

export function cellOf({ cells }: Result, target: string): Cell {
  const cell = cells.find((one) => one.target === target);
  assert.ok(cell, target);
  return cell;
}
