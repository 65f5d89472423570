import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { withLock } from "../src/lock.ts";
import { temporaryDirectory } from "./helpers.ts";

const fast = { pollSeconds: 0.01 };

test("one at a time, and nothing is left", async (t) => {
  const directory = await temporaryDirectory(t);
  const path = join(directory, "lock");
  let inside = 0;
  let done = 0;
  let waited = 0;
  const work = async () => {
    inside++;
    assert.equal(inside, 1);
    await sleep(20);
    inside--;
    done++;
  };
  const onWait = () => waited++;
  await Promise.all(Array.from({ length: 8 }, () => withLock(path, { ...fast, onWait }, work)));
  assert.equal(done, 8);
  assert.equal(waited, 7);
  assert.deepEqual(await readdir(directory), []);
});

test("the lock is given back when the work fails", async (t) => {
  const directory = await temporaryDirectory(t);
  const failing = withLock(join(directory, "lock"), fast, () => Promise.reject(new Error("mine")));
  await assert.rejects(failing, /mine/);
  assert.deepEqual(await readdir(directory), []);
});

test("the lock of a dead process is taken over, by one of many", async (t) => {
  const path = join(await temporaryDirectory(t), "lock");
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  await writeFile(path, JSON.stringify({ pid: child.pid, host: hostname(), token: "dead" }));
  let inside = 0;
  const started = performance.now();
  const work = async () => {
    inside++;
    assert.equal(inside, 1);
    await sleep(10);
    inside--;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(path, fast, work)));
  assert.ok(performance.now() - started < 5000);
});

test("a lock without a sign of life is taken over, though its process id exists here", async (t) => {
  const path = join(await temporaryDirectory(t), "lock");
  await writeFile(path, JSON.stringify({ pid: process.pid, host: "elsewhere", token: "other" }));
  const waiting = withLock(path, { ...fast, signal: AbortSignal.timeout(200) }, () =>
    Promise.resolve(1),
  );
  await assert.rejects(waiting, { name: "TimeoutError" });
  const before = new Date(Date.now() - 61_000);
  await utimes(path, before, before);
  assert.equal(await withLock(path, fast, () => Promise.resolve(2)), 2);
});

test("a held lock gives signs of life", async (t) => {
  const path = join(await temporaryDirectory(t), "lock");
  // Stale after 0.3 s, held for 1 s: whoever waits must not take it over.
  const options = { ...fast, staleSeconds: 0.3 };
  let holding = true;
  const first = withLock(path, options, async () => {
    await sleep(1000);
    holding = false;
  });
  await sleep(50);
  await withLock(path, options, async () => assert.equal(holding, false));
  await first;
});

test("waiting names the holder", async (t) => {
  const path = join(await temporaryDirectory(t), "lock");
  const seen: unknown[] = [];
  const first = withLock(path, fast, () => sleep(100));
  await sleep(20);
  const { pid } = JSON.parse(await readFile(path, "utf8"));
  await withLock(path, { ...fast, onWait: (holder) => seen.push(holder?.pid) }, () => sleep(1));
  await first;
  assert.deepEqual(seen, [pid]);
  assert.equal(pid, process.pid);
});
