import assert from "node:assert/strict";
import { test } from "node:test";
import type { Result } from "@deadheat/judge";
import type { WorkerState } from "../../src/fleet/announce.ts";
import { displayOf } from "../../src/fleet/show.ts";
import { quietIo } from "../quiet-io.ts";

const worker: WorkerState = {
  worker: "w-1",
  label: "bench-1",
  queue: "q",
  commit: "12".repeat(20),
  class: "0123456789abcdef",
  cpu: "AMD EPYC",
  instance: "m1",
  pace: 1,
  doing: null,
};

const ratio = (of: number, n: number) => ({ ratio: of, lo: of / 1.02, hi: of * 1.02, n });
const result = {
  differences: [{ scenario: "text" }],
  cells: [
    { target: "node-http/node", rank: [1, 1], ratio: 1, n: 0 },
    { target: "koa/node", rank: [2, 2], ratio: 0.5, n: 6 },
  ].map(({ target, rank, ratio: of, n }) => ({
    target,
    scenario: "text",
    rank,
    efficiency: { toFloor: ratio(of, n), toNodeHttp: ratio(of, n) },
  })),
} as unknown as Result;

test("a log gets a line when a machine comes, begins a cell or goes, and the table after each quarter", () => {
  const lines: string[] = [];
  const display = displayOf({ ...quietIo(), note: (line) => void lines.push(line) }, worker.commit);
  display.workers([worker], [], 3);
  display.workers([{ ...worker, doing: "koa/node text" }], [], 3);
  for (const n of [1, 2]) {
    display.workers([{ ...worker, doing: `koa/node text, round ${n} of 3` }], [], 3);
  }
  display.workers([], [], 3);
  assert.deepEqual(lines, [
    "bench-1 joins (AMD EPYC)",
    "bench-1: koa/node text",
    "bench-1 is gone. Another worker takes its task",
  ]);
  lines.length = 0;
  for (const done of [0.1, 0.3, 0.4, 0.6]) display.table(() => result, done);
  const table = ["text, so far", "    1  node-http/node   1.000 ± 2.0 %"];
  table.push("    2  koa/node         0.500 ± 2.0 %, 6 rounds");
  assert.deepEqual(lines, [...table, ...table]);
});
