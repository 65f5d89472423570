import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { takeLock, withLock } from "../src/lock.ts";
import { temporaryDirectory } from "./helpers.ts";

const fast = { pollSeconds: 0.01 };

/** What a lock leaves: the empty file that the next one is taken on. */
async function assertReleased(directory: string): Promise<void> {
  assert.deepEqual(await readdir(directory), ["lock.db"]);
  assert.equal((await stat(join(directory, "lock.db"))).size, 0);
}

/** Another process that holds the lock until it is ended. */
async function another(t: TestContext, path: string) {
  const script = `
    const { takeLock } = await import(${JSON.stringify(import.meta.resolve("../src/lock.ts"))});
    console.log((await takeLock(${JSON.stringify(path)}, JSON.stringify({ pid: process.pid }))) !== null);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  assert.equal(said.toString(), "true\n");
  return child;
}

test("one at a time, and nothing is left but an empty file", async (t) => {
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
  await assertReleased(directory);
});

test("the lock is given back when the work fails", async (t) => {
  const directory = await temporaryDirectory(t);
  const failing = withLock(join(directory, "lock"), fast, () => Promise.reject(new Error("mine")));
  await assert.rejects(failing, /mine/);
  await assertReleased(directory);
});

test("the lock of a process that was killed is free at once, for one of many", async (t) => {
  const path = join(await temporaryDirectory(t), "lock");
  const child = await another(t, path);
  assert.equal(await takeLock(path, ""), null);
  assert.deepEqual(JSON.parse(await readFile(path, "utf8")), { pid: child.pid });
  child.kill("SIGKILL");
  await once(child, "close");
  let inside = 0;
  let waited = 0;
  const work = async () => {
    inside++;
    assert.equal(inside, 1);
    await sleep(10);
    inside--;
  };
  const onWait = () => waited++;
  await Promise.all(Array.from({ length: 8 }, () => withLock(path, { ...fast, onWait }, work)));
  assert.equal(waited, 7);
});

test("a process that is stopped keeps its lock, as a laptop's that sleeps", async (t) => {
  const path = join(await temporaryDirectory(t), "lock");
  const child = await another(t, path);
  child.kill("SIGSTOP");
  const signal = AbortSignal.timeout(300);
  const waiting = withLock(path, { ...fast, signal }, () => Promise.resolve());
  await assert.rejects(waiting, { name: "TimeoutError" });
});

test("what is written in its file binds nobody", async (t) => {
  const path = join(await temporaryDirectory(t), "lock");
  const texts = [JSON.stringify({ pid: process.pid, host: "elsewhere" }), "{ cut o", ""];
  for (const text of texts) {
    await writeFile(path, text);
    assert.equal(await withLock(path, { signal: AbortSignal.timeout(0) }, async () => text), text);
  }
});

test("where no lock can be had, it is said where", async (t) => {
  const path = join(await temporaryDirectory(t), "no folder", "lock");
  await assert.rejects(takeLock(path, ""), /no folder\/lock cannot be locked: unable to open/);
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
