import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { cacheDirectory, makeFolder, UsageError } from "../src/index.ts";
import { temporaryFolder } from "./scratch.ts";

const linux = process.platform === "linux" ? {} : { skip: "only Linux has /proc" };

test("a folder is made with its parents", (t) => {
  const path = join(temporaryFolder(t), "a", "b");
  assert.equal(makeFolder(path), path);
  assert.ok(existsSync(path));
});

test("a path below /proc is refused at once, and one that a link leads there", linux, (t) => {
  const link = join(temporaryFolder(t), "link");
  symlinkSync("/proc", link);
  for (const path of ["/proc/x/y", join(link, "x", "y")]) {
    assert.throws(() => makeFolder(path), UsageError);
  }
  assert.throws(() => cacheDirectory({ DEADHEAT_CACHE: "/proc/cache" }), /below \/proc/);
});

test("a command whose folders are below /proc ends with the reason", linux, () => {
  const main = join(import.meta.dirname, "../../deadheat/src/main.ts");
  for (const env of [{ DEADHEAT_CACHE: "/proc/c/d" }, { DEADHEAT_STATE_DIR: "/proc/s/t" }]) {
    const run = () =>
      execFileSync(process.execPath, [main, "compare", "./a.mjs", "./a.mjs", "--aa"], {
        env: { ...process.env, ...env },
        cwd: import.meta.dirname,
        timeout: 20_000,
        encoding: "utf8",
        stdio: "pipe",
      });
    assert.throws(run, (error: { status: number | null; stderr: string }) => {
      assert.equal(error.status, 2, error.stderr);
      return true;
    });
  }
});
