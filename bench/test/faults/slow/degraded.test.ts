import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import os from "node:os";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt, readJournal } from "@deadheat/journal";
import type { Compared } from "@deadheat/judge";
import { processTree } from "@deadheat/measure";
import { root } from "../../../src/targets/project.ts";
import { resultOf, start } from "../../command.ts";
import { temporaryFolder } from "../../fixtures.ts";
import { commandLine, pathWithout, until } from "../../../../packages/measure/test/processes.ts";
import { controlGroup } from "./kernel.ts";

// Imitates machines that lack something. The result must name what was missing.

const packages = join(root, "packages");
const program = join(root, "bench", "deadheat.mjs");
const short = ["--warmup", "500", "--window", "0.4s", "--json"];
const run = ["--targets", "node-http/node", "--rounds", "3", "--seed", "9", "--force", ...short];
const compare = ["compare", "node-http/node", "node-http/node", "--rounds", "2", ...short];

test("no taskset: nothing is pinned, and the result says why", async (t) => {
  const env = { PATH: pathWithout(t, "taskset") };
  const out = join(temporaryFolder(t), "run");
  const { pinning } = resultOf(await start([...run, "--out", out], env).finished).machine;
  assert.equal(pinning.mode, "none");
  assert.match(pinning.reason ?? "", /taskset .* is missing/);
  assert.match(readFileSync(join(out, "report.md"), "utf8"), /not pinned \(taskset/);
});

test("no chrt: the servers of a duet are ordinary tasks, and the result says so", async (t) => {
  const env = { PATH: pathWithout(t, "chrt") };
  const out = join(temporaryFolder(t), "run");
  const { machine, warnings } = resultOf(await start([...run, "--out", out], env).finished);
  assert.equal(machine.pinning.mode, "taskset");
  assert.equal(machine.pinning.batch, false);
  const warning = warnings.find((found) => found.code === "not-batch");
  assert.ok(warning);
  assert.doesNotMatch(readFileSync(join(out, "report.md"), "utf8"), /SCHED/);
});

test("a single CPU: servers and generators share it, and the result says so", (t) => {
  const out = join(temporaryFolder(t), "run");
  const words = ["-c", "0", process.execPath, program, ...run, "--out", out];
  const { status: code, error, ...said } = spawnSync("taskset", words, { encoding: "utf8" });
  if (error) return t.skip("there is no taskset");
  assert.match(resultOf({ code, ...said }).machine.pinning.reason ?? "", /only one CPU/);
});

test("a cgroup with half a CPU: it measures, and the result says so", async (t) => {
  const group = controlGroup(t, "cpu", { v1: "cpu.cfs_quota_us", v2: "cpu.max" });
  if (group === null) return t.skip("a cgroup needs root");
  writeFileSync(group.limit, group.limit.endsWith("cpu.max") ? "50000 100000" : "50000");
  const out = join(temporaryFolder(t), "run");
  // The shell joins the group and then becomes the command.
  const joining = `echo $$ > ${group.members} && exec "$0" "$@"`;
  const words = ["-c", joining, process.execPath, program, ...compare, "--out", out];
  const { status, stdout, stderr } = spawnSync("sh", words, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const { comparisons } = JSON.parse(stdout) as Compared;
  const warning = comparisons[0]?.warnings.find(({ code }) => code === "cpu-quota");
  assert.deepEqual(warning?.facts, { cpus: 0.5 });
});

test("the servers' CPU is taken away in a run: no metric is made of it, and --resume goes on", async (t) => {
  const cpus = readFileSync("/sys/devices/system/cpu/online", "utf8").trim();
  const group = controlGroup(t, "cpuset", { v1: "cpuset.cpus", v2: "cpuset.cpus" });
  if (group === null || os.availableParallelism() < 2) return t.skip("a cpuset needs root");
  writeFileSync(group.limit, cpus);
  writeFileSync(group.limit.replace(/cpus$/, "mems"), "0");
  const out = join(temporaryFolder(t), "run");
  const words = [...run.slice(0, 7), "--warmup", "500", "--window", "0.5s", "--out", out];
  const running = start(words);
  t.after(() => running.child.kill("SIGKILL"));
  writeFileSync(group.members, String(running.child.pid));
  await until(() => /\[1\/3\]/.test(running.stderr()), running.stderr);
  // This has the effect of switching the CPU off: the kernel moves its processes to another one.
  writeFileSync(group.limit, "0");
  const { code, stderr } = await running.finished;
  assert.equal(code, 3, stderr);
  assert.match(stderr, /CPU \d+, where the servers ran, can no longer be used\. .* --resume/);
  const { records } = await readJournal(join(out, "journal", "node-http.node.jsonl"));
  const rounds = records.filter((record) => record.type === "round");
  assert.deepEqual(
    rounds.map((round) => round.void),
    [null],
  );
  const resumed = resultOf(await start(["--resume", "--json", "--out", out]).finished);
  assert.equal(resumed.run.measured.rounds, 2);
});

test("no /proc: no metric is made up, and the reason is given", (t) => {
  const out = join(temporaryFolder(t), "run");
  const hide = 'mount -t tmpfs none /proc && exec "$0" "$@"';
  const words = ["-m", "sh", "-c", hide, process.execPath, program, ...compare, "--out", out];
  const { status, stdout, stderr, error } = spawnSync("unshare", words, { encoding: "utf8" });
  if (error || /^(?:unshare|mount):/.test(stderr)) return t.skip("unshare needs root");
  assert.equal(status, 3, stdout + stderr);
  assert.match(stderr, /does not report the CPU time/);
  assert.equal(stdout, "");
});

test("a system other than Linux: CPU time comes from `ps`, and nothing is pinned", (t) => {
  // The same code runs on the same machine but believes that it is another one.
  const script = `
    const { obtainOha } = await import("@deadheat/oha");
    const oha = await obtainOha();
    Object.defineProperty(process, "platform", { value: "darwin" });
    const { choosePinning } = await import("${root}/packages/measure/src/index.ts");
    const { runRound } = await import("${root}/packages/measure/src/index.ts");
    const { discoverTargets } = await import("${root}/bench/src/targets/discover.ts");
    const { entrantOf } = await import("${root}/bench/src/targets/entrant.ts");
    const { runtimeVersions } = await import("${root}/bench/src/targets/tools.ts");
    const { scenarioNamed } = await import("@deadheat/handlers");
    const floor = discoverTargets(runtimeVersions()).find((x) => x.name === "node-http/node");
    const pinning = choosePinning();
    const duet = { role: "aa", new: floor.name, base: floor.name, scenario: "text", rounds: 1 };
    const record = await runRound(
      { duet, n: 1, stage: 1, spawnBaseFirst: false, warmBaseFirst: false, loadBaseFirst: true },
      { new: entrantOf(floor), base: entrantOf(floor) },
      scenarioNamed("text").exchange,
      { oha, pinning, signal: new AbortController().signal,
        load: { warmup: { responses: { node: 500, bun: 500, deno: 500 }, togetherSeconds: 0, capSeconds: 9 }, windowSeconds: 3, connections: 10, workerThreads: 1 } },
    );
    console.log(JSON.stringify({ pinning, record }));
    process.exit(0);`;
  const args = ["--input-type=module", "-e", script];
  // The `ps` of macOS writes times as minutes and seconds, `1:02.50`. Linux writes hours, in whole seconds.
  const bin = temporaryFolder(t);
  const convert = '{ if (split($NF, t, ":") == 3) $NF = (60 * t[1] + t[2]) ":" t[3] ".00"; print }';
  const real = execFileSync("sh", ["-c", "command -v ps"], { encoding: "utf8" }).trim();
  writeFileSync(join(bin, "ps"), `#!/bin/sh\n${real} "$@" | awk '${convert}'\n`, { mode: 0o755 });
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    cwd: join(root, "bench"),
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  });
  assert.notEqual(stdout, "", stderr);
  const { pinning, record } = JSON.parse(stdout);
  assert.equal(pinning.reason, "darwin does not pin processes");
  assert.equal(record.void, null);
  for (const { servingSeconds, memory, cpuSeconds } of [record.sides.new, record.sides.base]) {
    assert.equal(servingSeconds, null);
    assert.equal(memory, null);
    assert.ok(cpuSeconds >= 1 && cpuSeconds <= 4, String(cpuSeconds));
  }
});

test("the machine sleeps for a minute: the round is measured again, and nothing counts as slow", async (t) => {
  const out = join(temporaryFolder(t), "run");
  const longer = ["--rounds", "2", "--warmup", "20000", "--window", "2s", "--json", "--out", out];
  const running = start(["compare", "node-http/node", "node-http/node", ...longer]);
  t.after(() => running.child.kill("SIGKILL"));
  const tree = () => processTree(running.child.pid ?? 0);
  await until(() => tree().some((pid) => commandLine(pid).includes("--no-tui")), running.stderr);
  await sleep(300);
  const processes = tree();
  // A process may have ended already.
  for (const pid of processes) attempt(() => process.kill(pid, "SIGSTOP"));
  await sleep(60_000);
  for (const pid of processes.toReversed()) attempt(() => process.kill(pid, "SIGCONT"));
  const { code, stderr } = await running.finished;
  assert.equal(code, 0, stderr);
  const { records } = await readJournal(join(out, "journal", "compare.jsonl"));
  const rounds = records.filter((record) => record.type === "round");
  assert.equal(rounds.length, 2);
  for (const { void: reason, seconds, sides } of rounds) {
    assert.equal(reason, null);
    assert.ok(seconds.total < 55, `the round took ${seconds.total} s`);
    for (const { loadSeconds, cpuSeconds } of [sides?.new, sides?.base].map((side) => side!)) {
      assert.ok(loadSeconds > 1.9 && loadSeconds < 4, `${loadSeconds} s under load`);
      assert.ok(cpuSeconds > 0.3 && cpuSeconds < loadSeconds, `${cpuSeconds} s of CPU`);
    }
  }
});

test("a clock that jumps by days: no duration is taken from it", async (t) => {
  const jumping = `
    const real = Date; let n = 0;
    const now = () => real.now() + (n++ % 2 === 0 ? 1 : -1) * 86_400_000 * (n % 5);
    globalThis.Date = class extends real { constructor(...a) { super(...(a.length ? a : [now()])); } };
    globalThis.Date.now = now;`;
  const out = join(temporaryFolder(t), "run");
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(jumping)}`;
  const startedAt = performance.now();
  const words = compare.slice(0, 3);
  const budget = ["--budget", "10s", ...short, "--out", out];
  const { code, stderr } = await start([...words, ...budget], { NODE_OPTIONS }).finished;
  assert.equal(code, 0, stderr);
  const most = (performance.now() - startedAt) / 1000;
  assert.ok(most > 5 && most < 60, `a budget of 10 s took ${most} s`);
  const { records } = await readJournal(join(out, "journal", "compare.jsonl"));
  for (const record of records) {
    if (record.type !== "round") continue;
    assert.ok(record.seconds.total > 0.6 && record.seconds.total < most);
    assert.ok(record.seconds.load > 0.5 && record.seconds.load < record.seconds.total);
  }
});

/**
 * The places that need the time of day and take no duration from it: entry and checkout compare it with the times at which
 * files were changed, and published reads the date of a release.
 */
const TIMES_OF_DAY = [
  "versions/src/installs/cache/entry.ts: getTime(",
  "versions/src/ranges/published.ts: getTime(",
  "versions/src/revisions/checkout.ts: Date.now(",
];

test("what measures never asks what time it is to know how long something took", () => {
  const parts = ["measure", "runner", "oha", "deadheat", "versions", "judge", "journal"];
  const found = parts.flatMap((part) => {
    const names = readdirSync(join(packages, part, "src"), { recursive: true, encoding: "utf8" });
    return names
      .filter((name) => name.endsWith(".ts"))
      .flatMap((name) => {
        const text = readFileSync(join(packages, part, "src", name), "utf8");
        const uses = text.matchAll(/(?<!new Date\()Date\.now\(|getTime\(|process\.uptime/g);
        return [...uses].map(([use]) => `${part}/src/${name}: ${use}`);
      });
  });
  assert.deepEqual(found.toSorted(), TIMES_OF_DAY);
});
