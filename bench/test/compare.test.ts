import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { addonsOf } from "../src/run/compare.ts";
import { budgetWarnings, coldWarnings } from "deadheat/parts";
import { comparisonSchema, judgeComparison, type Comparison } from "@deadheat/judge";
import * as v from "valibot";
import type { BlockRecord } from "@deadheat/journal";
import type { Target } from "../src/targets/manifest.ts";
import { choosePinning, pinOurselves } from "@deadheat/measure";
import { createApps, serverThat } from "./broken-apps.ts";
import { deadheat, start } from "./command.ts";
import { blockRecord, temporaryFolder } from "./fixtures.ts";
import { normalFrom } from "../../packages/judge/test/normal.ts";
import { until as reached } from "../../packages/measure/test/processes.ts";

// What the blocks say, on made-up ones.

const blocks = { kind: "blocks", blocks: 8 } as const;

/** Eight blocks, half of them this much above the ratio, new over old, and half below. */
function around(ratio: number, spread: number, n = 8): BlockRecord[] {
  return Array.from({ length: n }, (_, i) => {
    const off = Math.exp(i % 2 === 0 ? spread : -spread);
    return blockRecord("new/node", "old/node", i + 1, ratio * off);
  });
}

test("four words: a difference, a tie within the margin, or neither", () => {
  const word = (ratio: number, spread: number, margin = 0.02) =>
    judgeComparison(around(ratio, spread), blocks, margin, 48).verdict;
  assert.equal(word(1.08, 0.01), "faster");
  assert.equal(word(0.92, 0.01), "slower");
  assert.equal(word(1.002, 0.01), "dead-heat");
  assert.equal(word(1.002, 0.05), "undecided", "no difference was found, and that is no tie");
  assert.equal(word(1.002, 0.05, 0.1), "dead-heat", "it depends on the margin");
  assert.equal(word(1.01, 0.001), "faster", "a difference within the margin is one");
});

test("what is undecided says how many more blocks would probably decide it", () => {
  const { moreBlocks, blockSeconds } = judgeComparison(around(1, 0.05), blocks, 0.02, 48);
  // (1.66 * 0.0535 / ln 1.02)^2 = 20 would do, with t(0.95, 19) = 1.73 rather 22.
  assert.ok(moreBlocks !== null && moreBlocks >= 12 && moreBlocks <= 16, String(moreBlocks));
  assert.equal(blockSeconds, 6);
  assert.equal(judgeComparison(around(1, 0.001), blocks, 0.02, 48).moreBlocks, null);
});

test("a gate's interval, p values and verdict are those of its look, or of the last one", () => {
  const gate = { kind: "gate", limit: 0.05, budgetSeconds: 115 } as const;
  const early = judgeComparison(around(0.92, 0.01), gate, 0.02, 48);
  assert.equal(early.confidence, 0.992);
  assert.deepEqual(early.gate, {
    limit: 0.05,
    outcome: "failed",
    confidence: 0.992,
    moreBlocks: null,
  });
  const late = judgeComparison(around(0.92, 0.01), gate, 0.02, 110);
  assert.equal(late.confidence, 0.95);
  assert.ok(late.lo > early.lo && late.p < early.p && late.equivalenceP > 0.99);
  assert.equal(early.verdict, "slower", "the word is about the new one");
  assert.equal(judgeComparison(around(1.0, 0.01), gate, 0.02, 48).gate?.outcome, "passed");
  const open = judgeComparison(around(1, 0.2), gate, 0.02, 110).gate;
  assert.equal(open?.outcome, "undecided");
  assert.ok((open?.moreBlocks ?? 0) > 10);
});

test("simulation: at the edge of the margin a dead heat is said in 5 % at most, under a gate too", () => {
  const runs = 500;
  const next = normalFrom(71);
  for (const rule of [blocks, { kind: "gate", limit: 0.05, budgetSeconds: 60 } as const]) {
    let wrong = 0;
    for (let run = 0; run < runs; run++) {
      const records = Array.from({ length: 8 }, (_, i) =>
        blockRecord("new/node", "old/node", i + 1, Math.exp(next(Math.log(1.02), 0.01))),
      );
      if (judgeComparison(records, rule, 0.02, 48).verdict === "dead-heat") wrong++;
    }
    const error = 3 * Math.sqrt((0.05 * 0.95) / runs);
    assert.ok(wrong / runs <= 0.05 + error, `${wrong} of ${runs}`);
  }
});

test("two blocks that took more than the budget say so, with one that would do", () => {
  const budget = { kind: "budget", budgetSeconds: 15 } as const;
  const [warning] = budgetWarnings(budget, 2, 41);
  assert.equal(warning?.code, "over-budget");
  assert.match(warning?.message ?? "", /took 41 s, more than the budget of 15 s: --budget 3m /);
  const [shared] = budgetWarnings(budget, 2, 41, 2);
  assert.match(shared?.message ?? "", /more than the share in the budget of 15 s: --budget 6m /);
  assert.deepEqual(budgetWarnings(budget, 2, 14), []);
  assert.deepEqual(budgetWarnings(budget, 3, 16), [], "a last block that took a little longer");
  assert.deepEqual(budgetWarnings(blocks, 2, 41), [], "blocks were asked for, no budget");
});

test("ratios of servers that were still compiling decide nothing", () => {
  const records = around(1.5, 0.01);
  const { warmup } = records[3] as BlockRecord;
  assert.ok(warmup);
  records[3] = {
    ...(records[3] as BlockRecord),
    warmup: { ...warmup, reference: { answers: warmup.answers - 1, seconds: 60 } },
  };
  for (const rule of [blocks, { kind: "gate", limit: 0.05, budgetSeconds: 115 } as const]) {
    const judged = judgeComparison(records, rule, 0.02, 48);
    assert.equal(judged.verdict, "undecided");
    assert.equal(judged.moreBlocks, null, "more of them would not help");
    assert.ok(judged.gate === null || judged.gate.outcome === "undecided");
  }
  assert.match(coldWarnings(records)[0]?.message ?? "", /^cold: in 1 of 8 blocks/);
  assert.deepEqual(coldWarnings(around(1.5, 0.01)), []);
});

test("the addon of either is told, and that of both once", () => {
  const addon = (reason: string) => ({
    addon: {
      package: "x",
      original: "/x",
      sha256: "aa",
      copy: { path: "/y", sha256: "bb", glibc: "2.36", reason },
    },
  });
  const none = { addon: null };
  const reasons = (a: Pick<Target, "addon">, b: Pick<Target, "addon">) =>
    addonsOf(a, b).map(({ message }) => message);
  assert.deepEqual(reasons(none, addon("b's")), ["b's"]);
  assert.deepEqual(reasons(addon("a's"), addon("b's")), ["a's", "b's"]);
  assert.deepEqual(reasons(addon("one"), addon("one")), ["one"]);
  assert.deepEqual(reasons(none, none), []);
});

// On real servers.

const short = ["--warmup", "500", "--window", "0.8s"];
const burn = "const until = performance.now() + 0.1; while (performance.now() < until);";
/** Slow at every second start, so that nothing can be decided. */
const flip = `
  import { existsSync, rmSync, writeFileSync } from "node:fs";
  const flag = new URL("./slow", import.meta.url);
  const slow = existsSync(flag);
  if (slow) rmSync(flag);
  else writeFileSync(flag, "");`;
createApps({
  "zz-one": { source: serverThat("") },
  "zz-wrong": { source: serverThat("if (count > 200) return void res.writeHead(500).end();") },
  "zz-flip": { source: flip + serverThat(`if (slow) { ${burn} }`) },
});

test("a gate that nothing decided exits with 4, and with 0 only when told so", async (t) => {
  const out = temporaryFolder(t);
  const args = ["compare", "zz-one/node", "zz-flip/node", "--gate", "30%", "--budget", "5s"];
  const json = await deadheat(...args, ...short, "--json", "--out", join(out, "json"));
  assert.equal(json.code, 4, json.stderr);
  const { gate, verdict, n } = JSON.parse(json.stdout) as Comparison;
  assert.equal(gate?.outcome, "undecided");
  assert.ok((gate?.moreBlocks ?? 0) > 0);
  assert.equal(verdict, "undecided");
  assert.ok(n >= 2);
  const lenient = ["--on-undecided", "pass", "--out", join(out, "text")];
  const text = await deadheat(...args, ...short, ...lenient);
  assert.equal(text.code, 0, text.stderr);
  assert.match(text.stdout, /^undecided: .*gate 30 %, ratio /);
  assert.match(text.stdout, /^(?:About \d+ more blocks|More than 10,000 blocks)/m);
});

test("an interrupted comparison ends with 130, and promises no --resume", async (t) => {
  const pair = ["node-http/node", "node-http/node", "--blocks", "9", ...short];
  const running = start(["compare", ...pair, "--out", join(temporaryFolder(t), "run")]);
  t.after(() => running.child.kill("SIGKILL"));
  await reached(() => running.stderr().includes("[1/9]"), running.stderr);
  running.child.kill("SIGINT");
  const { code, stdout, stderr } = await running.finished;
  assert.equal(code, 130);
  assert.equal(stdout, "");
  assert.match(stderr, /^deadheat: interrupted$/m);
  assert.doesNotMatch(stderr, /--resume/);
});

test("one of the two that cannot be measured: exit code 3 and the reason, no figure", async (t) => {
  const out = join(temporaryFolder(t), "run");
  const pair = ["zz-one/node", "zz-wrong/node", "--blocks", "2", ...short];
  const { code, stdout, stderr } = await deadheat("compare", ...pair, "--out", out);
  assert.equal(code, 3, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, /^deadheat: zz-wrong\/node: .*500/m);
});

/** The CPUs that every thread of a process may use. */
function allowedCpus(pid: number | "self"): string[] {
  const lists = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8");
    return /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? "";
  });
  return [...new Set(lists)];
}

const pinning = choosePinning();
const skip = pinning.mode === "none" ? "nothing is pinned here" : false;

test(
  "a comparison keeps to the generators' CPUs itself, every thread, and says both versions",
  { skip },
  async (t) => {
    const pair = ["node-http/node", "express/node", "--blocks", "2", "--json", ...short];
    const running = start(["compare", ...pair, "--out", join(temporaryFolder(t), "run")]);
    t.after(() => running.child.kill("SIGKILL"));
    await reached(() => running.stderr().includes("[1/2]"), running.stderr);
    const floor = [pinning.generators.join(",")];
    assert.deepEqual(allowedCpus(running.child.pid ?? 0), floor);
    const { code, stdout, stderr } = await running.finished;
    assert.equal(code, 0, stderr);
    const document = JSON.parse(stdout) as Comparison;
    assert.deepEqual(v.parse(comparisonSchema, document), document);
    const { versions, margin } = document;
    const runtime = { runtimeName: "node", runtime: process.versions.node };
    assert.deepEqual(versions.a, { framework: null, ...runtime });
    assert.match(versions.b.framework ?? "", /^\d+\.\d+\.\d+/);
    assert.equal(margin, 0.02);
  },
);

test("and goes back where it was", { skip }, () => {
  const before = allowedCpus("self");
  const unpin = pinOurselves(pinning);
  assert.deepEqual(allowedCpus("self"), [pinning.generators.join(",")]);
  unpin();
  assert.deepEqual(allowedCpus("self"), before);
});
