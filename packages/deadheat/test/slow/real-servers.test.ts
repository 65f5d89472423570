import assert from "node:assert/strict";
import { test } from "node:test";
import type { Comparison } from "@deadheat/judge";
import { compare, run, type CompareOptions } from "../../src/index.ts";
import { folderOf } from "../config-folder.ts";

// Servers of every size: milliseconds of CPU time, waits, and both at once. Each comparison has one minute or two.

const work = `const work = (n) => { let x = 0; for (let i = 0; i < n; i++) x += Math.sqrt(i); return x; };`;
const listening = (handler: string) =>
  `import http from "node:http"; ${work}
   http.createServer((request, response) => { ${handler} }).listen(process.env.PORT, "127.0.0.1");`;
const heavy = (n: number) => listening(`response.end(String(work(${n}) > 0));`);
const waiting = (ms: number, n: number) =>
  listening(`setTimeout(() => response.end(String(work(${n}) >= 0)), ${ms});`);

interface Timed {
  readonly comparison: Comparison;
  readonly seconds: number;
}

async function compared(
  cwd: string,
  options: Omit<CompareOptions, "base" | "new">,
): Promise<Timed> {
  const clock = performance.now();
  const { comparisons } = await compare({ base: "./a.mjs", new: "./b.mjs", cwd, ...options });
  const [comparison] = comparisons as [Comparison];
  return { comparison, seconds: (performance.now() - clock) / 1000 };
}

function requireInTime({ comparison, seconds }: Timed, budgetSeconds: number): void {
  const most = budgetSeconds + 1.5 * comparison.roundSeconds + 5;
  assert.ok(seconds <= most, `${seconds} s for a budget of ${budgetSeconds} s`);
}

/** About 1, 6 and 30 ms of CPU time on an ordinary machine. */
for (const [n, budgetSeconds] of [
  [400_000, 60],
  [2_000_000, 90],
  [10_000_000, 150],
] as const) {
  test(`a loop of ${n} steps that is 15 % longer is slower, and takes no longer than its budget`, async (t) => {
    const cwd = folderOf(t, { "a.mjs": heavy(n), "b.mjs": heavy(Math.round(1.15 * n)) });
    const timed = await compared(cwd, { budgetSeconds });
    requireInTime(timed, budgetSeconds);
    const { verdict, ratio, n: rounds, warnings } = timed.comparison;
    assert.deepEqual(
      warnings.filter(({ code }) => code === "cold"),
      [],
    );
    if (rounds >= 5) assert.equal(verdict, "slower", `${ratio}`);
    assert.ok(!["faster", "same"].includes(verdict), `${verdict}, ${ratio}`);
  });
}

for (const ms of [1, 20, 100, 500]) {
  test(`a server that waits ${ms} ms and computes for longer than the other is slower within a minute`, async (t) => {
    const cwd = folderOf(t, { "a.mjs": waiting(ms, 0), "b.mjs": waiting(ms, 60_000) });
    const timed = await compared(cwd, { budgetSeconds: 60 });
    requireInTime(timed, 60);
    const { verdict, ratio, n } = timed.comparison;
    assert.equal(verdict, "slower", `${ratio} after ${n} rounds`);
  });
}

test("a budget that holds one round of a heavy server says so, and prints no verdict", async (t) => {
  const cwd = folderOf(t, { "a.mjs": heavy(10_000_000), "b.mjs": heavy(10_000_000) });
  const timed = await compared(cwd, { budgetSeconds: 20 });
  requireInTime(timed, 20);
  const { verdict, n, warnings } = timed.comparison;
  assert.equal(verdict, "undecided");
  assert.ok(n < 4, `${n}`);
  if (n < 3) assert.ok(warnings.some(({ code }) => code === "too-few-rounds"));
});

test("a run measures the latency and the memory growth of a server of milliseconds", async (t) => {
  const handler = `work(1_000_000); response.end(String(kept.push({ kept: new Array(500).fill(0) }) > 0));`;
  const cwd = folderOf(t, {
    "leak.mjs": `const kept = []; ${listening(handler)}`,
    "deadheat.config.json": JSON.stringify({ targets: ["./leak.mjs"] }),
  });
  const measure = ["duets", "latency", "memory-growth"];
  const nothing = { connections: null, rounds: null, stepSeconds: null };
  const { result } = await run({ cwd, rounds: 3, measures: { ...nothing, measure, rate: 50 } });
  const cell = result.cells.find(({ target }) => target === "leak.mjs/node");
  assert.equal(cell?.status, "ok", cell?.reason ?? "");
  const common = cell?.openLoop.find((step) => step.common);
  assert.equal(common?.rate, 50);
  assert.ok((common?.p99 ?? 0) > 0.001, `${common?.p99} s`);
  assert.equal(cell?.growth?.new.verdict, "grows");
  const { perResponse = 0 } = cell?.growth?.new ?? {};
  assert.ok(perResponse > 3500 && perResponse < 6000, `${perResponse} B`);
});
