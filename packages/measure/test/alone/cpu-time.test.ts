import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CpuClockError,
  readCpu,
  type CpuReading,
  type ProcessClock,
} from "../../src/machine/cpu-time.ts";
import { processTree } from "../../src/machine/members.ts";
import { cpuUse, type CpuUse } from "../../src/machine/cpu-use.ts";
import { choosePinning, pinned } from "../../src/machine/pinning.ts";
import { startSpinning, type Order } from "../spinning.ts";

const linux = process.platform === "linux" ? {} : { skip: "only Linux reports processes" };

async function spinning(t: TestContext, prefix: readonly string[] = []) {
  const root = await startSpinning(prefix);
  t.after(async () => {
    const exit = once(root.child, "exit");
    for (const pid of processTree(root.pid).toReversed()) process.kill(pid, "SIGKILL");
    await exit;
  });
  const within = async (work: () => Promise<unknown>): Promise<CpuUse & { wall: number }> => {
    const clock = performance.now();
    const before = await readCpu(root.pid);
    await work();
    const use = cpuUse(before, await readCpu(root.pid));
    return { ...use, wall: (performance.now() - clock) / 1000 };
  };
  return { ...root, within };
}

/** Allows for the time of ending, which a process cannot report itself, and for ended clocks that count in 10 ms. */
function assertNear(run: number, expected: number): void {
  assert.ok(Math.abs(run - expected) < 0.06, `${run} s instead of ${expected} s`);
}

const child = (order: Order): Order => ({ do: "child", order });
const spin = (seconds: number): Order => ({ do: "spin", seconds });
const endChild = (signal: NodeJS.Signals | null = null): Order => ({ do: "end-child", signal });

for (const [how, signal] of [
  ["by itself", null],
  ["killed", "SIGKILL"],
] as const) {
  test(`a child that ends (${how}) counts from the first reading on`, linux, async (t) => {
    const { tell, within } = await spinning(t);
    await tell({ do: "start-child" });
    const [own, its] = [await tell({ do: "tell" }), await tell(child(spin(0.3)))];
    let expected = 0;
    const { run } = await within(async () => {
      expected += (await tell(child(spin(0.2)))) - its;
      expected += (await tell(endChild(signal))) - own;
    });
    assertNear(run, expected);
  });

  test(
    `a child that begins and ends (${how}) between the readings counts whole`,
    linux,
    async (t) => {
      const { tell, within } = await spinning(t);
      const own = await tell({ do: "tell" });
      let expected = 0;
      const { run } = await within(async () => {
        await tell({ do: "start-child" });
        expected += await tell(child(spin(0.2)));
        expected += (await tell(endChild(signal))) - own;
      });
      assertNear(run, expected);
    },
  );
}

test("a child and its child count once, whether they end or live on", linux, async (t) => {
  const { tell, within } = await spinning(t);
  await tell({ do: "start-child" });
  await tell(child({ do: "start-child" }));
  await tell(child(child(spin(0.3))));
  const clocks = async () => [
    await tell({ do: "tell" }),
    await tell(child({ do: "tell" })),
    await tell(child(child({ do: "tell" }))),
  ];
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const [first, alive] = [await clocks(), await within(() => tell(child(child(spin(0.2)))))];
  const second = await clocks();
  assertNear(alive.run, sum(second) - sum(first));
  let last: number[] = [];
  const ended = await within(async () => {
    await tell(child(child(spin(0.2))));
    last = await clocks();
    await tell(child(endChild()));
    await tell(endChild());
  });
  assertNear(ended.run, sum(last) - sum(second));
  const after = await within(() => tell(spin(0.1)));
  assertNear(after.run, 0.1);
});

test("an orphan outside of the tree gives an error instead of a metric", linux, async (t) => {
  const { tell, within } = await spinning(t);
  await tell({ do: "start-child" });
  const orphan = await tell(child({ do: "start-child" }));
  await tell(child(child({ do: "outlive" })));
  await tell(child(child(spin(0.1))));
  await assert.rejects(
    within(() => tell(endChild("SIGKILL"))),
    (error) =>
      error instanceof CpuClockError && /gone and nobody waited for it/.test(error.message),
  );
  process.kill(orphan, "SIGKILL");
});

/** The parent becomes another program, which does not wait for its child. */
const careless = (parent: string) => ["sh", "-c", `"$@" & exec ${parent}`, "sh"];

test("a zombie child counts", linux, async (t) => {
  const { pid, tell, within } = await spinning(t, careless("sleep 30"));
  const from = await tell(spin(0.1));
  let until = 0;
  const { run } = await within(async () => {
    until = await tell(spin(0.2));
    await endOfChild(pid, false);
  });
  assertNear(run, until - from);
});

test("a child that nobody waits for gives an error instead of a metric", linux, async (t) => {
  const { pid, tell, within } = await spinning(t, careless("env --ignore-signal=CHLD sleep 30"));
  await tell(spin(0.1));
  await assert.rejects(
    within(() => endOfChild(pid, true)),
    CpuClockError,
  );
});

/** Kills the only child and waits for its end; `gone` waits until no zombie is left. */
async function endOfChild(pid: number, gone: boolean): Promise<void> {
  const [, only = 0] = processTree(pid);
  process.kill(only, "SIGKILL");
  const status = () => readFileSync(`/proc/${only}/status`, "utf8");
  while (gone ? processTree(pid).includes(only) : !/^State:\tZ/m.test(status())) await sleep(10);
}

test(
  "threads that end between the readings count, and their number is returned",
  linux,
  async (t) => {
    const { tell, within } = await spinning(t);
    const two = (seconds: number): Order => ({ do: "threads", count: 2, seconds });
    const none: Order = { do: "threads", count: 0, seconds: 0.1 };
    const from = await tell(two(0.1));
    let until = 0;
    const had = await within(async () => (until = await tell(none)));
    assertNear(had.run, until - from);
    assert.ok(had.lostThreads >= 2, `${had.lostThreads} threads`);
    const unseen = await within(async () => {
      await tell(two(0.1));
      until = (await tell(none)) - until;
    });
    assertNear(unseen.run, until);
    assert.ok(unseen.lostThreads >= 1, `${unseen.lostThreads} threads`);
    const short = await within(async () => {
      await tell({ do: "threads", count: 1, seconds: 0 });
      await tell(none);
    });
    assert.ok(short.lostThreads >= 1, "one that did nothing");
    const calm = await within(() => tell(spin(0.1)));
    assert.equal(calm.lostThreads, 0);
    assertNear(calm.run, 0.1);
  },
);

test(
  "the serving thread runs or waits for at most the elapsed time, however many threads wait",
  linux,
  async (t) => {
    const pinning = choosePinning();
    if (pinning.mode === "none") return t.skip(pinning.reason ?? "");
    const { tell, within } = await spinning(t, pinned(pinning, "server"));
    const order: Order = { do: "threads", count: 4, seconds: 0.15 };
    await tell(order);
    const { run, serving, wall } = await within(() => tell(order));
    assertNear(run, 0.6);
    assert.ok((serving ?? 0) <= 1.02 * wall, `${serving} s in ${wall} s`);
    assert.ok((serving ?? 0) > 0.5, `${serving} s of four that share a CPU`);
    const idle = await within(() => sleep(200));
    assert.ok((idle.serving ?? 1) < 0.02, `${idle.serving} s of one that waits for work`);
  },
);

const clock = (changes: Partial<ProcessClock> = {}): ProcessClock => ({
  parent: 1,
  startedAt: 100,
  own: 1,
  children: 0,
  threads: new Map([[10, { run: 1, delay: 0.5 }]]),
  endedFaults: { least: 0, most: 0 },
  ...changes,
});
const reading = (...processes: [number, ProcessClock][]): CpuReading => ({
  processes: new Map(processes),
  total: 0,
  group: null,
});

test("without thread clocks the count of the process is used", () => {
  const [before, after] = [clock({ threads: new Map() }), clock({ threads: new Map(), own: 1.7 })];
  const use = cpuUse(reading([10, before]), reading([10, after]));
  assert.deepEqual(
    { ...use, run: use.run.toFixed(2) },
    { run: "0.70", serving: null, lostThreads: 0 },
  );
  const totals = cpuUse(
    { processes: null, total: 2, group: null },
    { processes: null, total: 3, group: null },
  );
  assert.deepEqual(totals, { run: 1, serving: null, lostThreads: 0 });
});

test("a short thread that begins and ends between the readings is counted by its page faults", () => {
  const before = clock({ endedFaults: { least: 40, most: 42 } });
  const lost = (least: number) => {
    const after = clock({ own: 1.01, endedFaults: { least, most: least + 2 } });
    return cpuUse(reading([10, before]), reading([10, after])).lostThreads;
  };
  assert.equal(lost(41), 0, "the living threads fault while they are read");
  assert.equal(lost(45), 1);
});

test("in several processes one thread serves, too", () => {
  const worker = (run: number, delay: number) =>
    clock({ parent: 10, own: run, threads: new Map([[11, { run, delay }]]) });
  const before = reading([10, clock()], [11, worker(0, 0)]);
  const after = reading(
    [10, clock({ own: 1.1, threads: new Map([[10, { run: 1.1, delay: 1 }]]) })],
    [11, worker(0.4, 0.3)],
  );
  const { run, serving } = cpuUse(before, after);
  assert.deepEqual([run.toFixed(6), serving?.toFixed(6)], ["0.500000", "0.700000"]);
});

test("a new process with the id of an ended one is another process", () => {
  const before = reading([10, clock()], [11, clock({ parent: 10 })]);
  const threads = new Map([[11, { run: 0.2, delay: 0.1 }]]);
  const other = clock({ parent: 10, startedAt: 200, own: 0.2, threads });
  // The first process ended with 1.3 s in all and was waited for.
  const use = cpuUse(before, reading([10, clock({ children: 1.3 })], [11, other]));
  assert.equal(use.run.toFixed(6), "0.500000");
  assert.equal(use.serving?.toFixed(6), "0.300000");
  assert.throws(() => cpuUse(before, reading([10, clock()], [11, other])), CpuClockError);
});

test("clocks in ticks of 10 ms do not make a process look lost", () => {
  const ending = clock({
    parent: 10,
    own: 0.31,
    threads: new Map([[11, { run: 0.318, delay: 0 }]]),
  });
  const after = reading([10, clock({ children: 0.3 })]);
  const use = cpuUse(reading([10, clock()], [11, ending]), after);
  assert.equal(use.run, 0);
});
