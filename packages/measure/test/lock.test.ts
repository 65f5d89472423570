import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { currentHolder, holdMachine } from "../src/machine/lock.ts";
import { ownState } from "./processes.ts";

test("the holder is named, and a concurrent run is known to both", async (t) => {
  const folder = ownState(t);
  // A killed process leaves such a lock.
  writeFileSync(join(folder, "run.lock"), '{"pid":999999999,"started":"gone"}\n');
  assert.equal(currentHolder(), null);
  const hold = await holdMachine(false);
  assert.equal(currentHolder()?.pid, process.pid);
  const busy = new RegExp(`Process ${process.pid} is measuring .*--allow-concurrent`);
  const refused = { name: "EnvironmentError", message: busy };
  await assert.rejects(holdMachine(false), refused);
  const second = await holdMachine(true);
  assert.deepEqual(second.others(), [process.pid]);
  assert.deepEqual(hold.others(), [process.pid]);
  second.release();
  assert.equal(currentHolder()?.pid, process.pid);
  // The text is lost, and the process holds the lock all the same.
  rmSync(join(folder, "run.lock"));
  const unseen = /Another process holds/;
  await Promise.all(
    [true, false].map((allowConcurrent) => assert.rejects(holdMachine(allowConcurrent), unseen)),
  );
  hold.release();
  assert.equal(currentHolder(), null);
  (await holdMachine(false)).release();
});

test("a state folder that cannot be written gives an EnvironmentError that names it", async (t) => {
  const folder = ownState(t);
  // A folder in place of the file cannot be written even by root.
  mkdirSync(join(folder, "run.lock"));
  await assert.rejects(holdMachine(false), {
    name: "EnvironmentError",
    message: /run\.lock cannot be locked: /,
  });
});

test("the lock's file is not written through a link", async (t) => {
  const folder = ownState(t);
  writeFileSync(join(folder, "precious"), "mine");
  symlinkSync(join(folder, "precious"), join(folder, "run.lock"));
  const hold = await holdMachine(false);
  assert.equal(currentHolder()?.pid, process.pid);
  assert.equal(readFileSync(join(folder, "precious"), "utf8"), "mine");
  hold.release();
  execFileSync("mkfifo", [join(folder, "run.lock")]);
  (await holdMachine(false)).release();
});
