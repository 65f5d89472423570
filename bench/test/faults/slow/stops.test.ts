import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { readJournal } from "@deadheat/journal";
import { processTree, remember } from "@deadheat/measure";
import { root } from "../../../src/targets/project.ts";
import { deadheat, resultOf, start } from "../../command.ts";
import { temporaryFolder } from "../../fixtures.ts";
import {
  alive,
  commandLine,
  pathWithout,
  until,
  untilGone,
} from "../../../../packages/measure/test/processes.ts";

// Ends a run early in every possible way. The run measures node-http/node against itself.

const options = ["--targets", "node-http/node", "--seed", "1", "--force"];
const slow = [...options, "--rounds", "4", "--warmup", "500", "--window", "1s"];
const quick = [...options, "--rounds", "3", "--warmup", "500", "--window", "0.2s"];
const program = join(root, "bench", "deadheat.mjs");
const journalOf = (out: string) => join(out, "journal", "node-http.node.jsonl");

/** Starts a run and waits until it measures its second round. Returns its folder and all its processes. */
async function runningCommand(t: TestContext, env: NodeJS.ProcessEnv = {}) {
  const out = join(temporaryFolder(t), "run");
  const running = start([...slow, "--out", out], env);
  t.after(() => running.child.kill("SIGINT"));
  const tree = () => processTree(running.child.pid ?? 0);
  await until(() => /\[1\/4\]/.test(running.stderr()), running.stderr);
  await until(() => tree().some((pid) => commandLine(pid).includes("--no-tui")), running.stderr);
  return { ...running, out, tree: tree() };
}

async function roundsIn(out: string): Promise<number[]> {
  const { records, bad } = await readJournal(journalOf(out));
  assert.deepEqual(bad, []);
  return records.flatMap((record) => (record.type === "round" ? [record.n] : []));
}

for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  test(`${signal}: the run ends in order with 130 and keeps its rounds`, async (t) => {
    const running = await runningCommand(t);
    running.child.kill(signal);
    assert.equal((await running.finished).code, 130);
    for (const pid of running.tree) assert.ok(!alive(pid), commandLine(pid));
    assert.deepEqual((await roundsIn(running.out)).slice(0, 1), [1]);
  });
}

test("Ctrl-C twice: the command is gone at once, its processes within seconds", async (t) => {
  const running = await runningCommand(t);
  running.child.kill("SIGINT");
  running.child.kill("SIGINT");
  await until(() => !alive(running.child.pid ?? 0), running.stderr);
  assert.equal((await running.finished).code, 130);
  await untilGone(running.tree);
  assert.deepEqual((await roundsIn(running.out)).slice(0, 1), [1]);
});

test("the terminal is closed: nothing of the run is left behind", async (t) => {
  const out = join(temporaryFolder(t), "run");
  // `script` (bsdutils) gives the command its own terminal, and closes it when `script` is killed.
  const command = [process.execPath, program, ...slow, "--out", out].join(" ");
  const terminal = spawn("script", ["-qec", command, "/dev/null"], { stdio: "ignore" });
  const missing = await new Promise((resolve) => {
    terminal.once("error", () => resolve(true));
    terminal.once("spawn", () => resolve(false));
  });
  if (missing) return t.skip("`script` is not installed");
  t.after(() => terminal.kill("SIGKILL"));
  const tree = () => processTree(terminal.pid ?? 0).filter((pid) => pid !== terminal.pid);
  await until(
    () =>
      readdirSync(temporaryFolderOf(out)).length > 0 &&
      tree().some((pid) => commandLine(pid).includes("--no-tui")),
    () => "the run does not start",
  );
  const processes = tree();
  terminal.kill("SIGKILL");
  await untilGone(processes);
});
const temporaryFolderOf = (out: string) => join(out, "..");

test("SIGKILL: the servers go too, the rounds stay, and --resume goes on", async (t) => {
  const running = await runningCommand(t);
  running.child.kill("SIGKILL");
  await running.finished;
  await untilGone(running.tree);
  const kept = await roundsIn(running.out);
  const resumed = await deadheat(...slow, "--resume", "--out", running.out);
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.deepEqual((await roundsIn(running.out)).slice(0, kept.length), kept);
});

test("SIGKILL where nothing ends its children: the next start ends them, and only them", async (t) => {
  // Without setpriv no child dies with its parent. This is so on systems other than Linux.
  const env = { PATH: pathWithout(t, "setpriv") };
  const running = await runningCommand(t, env);
  running.child.kill("SIGKILL");
  await running.finished;
  const orphans = running.tree.filter((pid) => alive(pid) && commandLine(pid).includes("main.ts"));
  assert.equal(orphans.length, 2, running.tree.map(commandLine).join("\n"));

  // One process has the number of an old child of ours, and one was never ours.
  const stranger = spawn("sleep", ["60"]);
  const reused = spawn("sleep", ["60"]);
  t.after(() => [stranger, reused].forEach((child) => child.kill("SIGKILL")));
  const owner = { pid: 999_999_999, started: "gone" };
  remember(reused.pid ?? 0, "an old child", { owner });
  const file = join(process.env.DEADHEAT_STATE_DIR ?? "", "processes", `${reused.pid}.json`);
  const entry = { pid: reused.pid, started: "an earlier boot 17", what: "an old child", owner };
  writeFileSync(file, JSON.stringify(entry));

  const next = await deadheat(...slow, "--resume", "--out", running.out);
  assert.equal(next.code, 0, next.stderr);
  assert.match(
    next.stderr,
    /ended node-http\/node \(process \d+\), left by a command that was killed/,
  );
  await untilGone(running.tree);
  assert.ok(alive(stranger.pid ?? 0) && alive(reused.pid ?? 0), "a stranger was ended");
});

test("two runs at once: the second refuses with the first's pid; --allow-concurrent says so in both", async (t) => {
  const first = await runningCommand(t);
  const refused = await deadheat(...quick, "--out", join(temporaryFolder(t), "refused"));
  assert.equal(refused.code, 3);
  assert.match(
    refused.stderr,
    new RegExp(`Process ${first.child.pid} is measuring .*--allow-concurrent`),
  );
  const compared = await deadheat("compare", "node-http/node", "node-http/node", "--rounds", "2");
  assert.equal(compared.code, 3);

  const out = join(temporaryFolder(t), "second");
  const second = await deadheat(...quick, "--allow-concurrent", "--json", "--out", out);
  const { warnings } = resultOf(second);
  const warning = warnings.find(({ code }) => code === "concurrent");
  assert.deepEqual(warning?.facts, { processes: [first.child.pid] });
  const { code, stdout, stderr } = await first.finished;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Another run measured on this machine at the same time/);
});
