import assert from "node:assert/strict";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "../fixtures.ts";
import { deadheat, resultOf, start } from "../command.ts";
import { untilGone } from "../../../packages/measure/test/processes.ts";

// `pnpm bench --workers 2` as a user would try it: its own Redis, and workers in clones of this repository.

const selection = "--workers 2 --targets hono/node --scenarios text --rounds 3 --window 0.5s".split(
  " ",
);
selection.push("--warmup", "2000");

/** Returns the processes whose command names the folder of a local fleet, or that run in it. */
function processesOf(folder: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "latin1");
        return command.includes(folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        return false;
      }
    })
    .map(Number);
}

const foldersNow = () => readdirSync(tmpdir()).filter((name) => name.startsWith("deadheat-fleet-"));

test("a run with two workers on this machine prints the usual table, and leaves nothing", async (t) => {
  const out = join(temporaryFolder(t), "run");
  const before = foldersNow();
  const finished = await deadheat(...selection, "--json", "--out", out);
  const { cells } = resultOf(finished);
  assert.deepEqual(cells.map(({ target, status }) => [target, status]).toSorted(), [
    ["hono/node", "ok"],
    ["node-http/node", "ok"],
  ]);
  const hono = cells.find(({ target }) => target === "hono/node");
  assert.equal(hono?.efficiency?.toFloor.n, 3);
  for (const worker of ["worker 1", "worker 2"])
    assert.match(finished.stderr, new RegExp(`${worker} joins`));
  assert.deepEqual(foldersNow(), before);
});

test("Ctrl-C ends Redis and the workers, and --resume measures the rest", async (t) => {
  const out = join(temporaryFolder(t), "run");
  const before = foldersNow();
  const running = start([...selection, "--out", out]);
  t.after(() => running.child.kill("SIGINT"));
  // Clones need a minute.
  const late = AbortSignal.timeout(300_000);
  while (!running.stderr().includes("[1/") && running.child.exitCode === null)
    await sleep(100, undefined, { signal: late });
  const own = foldersNow().find((name) => !before.includes(name)) ?? "none";
  const processes = processesOf(join(tmpdir(), own));
  // Redis and two workers.
  assert.ok(processes.length >= 3, `${processes}`);
  running.child.kill("SIGINT");
  const { code, stderr } = await running.finished;
  assert.equal(code, 130, stderr);
  assert.match(stderr, /--resume/);
  await untilGone(processes);
  assert.deepEqual(foldersNow(), before);
  resultOf(await deadheat("--workers", "1", "--resume", "--json", "--out", out));
});
