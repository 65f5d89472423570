import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Writable } from "node:stream";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { takeLock } from "@deadheat/journal";
import { Command, CommanderError } from "commander";
import { addCache } from "../../src/cli/cache.ts";
import { setVariables, temporaryFolder } from "../../../journal/test/scratch.ts";

const run = promisify(execFile);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Makes a cache with a worktree, an install and a run. Each was last used the given number of days ago. */
async function cacheOf(t: TestContext, days: { worktree: number; install: number; run: number }) {
  const scratch = temporaryFolder(t);
  const repository = join(scratch, "repository");
  const cache = join(scratch, "cache");
  // With its own state folder, since no run is removed while another process measures.
  setVariables(t, { DEADHEAT_CACHE: cache, DEADHEAT_STATE_DIR: join(scratch, "state") });
  const worktree = join(cache, "worktrees", "w");
  const install = join(cache, "installs", "i");
  const journal = join(cache, "runs", "r", "journal.jsonl");
  for (const folder of [repository, worktree, join(install, "tree"), join(cache, "runs", "r")]) {
    mkdirSync(folder, { recursive: true });
  }

  const git = async (...args: string[]) => {
    const { stdout } = await run("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: repository,
    });
    return stdout.trim();
  };
  await git("init", "--quiet");
  await git("commit", "--quiet", "--allow-empty", "-m", "first");
  await git("worktree", "add", "--quiet", "--detach", join(worktree, "tree"));
  const commit = await git("rev-parse", "HEAD");
  const mark = (folder: string, age: number, about: object) => {
    const marked = { ...about, usedAt: daysAgo(age).toISOString() };
    writeFileSync(join(folder, "deadheat.json"), JSON.stringify(marked));
  };
  const gitFolder = join(repository, ".git");
  const about = {
    whole: true,
    repository: gitFolder,
    commit,
    contents: "",
    madeAt: 0,
    everything: "",
  };
  mark(worktree, days.worktree, about);
  const versions = { express: "4.21.2", koa: "3.0.0" };
  mark(install, days.install, {
    kind: "packages",
    versions,
    contents: "",
    madeAt: 0,
    everything: "",
  });
  writeFileSync(join(install, "tree", "code.js"), "x".repeat(2_000_000));
  writeFileSync(journal, "{}\n");
  for (const path of [journal, join(cache, "runs", "r")]) {
    utimesSync(path, daysAgo(days.run), daysAgo(days.run));
  }
  return { cache, worktree, install, commit, git };
}

/** Runs `deadheat cache` and returns its standard output and its notes. */
async function command(...args: string[]) {
  let stdout = "";
  const notes: string[] = [];
  const io = {
    stdout: new Writable({
      write(chunk: Buffer, _, done) {
        stdout += chunk.toString();
        done();
      },
    }),
    stderr: process.stderr,
    color: false,
    signal: new AbortController().signal,
    note: (line: string) => notes.push(line),
  };
  const deadheat = new Command("deadheat").exitOverride().configureOutput({ writeErr: () => {} });
  addCache(deadheat, io);
  await deadheat.parseAsync(["cache", ...args], { from: "user" });
  return { stdout, notes };
}

test("ls lists the entries, the most recently used first", async (t) => {
  const { commit, install } = await cacheOf(t, { worktree: 3, install: 2, run: 1 });
  const { stdout } = await command("ls");
  const lines = stdout.split("\n");
  assert.match(lines[0]!, /^kind +size +last used +what$/);
  assert.match(lines[1]!, /^run +3 B +\d{4}-\d\d-\d\d +runs\/r$/);
  assert.match(lines[2]!, /^packages +2\.0 MB +\d{4}-\d\d-\d\d +express 4\.21\.2, koa 3\.0\.0$/);
  assert.match(lines[3]!, new RegExp(`^worktree .* ${commit.slice(0, 7)} of /.*/\\.git$`));
  assert.equal(lines[4], "3 entries, 2.0 MB");
  const json = JSON.parse((await command("ls", "--json")).stdout) as { path: string }[];
  assert.equal(json[1]?.path, install);
});

test("prune removes older entries, and git no longer lists the worktree", async (t) => {
  const { cache, worktree, install, git } = await cacheOf(t, { worktree: 31, install: 10, run: 9 });
  assert.match((await command("prune")).stdout, /^Removed 1 entry, /);
  assert.ok(!existsSync(worktree));
  assert.equal((await git("worktree", "list")).split("\n").length, 1);
  assert.match((await command("prune", "--older-than", "10d")).stdout, /^Removed 1 entry, 2\.0 MB/);
  assert.ok(!existsSync(install));
  assert.deepEqual(readdirSync(join(cache, "runs")), ["r"]);
  assert.match((await command("prune", "--older-than", "216h")).stdout, /^Removed 1 entry, 3 B/);
  await assert.rejects(command("prune", "--older-than", "soon"), CommanderError);
});

test("prune keeps entries that are being made or used, and removes incomplete ones", async (t) => {
  const { install, worktree } = await cacheOf(t, { worktree: 99, install: 99, run: 99 });
  const lock = await takeLock(`${install}.lock`, "");
  rmSync(join(worktree, "deadheat.json"));
  const { stdout, notes } = await command("prune", "--all");
  assert.match(stdout, /^Removed 2 entries, /);
  assert.deepEqual(notes, ["express 4.21.2, koa 3.0.0 is in use and was kept"]);
  assert.ok(existsSync(install) && !existsSync(worktree));
  lock?.release();
  assert.match((await command("prune", "--all")).stdout, /^Removed 1 entry, /);
  assert.equal((await command("ls")).stdout.split("\n")[1], "0 entries, 0 B");
});
