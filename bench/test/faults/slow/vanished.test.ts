import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { readJournal } from "@deadheat/journal";
import { root } from "../../../src/targets/project.ts";
import { ownState, until } from "../../../../packages/measure/test/processes.ts";
import { startProgram } from "../../command.ts";
import { temporaryFolder } from "../../fixtures.ts";

// Somebody runs `npm ci` or switches the branch while deadheat measures.

const packages = join(root, "packages");

/** Makes a project with two servers that need a package. */
function project(t: TestContext): string {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "node_modules/words"), { recursive: true });
  writeFileSync(join(folder, "node_modules/words/index.js"), `module.exports = "hello";`);
  const server = `
    const words = require("words");
    require("node:http").createServer((req, res) => res.end(words))
      .listen(process.env.PORT, "127.0.0.1");`;
  for (const name of ["a.cjs", "b.cjs"]) writeFileSync(join(folder, name), server);
  return folder;
}

test("the servers' node_modules vanishes: the next round has no metric, and the reason names the package", async (t) => {
  ownState(t);
  const folder = project(t);
  const out = join(folder, "out");
  const words = ["compare", "./a.cjs", "./b.cjs", "--aa", "--warmup", "200", "--window", "0.2s"];
  const main = join(packages, "deadheat/src/main.ts");
  const args = [main, ...words, "--budget", "60s", "--out", out];
  const running = startProgram(process.execPath, args, folder);
  t.after(() => running.child.kill("SIGKILL"));
  await until(() => running.stderr().includes("[2/"), running.stderr);
  rmSync(join(folder, "node_modules"), { recursive: true });
  const { code, stdout, stderr } = await running.finished;
  assert.equal(code, 3, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, /exited with code 1; its last words:[^]*Cannot find module 'words'/);
  const [journal = "none"] = readdirSync(join(out, "journal"));
  const { records, bad } = await readJournal(join(out, "journal", journal));
  assert.deepEqual(bad, []);
  const rounds = records.filter((record) => record.type === "round");
  const last = rounds.at(-1);
  assert.match(last?.void ?? "", /Cannot find module 'words'/);
  assert.equal(last?.sides, null);
  assert.ok(rounds.slice(0, -1).every((round) => round.void === null));
});

test("deadheat's own node_modules vanishes: it ends with 3 and says what to do", () => {
  const command = join(packages, "deadheat/src/terminal/command.ts");
  const script = `
    const { runCommand } = await import(${JSON.stringify(command)});
    process.exitCode = await runCommand(() => import("${root}/gone.ts"));`;
  const args = ["--input-type=module", "-e", script];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(status, 3, stderr);
  assert.match(stderr, /Cannot find module .*gone\.ts.*: install deadheat's dependencies again/);
  assert.doesNotMatch(stderr, /^ {4}at /m);
});
