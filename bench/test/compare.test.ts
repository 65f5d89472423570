import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { addonsOf } from "../src/run/compare.ts";
import { budgetWarnings, coldWarnings } from "deadheat/parts";
import * as v from "valibot";
import {
  COMPARISON_MARGIN,
  comparisonSchema,
  judgeComparison,
  type Comparison,
} from "@deadheat/judge";
import type { BlockRecord } from "@deadheat/journal";
import type { Target } from "../src/targets/manifest.ts";
import { choosePinning, pinOurselves } from "@deadheat/measure";
import { renderComparison } from "@deadheat/report";
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

// How it is said.

const plain: Comparison = {
  a: "node-http/node",
  b: "express/node",
  versions: {
    a: { framework: null, runtimeName: "node", runtime: "26.10.0" },
    b: { framework: "5.3.0", runtimeName: "node", runtime: "26.10.0" },
  },
  scenario: "text",
  ratio: 0.923,
  lo: 0.911,
  hi: 0.936,
  n: 8,
  blockSeconds: 6,
  confidence: 0.95,
  p: 0.00001,
  signFlipP: 0.0078,
  equivalenceP: 1,
  verdict: "slower",
  margin: COMPARISON_MARGIN,
  moreBlocks: null,
  bound: { a: "server-bound", b: "server-bound" },
  gate: null,
  until: null,
  warnings: [],
  journal: "/nowhere/compare.jsonl",
};

/** The lines of this comparison, with these changes to it. */
const linesOf = (changes: Partial<Comparison>): string[] =>
  renderComparison({ ...plain, ...changes }).split("\n");

test("a comparison without a rule is said in four lines, the first about the new one", () => {
  assert.equal(
    renderComparison(plain),
    "express/node is 7.7 % slower than node-http/node [6.4 %, 8.9 %] (text).\n" +
      "ratio 0.923 of responses per CPU-second, 95 % interval [0.911, 0.936] (± 1.4 %), n = 8, " +
      "p < 0.0001 (t), p = 0.0078 (sign flip), p = 1.0000 (tie within 2 %); both server-bound\n" +
      "node-http/node is node 26.10.0; express/node is express 5.3.0 on node 26.10.0.\n" +
      "blocks: /nowhere/compare.jsonl\n",
  );
});

test("each word has its sentence, and what is undecided a budget that would probably do", () => {
  const faster = {
    ratio: 1.01,
    lo: 1.006,
    hi: 1.014,
    verdict: "faster",
    equivalenceP: 0.01,
  } as const;
  assert.equal(
    linesOf(faster)[0],
    "express/node is 1.0 % faster than node-http/node [0.6 %, 1.4 %], within the margin of 2 % (text).",
  );
  assert.equal(
    linesOf({ verdict: "dead-heat", equivalenceP: 0.01 })[0],
    "dead heat: express/node and node-http/node are within 2 % of each other (text).",
  );
  const open = { verdict: "undecided", margin: 0.01 } as const;
  assert.deepEqual(linesOf({ ...open, moreBlocks: 14 }).slice(0, 2), [
    "undecided: neither that express/node and node-http/node differ nor that they are within 1 % of each " +
      "other is proven (text).",
    "About 14 more blocks would probably decide it: --budget 3m.",
  ]);
  const shared = renderComparison({ ...plain, ...open, moreBlocks: 14 }, 4);
  assert.match(shared, /About 14 more blocks would probably decide it: --budget 9m\./);
  assert.match(linesOf({ ...open, moreBlocks: 1 })[1] ?? "", /^About 1 more block would .* 55s\.$/);
  assert.match(linesOf({ ...open, moreBlocks: null })[1] ?? "", /^More than 10,000 blocks/);
  const cold = [{ code: "cold", message: "cold: in 1 of 8 blocks" }];
  assert.match(
    linesOf({ ...open, warnings: cold })[1] ?? "",
    /^ratio/,
    "no number of blocks helps",
  );
});

test("two versions of a package are called by them, and where they ran is said once", () => {
  const on = (framework: string, runtime = "26.10.0") =>
    ({ framework, runtimeName: "node", runtime }) as const;
  const hono = { a: "hono@4.12.0/node", b: "hono@4.13.19/node" };
  const [first, ...others] = linesOf({ ...hono, versions: { a: on("4.12.0"), b: on("4.13.19") } });
  assert.equal(
    first,
    "hono 4.13.19 is 7.7 % slower than hono 4.12.0 on node 26.10.0 [6.4 %, 8.9 %] (text).",
  );
  assert.ok(!others.some((line) => line.includes("26.10.0")), others.join("\n"));
  const scoped = { a: "@hapi/hapi@20.3.0/node", b: "@hapi/hapi@21.4.3/node" };
  const tied = { versions: { a: on("20.3.0"), b: on("21.4.3") }, verdict: "dead-heat" } as const;
  assert.equal(
    linesOf({ ...scoped, ...tied })[0],
    "dead heat: @hapi/hapi 21.4.3 and @hapi/hapi 20.3.0 are within 2 % of each other on node 26.10.0 (text).",
  );
  const runtimes = { a: on("4.12.0", "24.1.0"), b: on("4.12.0") };
  assert.match(
    linesOf({ ...hono, versions: runtimes })[0] ?? "",
    /^hono 4\.12\.0 on node 26\.10\.0 is .* than hono 4\.12\.0 on node 24\.1\.0 \[/,
  );
});

test("versions are told where they are known", () => {
  const unknown = { framework: null, runtimeName: null, runtime: null };
  const { a } = plain.versions;
  const third = (changes: Partial<Comparison>) => linesOf(changes)[2];
  assert.equal(third({ versions: { a, b: unknown } }), "node-http/node is node 26.10.0.");
  assert.match(third({ versions: { a: unknown, b: unknown } }) ?? "", /^blocks: /);
  const warnings = [{ code: "requests-per-second-only", message: "whose CPU time is not known" }];
  assert.match(linesOf({ warnings })[1] ?? "", /^ratio 0\.923 of responses per second, /);
  assert.equal(
    third({ b: plain.a, versions: { a, b: a } }),
    "node-http/node is node 26.10.0.",
    "the same twice is told once",
  );
});

test("the document is the one of the schema", () => {
  assert.deepEqual(v.parse(comparisonSchema, plain), plain);
});

test("who is bound by what is said of both where it is not the same", () => {
  const bound = { a: "generator-bound", b: "server-bound" } as const;
  const text = renderComparison({ ...plain, bound });
  assert.match(text, /; node-http\/node generator-bound, express\/node server-bound$/m);
});

test("a gate's text says what was decided, and which slowdown is excluded", () => {
  const gated = (outcome: "passed" | "failed" | "undecided", lo: number, hi: number) =>
    renderComparison({
      ...plain,
      lo,
      hi,
      confidence: 0.992,
      gate: { limit: 0.05, outcome, confidence: 0.992, moreBlocks: 14 },
    });
  const failed = gated("failed", 0.911, 0.936);
  assert.match(failed, /ratio 0\.923 .*, 99\.2 % interval/);
  assert.match(
    failed,
    /^gate 5 % failed: express\/node is slower .* more than 5 %, at least by 6\.3 %\.$/m,
  );
  assert.match(failed, /one of 99\.2 % so that those of all looks hold at once with 95 %/);
  assert.match(
    gated("passed", 0.9691, 1.01),
    /passed: express\/node is not slower .* 5 %; a slowdown of more than 3\.1 % is excluded\.$/m,
  );
  assert.match(
    gated("undecided", 0.9105, 1.0),
    /^gate 5 % undecided: .* is not known; .* more than 9\.0 % is excluded\. About 14 more .* --budget 3m\.$/m,
  );
  assert.match(
    gated("passed", 1.02, 1.1),
    /passed: express\/node is not slower than node-http\/node at all\.$/m,
  );
});

test("--until's text says when the budget ended it, and leaves out a test that does not hold", () => {
  const until = (is: boolean) =>
    renderComparison({
      ...plain,
      signFlipP: null,
      until: { halfWidth: 0.01, reached: is, needed: 120 },
    });
  assert.match(until(true), /^until ± 1 %: reached with 8 blocks\.$/m);
  assert.match(until(false), /not reached\. .* asks for 120 .*--budget 12m.* the budget held 8/);
  assert.ok(!until(true).includes("sign flip"));
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
  assert.match(text.stdout, /^gate 30 % undecided: .* --budget \d+[smh]\.$/m);
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
    const { versions, margin } = JSON.parse(stdout) as Comparison;
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
