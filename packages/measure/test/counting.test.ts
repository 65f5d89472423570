// Counters of the kernel, over processes and threads that begin and end meanwhile.
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startCounting } from "../src/machine/counting.ts";
import { startSpinning } from "./spinning.ts";

const linux = { skip: process.platform !== "linux" && "needs /proc", timeout: 30_000 };
const switches = {
  of: "thread",
  file: "status",
  fields: ["voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"],
} as const;
const faults = {
  of: "process",
  file: "stat",
  fields: ["minflt", "cminflt", "majflt", "cmajflt"],
} as const;
const calls = { of: "process", file: "io", fields: ["syscr", "syscw"] } as const;

test("a child counts, also after it has ended", linux, async (t) => {
  const { child, pid, tell } = await startSpinning();
  t.after(() => child.kill("SIGKILL"));
  const { end } = startCounting(pid, { calls });
  // Each order to the child and its answer are a read and a write of both processes at least.
  await tell({ do: "start-child" });
  for (let i = 0; i < 50; i++) await tell({ do: "child", order: { do: "tell" } });
  const { calls: living = 0 } = end(0);
  assert.ok(living > 200, `${living}`);
  await tell({ do: "end-child", signal: "SIGKILL" });
  const { calls: ended = 0 } = end(0);
  assert.ok(ended >= living && ended < living + 200, `${living}, then ${ended}`);
});

test(
  "a field of stat counts by its name, also that of a child that has ended",
  linux,
  async (t) => {
    const { child, pid, tell } = await startSpinning();
    t.after(() => child.kill("SIGKILL"));
    const { end } = startCounting(pid, { faults });
    const { faults: before = 0 } = end(0);
    await tell({ do: "start-child" });
    // A Node that starts touches thousands of pages.
    const { faults: living = 0 } = end(0);
    assert.ok(living > before + 500, `${before}, then ${living}`);
    await tell({ do: "end-child", signal: null });
    const { faults: ended = 0 } = end(0);
    assert.ok(ended >= living && ended < 10 * living, `${living}, then ${ended}`);
  },
);

test(
  "a thread that ends counts until the last look, and its short life is no count",
  linux,
  async (t) => {
    const { child, pid, tell } = await startSpinning();
    t.after(() => child.kill("SIGKILL"));
    await tell({ do: "threads", count: 2, seconds: 0.01 });
    const counting = startCounting(pid, { switches });
    for (let i = 0; i < 20; i++) await tell({ do: "threads", count: 2, seconds: 0.001 });
    const { switches: before = 0 } = counting.end(0);
    assert.ok(before >= 40, `${before}`);
    await tell({ do: "threads", count: 0, seconds: 0 });
    const { switches: after = 0 } = counting.end(2);
    assert.ok(after >= before, `${before}, then ${after}`);
    await tell({ do: "threads", count: 1, seconds: 0.01 });
    counting.look();
    await tell({ do: "threads", count: 0, seconds: 0 });
    await sleep(20);
    assert.deepEqual(counting.end(0), {}, "a thread that began and ended");
  },
);

test("threads that ended without a look leave no count", linux, async () => {
  assert.deepEqual(startCounting(process.pid, { switches }).end(1), {});
});

test(
  "a counter that the system does not report is left out, and so is a server that cannot be seen",
  linux,
  () => {
    const missing = {
      calls,
      absent: { ...calls, fields: ["syscr", "no-such-field"] },
      gone: { ...switches, file: "no-such-file" },
    };
    assert.deepEqual(Object.keys(startCounting(process.pid, missing).end(0)), ["calls"]);
    assert.deepEqual(startCounting(0, missing).end(0), {});
  },
);
