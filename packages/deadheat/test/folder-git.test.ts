import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { describeGit, openRun } from "../src/folder/run-folder.ts";
import { scratch } from "./provenance-servers.ts";

function repositoryIn(folder: string): (...args: string[]) => string {
  mkdirSync(folder, { recursive: true });
  const settings = ["-c", "user.name=Somebody", "-c", "user.email=some@body.test"];
  const git = (...args: string[]) =>
    execFileSync("git", [...settings, ...args], { cwd: folder, encoding: "utf8" }).trim();
  git("init", "--quiet");
  writeFileSync(join(folder, "file"), folder);
  git("add", "file");
  git("commit", "--quiet", "--message", "first");
  return git;
}

function withVariable(t: TestContext, name: string, value: string): void {
  process.env[name] = value;
  t.after(() => delete process.env[name]);
}

test("the commit of a folder is found without running what the repository's settings name", (t) => {
  const folder = scratch(t);
  const git = repositoryIn(folder);
  const program = join(folder, ".git/monitor.sh");
  const ran = join(folder, ".git/ran");
  writeFileSync(program, `#!/bin/sh\ntouch "${ran}"\n`);
  chmodSync(program, 0o755);
  git("config", "core.fsmonitor", ".git/monitor.sh");
  assert.deepEqual(describeGit(folder), { commit: git("rev-parse", "HEAD"), dirty: false });
  assert.ok(!existsSync(ran), "the program was run");
  writeFileSync(join(folder, "new"), "");
  assert.equal(describeGit(folder)?.dirty, true);
});

test("within a git hook it is the folder's own commit, not that of the hook's repository", (t) => {
  const folder = scratch(t);
  const git = repositoryIn(join(folder, "own"));
  repositoryIn(join(folder, "other"));
  withVariable(t, "GIT_DIR", join(folder, "other/.git"));
  const found = describeGit(join(folder, "own"));
  delete process.env.GIT_DIR;
  assert.equal(found?.commit, git("rev-parse", "HEAD"));
});

test("a folder with anything of another run is refused, and an empty one is used", (t) => {
  const folder = scratch(t);
  const runs = join(folder, "runs");
  for (const name of ["journal", "plan.json", "search.json", "comparison.json", "result.json"]) {
    const out = join(folder, `with-${name}`);
    mkdirSync(out);
    assert.equal(openRun(out, runs).out, out);
    // A link to nowhere could be planted, too.
    symlinkSync(join(folder, "nowhere"), join(out, name));
    assert.throws(() => openRun(out, runs), /has another run\. .* another folder with --out/);
  }
});
