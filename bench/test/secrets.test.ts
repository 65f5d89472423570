import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt } from "@deadheat/journal";
import { processTree } from "@deadheat/measure";
import { root } from "../src/targets/project.ts";
import { start } from "./command.ts";
import { settings, temporaryFolder } from "./fixtures.ts";
import { commandLine } from "../../packages/measure/test/processes.ts";

const linux = { skip: process.platform !== "linux" && "reads /proc" };

/** Returns the command lines of the processes whose environment has a text. */
function processesWith(text: string): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    const environment = attempt(() => readFileSync(`/proc/${pid}/environ`, "latin1")) ?? "";
    return /^\d+$/.test(pid) && environment.includes(text) ? [commandLine(Number(pid))] : [];
  });
}

test(
  "while a server of bench runs, no process shows the remote cache's token, its key or a database's password",
  linux,
  async () => {
    const { child, finished } = start(
      ["verify", "--targets", "node-http/node", "--scenarios", "text"],
      {
        TURBO_TOKEN: "a-secret-of-this-test",
        TURBO_REMOTE_CACHE_SIGNATURE_KEY: "a-secret-of-this-test",
        DATABASE_URL: "postgres://me:a-secret-of-this-test@127.0.0.1:1/mine",
        GH_TOKEN: "a-secret-of-this-test",
      },
    );
    let looked = 0;
    const found = new Set<string>();
    while (child.exitCode === null && child.signalCode === null) {
      await sleep(20);
      if (processTree(child.pid as number).length === 1) continue;
      looked++;
      for (const line of processesWith("a-secret-of-this-test")) found.add(line);
    }
    await finished;
    assert.ok(looked > 0, `looked ${looked} times`);
    assert.deepEqual([...found], []);
  },
);

test("a task that turbo starts for a run starts no server, because turbo has the remote cache's token", (t) => {
  const run = { out: temporaryFolder(t), finished: false };
  const words = [join(root, "bench/deadheat.mjs"), "measure", "node"];
  const own = { DEADHEAT_SETTINGS: JSON.stringify(settings), DEADHEAT_RUN: JSON.stringify(run) };
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: join(root, "apps/node-http"),
    env: { ...process.env, ...own },
    encoding: "utf8",
    timeout: 20_000,
  });
  assert.deepEqual([status, stderr], [1, ""]);
});

test("the documented workflow gives the secrets of the remote cache to no pull request", () => {
  const text = readFileSync(join(root, "docs/many-machines.md"), "utf8");
  const [[, round = ""] = [], ...more] = text.matchAll(/```yaml\n(.*?)```/gs);
  assert.equal(more.length, 0);
  const job = round.slice(0, round.indexOf("secrets."));
  assert.match(job, /^ {4}if: github\.event_name != 'pull_request'$/m);
  assert.match(job, /^ {4}environment: /m);
  assert.equal(job.match(/^ {4}steps:$/gm)?.length, 1);
});
