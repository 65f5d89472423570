import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { takeLock, withLock } from "../src/lock.ts";
import { beginOn } from "../src/lock/database.ts";
import { otherNode } from "./other-node.ts";
import { temporaryFolder } from "./scratch.ts";

const fast = { pollSeconds: 0.01 };

/** Asserts that a released lock leaves nothing, or only the empty database for the next one. */
async function assertReleased(directory: string): Promise<void> {
  const left = await readdir(directory);
  if (process.platform === "linux") return assert.deepEqual(left, []);
  assert.deepEqual(left, ["lock.db"]);
  assert.equal((await stat(join(directory, "lock.db"))).size, 0);
}

const source = { node: process.execPath, module: import.meta.resolve("../src/lock.ts") };

/** Starts a process that takes the lock and holds it until it is killed. */
async function asked(t: TestContext, path: string, { node, module } = source) {
  const script = `
    const { takeLock } = await import(${JSON.stringify(module)});
    console.log((await takeLock(${JSON.stringify(path)}, JSON.stringify({ pid: process.pid }))) !== null);
    setInterval(() => {}, 1000);`;
  const child = spawn(node, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return { child, has: said.toString() === "true\n" };
}

async function another(t: TestContext, path: string, program = source) {
  const { child, has } = await asked(t, path, program);
  assert.ok(has);
  return child;
}

/** Asserts that of eight callers that want the lock at once, one at a time works, and the others wait. */
async function assertOneOfEight(path: string): Promise<void> {
  let [inside, done, waited] = [0, 0, 0];
  const work = async () => {
    inside++;
    assert.equal(inside, 1);
    await sleep(20);
    inside--;
    done++;
  };
  const onWait = () => waited++;
  await Promise.all(Array.from({ length: 8 }, () => withLock(path, { ...fast, onWait }, work)));
  assert.deepEqual([done, waited], [8, 7]);
}

/** Asserts that nobody holds the lock. */
async function assertFree(path: string): Promise<void> {
  const lock = await takeLock(path, "");
  assert.ok(lock !== null);
  lock.release();
}

test("one caller at a time works, and nothing is left", async (t) => {
  const directory = temporaryFolder(t);
  await assertOneOfEight(join(directory, "lock"));
  await assertReleased(directory);
});

test("the lock is released when the work fails", async (t) => {
  const directory = temporaryFolder(t);
  const failing = withLock(join(directory, "lock"), fast, () => Promise.reject(new Error("mine")));
  await assert.rejects(failing, /mine/);
  await assertReleased(directory);
});

test("the lock of a killed process is free at once, for one of many", async (t) => {
  const path = join(temporaryFolder(t), "lock");
  const child = await another(t, path);
  assert.equal(await takeLock(path, ""), null);
  assert.deepEqual(JSON.parse(await readFile(path, "utf8")), { pid: child.pid });
  child.kill("SIGKILL");
  await once(child, "close");
  await assertOneOfEight(path);
});

test("a process that is stopped keeps its lock, as a laptop's that sleeps", async (t) => {
  const path = join(temporaryFolder(t), "lock");
  const child = await another(t, path);
  child.kill("SIGSTOP");
  const signal = AbortSignal.timeout(300);
  const waiting = withLock(path, { ...fast, signal }, () => Promise.resolve());
  await assert.rejects(waiting, { name: "TimeoutError" });
});

test("the text in the lock file has no effect on the lock", async (t) => {
  const path = join(temporaryFolder(t), "lock");
  const texts = [JSON.stringify({ pid: process.pid, host: "elsewhere" }), "{ cut o", ""];
  for (const text of texts) {
    await writeFile(path, text);
    assert.equal(await withLock(path, { signal: AbortSignal.timeout(0) }, async () => text), text);
  }
});

test("the error of an impossible lock names its path", async (t) => {
  const path = join(temporaryFolder(t), "no folder", "lock");
  await assert.rejects(takeLock(path, ""), /no folder\/lock cannot be locked: ENOENT/);
  await mkdir(join(path, ".."), { recursive: true });
  await mkdir(path);
  await assert.rejects(takeLock(path, ""), /lock cannot be locked: it is a folder\. Remove it/);
});

test("a lock is the same through a symbolic link to its folder", async (t) => {
  const directory = temporaryFolder(t);
  await mkdir(join(directory, "real"));
  await symlink("real", join(directory, "link"));
  const lock = await takeLock(join(directory, "real", "lock"), "");
  assert.equal(await takeLock(join(directory, "link", "lock"), ""), null);
  await assertFree(join(directory, "real", "other"));
  lock?.release();
});

test("a lock that is released twice is not taken from the next holder", async (t) => {
  const path = join(temporaryFolder(t), "lock");
  const first = await takeLock(path, "first");
  first?.release();
  const second = await takeLock(path, "second");
  first?.release();
  assert.equal(await readFile(path, "utf8"), "second");
  assert.equal(await takeLock(path, ""), null);
  second?.release();
});

test("a lock keeps no process alive", async (t) => {
  const path = join(temporaryFolder(t), "lock");
  const script = `const { takeLock } = await import(${JSON.stringify(source.module)});
    await takeLock(${JSON.stringify(path)}, "");`;
  const child = spawn(source.node, ["--input-type=module", "-e", script], { timeout: 10_000 });
  assert.deepEqual(await once(child, "close"), [0, null]);
});

test("versions of Node exclude each other", async (t) => {
  const node = otherNode();
  if (node === null) return t.skip("no other Node >= 22 on PATH");
  const directory = temporaryFolder(t);
  const built = join(directory, "built");
  const options = ["--module", "nodenext", "--target", "es2023", "--types", "node"];
  const compile = [
    "src/lock.ts",
    "--ignoreConfig",
    "--rewriteRelativeImportExtensions",
    ...options,
  ];
  execFileSync("../../node_modules/.bin/tsc", [...compile, "--outDir", built], {
    cwd: join(import.meta.dirname, ".."),
  });
  await writeFile(join(built, "package.json"), '{ "type": "module" }');
  const program = { node, module: join(built, "lock.js") };
  const path = join(directory, "lock");
  const lock = await takeLock(path, "");
  const refused = await asked(t, path, program);
  assert.equal(refused.has, false);
  lock?.release();
  const child = await another(t, path, program);
  assert.equal(await takeLock(path, ""), null);
  child.kill("SIGKILL");
  await once(child, "close");
  await assertFree(path);
});

test("systems without such sockets lock a database", async (t) => {
  const directory = temporaryFolder(t);
  const path = join(directory, "lock");
  const end = await beginOn(path);
  assert.equal(await beginOn(path), null);
  end?.();
  const again = await beginOn(path);
  assert.notEqual(again, null);
  again?.();
  assert.deepEqual(await readdir(directory), ["lock.db"]);
  await assert.rejects(beginOn(join(directory, "no folder", "lock")), /unable to open/);
});

test("two containers that share a folder exclude each other", async (t) => {
  const directory = temporaryFolder(t);
  const path = join(directory, "lock");
  // Each has its own network, process ids and host name.
  const container = ["--net", "--pid", "--uts", "--mount-proc", "--fork", "--kill-child"];
  const program = join(directory, "contained");
  await writeFile(program, `#!/bin/sh\nexec unshare ${container.join(" ")} ${source.node} "$@"\n`, {
    mode: 0o755,
  });
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
  } catch {
    return t.skip("a container needs root");
  }
  const contained = { ...source, node: program };
  const first = await asked(t, path, contained);
  assert.equal(first.has, true);
  assert.equal((await asked(t, path, contained)).has, false);
  assert.equal(await takeLock(path, ""), null);
  first.child.kill("SIGKILL");
  await once(first.child, "close");
  const second = await takeLock(path, "");
  assert.notEqual(second, null);
  assert.equal((await asked(t, path, contained)).has, false);
  second?.release();
  assert.deepEqual(await readdir(directory), ["contained"]);
  assert.equal((await asked(t, path, contained)).has, true);
});

test("of many containers that want a lock, two never hold it at once", async (t) => {
  const directory = temporaryFolder(t);
  const script = `
    const { withLock } = await import(${JSON.stringify(source.module)});
    const { mkdirSync, rmdirSync } = await import("node:fs");
    for (let i = 0; i < 15; i++) {
      await withLock(${JSON.stringify(join(directory, "lock"))}, { pollSeconds: 0.002 }, async () => {
        mkdirSync(${JSON.stringify(join(directory, "inside"))});
        rmdirSync(${JSON.stringify(join(directory, "inside"))});
      });
    }`;
  const words = ["--net", source.node, "--input-type=module", "-e", script];
  const children = Array.from({ length: 6 }, () =>
    spawn("unshare", words, { stdio: ["ignore", "ignore", "pipe"] }),
  );
  const ended = children.map(async (child) => {
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    const [code] = (await once(child, "close")) as [number | null];
    return { code, said };
  });
  const outcomes = await Promise.all(ended);
  if (outcomes.some(({ said }) => said.includes("unshare")))
    return t.skip("a container needs root");
  for (const { code, said } of outcomes) assert.equal(code, 0, said);
  assert.deepEqual(await readdir(directory), []);
});

test("onWait names the holder", async (t) => {
  const path = join(temporaryFolder(t), "lock");
  const seen: unknown[] = [];
  const first = withLock(path, fast, () => sleep(100));
  await sleep(20);
  const { pid } = JSON.parse(await readFile(path, "utf8"));
  await withLock(path, { ...fast, onWait: (holder) => seen.push(holder?.pid) }, () => sleep(1));
  await first;
  assert.deepEqual(seen, [pid]);
  assert.equal(pid, process.pid);
});
