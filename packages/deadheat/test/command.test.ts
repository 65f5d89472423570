import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";

const main = join(import.meta.dirname, "../src/main.ts");

function folderOf(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "deadheat-command-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function deadheat(cwd: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: cwd, DEADHEAT_CACHE: join(cwd, "cache") };
  return spawnSync(process.execPath, [main, ...args], { cwd, env, encoding: "utf8" });
}

test("the help has every command, and defaults in words", (t) => {
  const cwd = folderOf(t);
  const { stdout, status } = deadheat(cwd, "--help");
  assert.equal(status, 0);
  for (const name of ["compare", "gate", "run", "init", "cache"]) {
    assert.match(stdout, new RegExp(`^  ${name} `, "m"));
  }
  assert.doesNotMatch(deadheat(cwd, "compare", "--help").stdout, /default: (\[|false|true)/);
});

test("deadheat cache ls of an empty cache, and what it does not know", (t) => {
  const cwd = folderOf(t);
  assert.match(deadheat(cwd, "cache", "ls").stdout, /0 entries, 0 B/);
  assert.deepEqual(JSON.parse(deadheat(cwd, "cache", "ls", "--json").stdout), []);
  const { status, stderr, stdout } = deadheat(cwd, "cache", "ls", "--foo");
  assert.deepEqual([status, stdout], [2, ""]);
  assert.equal(stderr, "deadheat: unknown option '--foo' (--help shows what there is)\n");
});
