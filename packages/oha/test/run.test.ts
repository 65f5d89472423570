// Runs that give no metrics. Stand-ins replace oha where the real one cannot be made to fail in that way.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import { obtainOha, OhaError, runOha } from "../src/index.ts";
import { closed, fakeOha, isAlive, serve } from "./helpers.ts";

const oha = await obtainOha({ onProgress: console.error });

const load = (url: string, seconds = 0.3) => closed(url, { seconds });

const failsWith = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof OhaError, String(error));
  assert.match(error.message, message);
  return true;
};

const good = (t: TestContext) => serve(t, (_request, response) => response.end("Hey!"));

/** Returns a stand-in that runs `text` for any arguments. */
const standIn = async (t: TestContext, text: string) => {
  return { path: await fakeOha(join(temporaryFolder(t), "oha"), "1.16.0", text) };
};

test("an aborted run rejects, and oha has ended by then", async (t) => {
  const controller = new AbortController();
  let pid = 0;
  const run = runOha(oha, load(await good(t), 30), {
    signal: controller.signal,
    onSpawn: (id) => {
      pid = id;
      setTimeout(() => controller.abort(), 200);
    },
  });
  await assert.rejects(run, failsWith(/aborted/));
  assert.ok(pid > 0);
  assert.equal(isAlive(pid), false);
});

test("a signal that is already aborted starts nothing", async (t) => {
  let spawned = false;
  const options = { signal: AbortSignal.abort(), onSpawn: () => (spawned = true) };
  await assert.rejects(runOha(oha, load(await good(t)), options), failsWith(/aborted/));
  assert.equal(spawned, false);
});

test("a run that outlives its deadline is killed and rejects", async (t) => {
  const started = performance.now();
  const run = runOha(oha, load(await good(t), 30), { deadlineSeconds: 0.4 });
  await assert.rejects(run, failsWith(/deadline of 0.4 s/));
  assert.ok(performance.now() - started < 3000);
});

test("an oha that is killed gives no metrics", async (t) => {
  for (const signal of ["SIGKILL", "SIGTERM"] as const) {
    const run = runOha(oha, load(await good(t), 30), {
      onSpawn: (pid) => setTimeout(() => process.kill(pid, signal), 200),
    });
    await assert.rejects(run, failsWith(new RegExp(signal)));
  }
});

test("the error of an oha that exits with 1 has its standard error", async (t) => {
  const fake = await standIn(t, "echo half a result; echo 'Error: no more memory' >&2; exit 1");
  const run = runOha(fake, load("http://127.0.0.1:1"));
  await assert.rejects(run, failsWith(/code 1\nError: no more memory/));
});

test("only the end of a long standard error is kept", async (t) => {
  const fake = await standIn(t, "yes noise | head -c 3000000 >&2; echo the end >&2; exit 3");
  await assert.rejects(runOha(fake, load("http://127.0.0.1:1")), (error: unknown) => {
    assert.ok(error instanceof OhaError && /code 3/.test(error.message));
    assert.ok(error.message.length <= 4200);
    return error.message.endsWith("the end");
  });
});

test("garbage, no output and endless output give no metrics", async (t) => {
  for (const [text, message] of [
    ["echo '{\"summary\":'", /did not print JSON/],
    ["head -c 1000 /dev/urandom", /did not print JSON/],
    ["exit 0", /printed nothing/],
    ["echo '{}'", /not the JSON of oha/],
    ["yes", /printed more than 4 MiB/],
  ] as const) {
    const run = runOha(await standIn(t, text), load("http://127.0.0.1:1"));
    await assert.rejects(run, failsWith(message), text);
  }
});

test("the error says if oha cannot be started", async (t) => {
  const missing = { path: join(temporaryFolder(t), "oha") };
  const run = runOha(missing, load("http://127.0.0.1:1"));
  await assert.rejects(run, failsWith(/ENOENT/));
  const prefixed = runOha(oha, load("http://127.0.0.1:1"), { prefix: [missing.path] });
  await assert.rejects(prefixed, failsWith(/ENOENT/));
});

test("processes that oha leaves behind are killed and do not delay the run", async (t) => {
  const directory = temporaryFolder(t);
  const fake = await standIn(t, `sleep 60 & echo $! > ${directory}/pid; exit 1`);
  const started = performance.now();
  await assert.rejects(runOha(fake, load("http://127.0.0.1:1")), failsWith(/code 1/));
  assert.ok(performance.now() - started < 5000);
  const pid = Number(await readFile(join(directory, "pid"), "utf8"));
  await sleep(50);
  assert.equal(isAlive(pid), false);
});

test("a callback that throws does not leave oha running", async (t) => {
  let pid = 0;
  const run = runOha(oha, load(await good(t), 30), {
    onSpawn: (id) => {
      pid = id;
      throw new Error("mine");
    },
  });
  await assert.rejects(run, /mine/);
  while (isAlive(pid)) await sleep(10);
});

test("an invalid load is rejected before anything starts", async () => {
  let spawned = false;
  const options = { onSpawn: () => (spawned = true) };
  await assert.rejects(runOha(oha, load("http://10.0.0.1"), options), RangeError);
  assert.equal(spawned, false);
});

test("the standard deviation is that of the single requests, and its file is removed", async (t) => {
  let count = 0;
  const url = await serve(t, (_request, response) => {
    setTimeout(() => response.end("Hey!"), count++ % 2 === 0 ? 20 : 60);
  });
  const files = () => readdirSync(tmpdir()).filter((name) => name.startsWith("deadheat-requests-"));
  const before = files().length;
  const one = { ...load(url, 1), connections: 1 };
  const { void: reason, latency } = await runOha(oha, one, { stdev: true });
  assert.equal(reason, null);
  // Half of them take 20 ms, half 60 ms: 20 ms from the mean each.
  assert.ok(latency?.stdev && latency.stdev > 0.015 && latency.stdev < 0.03, `${latency?.stdev}`);
  assert.equal(files().length, before);
  assert.equal((await runOha(oha, load(url, 0.2))).latency?.stdev, null);
});
