import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { processTree } from "@deadheat/measure";
import { openJournal, readJournal } from "@deadheat/journal";
import { createApps, serverThat } from "../../broken-apps.ts";
import { deadheat, resultOf, start } from "../../command.ts";
import { roundRecord, runRecord, temporaryFolder } from "../../fixtures.ts";
import { commandLine, until } from "../../../../packages/measure/test/processes.ts";
import { controlGroup, smallDisk } from "./kernel.ts";

// Exhausts the disk, the number of processes and the number of open files. The exit code is 3 each time.

const target = ["--targets", "node-http/node", "--rounds", "3", "--warmup", "500"];
const run = [...target, "--window", "0.2s", "--seed", "2", "--force"];

test("a disk without room for the run is found out before anything is measured", async (t) => {
  const disk = smallDisk(t, "2m");
  if (disk === null) return t.skip("mounting needs root");
  const { code, stderr } = await deadheat(...run, "--out", join(disk, "run"));
  assert.equal(code, 3);
  assert.match(stderr, /has 2\.\d MB left and this run may need \d+\.\d MB\. Free some space/);
});

test("a disk that fills up in a run: what is written stays whole, and --resume goes on", async (t) => {
  const disk = smallDisk(t, "8m");
  if (disk === null) return t.skip("mounting needs root");
  const out = join(disk, "run");
  const running = start([...run, "--out", out]);
  await until(() => existsSync(join(out, "journal", "node-http.node.jsonl")), running.stderr);
  await until(() => /\[1\/3\]/.test(running.stderr()), running.stderr);
  try {
    writeFileSync(join(disk, "filler"), Buffer.alloc(8 << 20));
  } catch {
    // Fill the disk completely.
  }
  const { code, stderr } = await running.finished;
  assert.equal(code, 3, stderr);
  assert.match(stderr, /ENOSPC.*\/run.*free some space/);
  const { records, bad } = await readJournal(join(out, "journal", "node-http.node.jsonl"));
  assert.deepEqual(bad, []);
  assert.ok(records.some((record) => record.type === "round"));

  rmSync(join(disk, "filler"));
  const { noise } = resultOf(await deadheat(...run, "--resume", "--json", "--out", out));
  assert.equal(noise.aa?.n, 3);
});

/** Writes records into a journal until an error. Returns the error's code and path. */
function writeUntilFull(t: TestContext, path: string, limit: string): string {
  const writer = join(temporaryFolder(t), "writer.ts");
  writeFileSync(
    writer,
    `import { openJournal } from ${JSON.stringify(join(import.meta.dirname, "../../../../packages/journal/src/index.ts"))};
     process.on("SIGXFSZ", () => {});
     const journal = openJournal(${JSON.stringify(path)});
     try {
       for (;;) journal.append(${JSON.stringify(roundRecord("hono/bun", "fetch/bun", 1, 0.9))});
     } catch (error) {
       console.log(error.code, error.path);
     }`,
  );
  const command = `${limit}; exec "$0" "$1"`;
  const words = ["-c", command, process.execPath, writer];
  return execFileSync("sh", words, { encoding: "utf8" }).trim();
}

test("a disk that is full within a record: the part is taken back, and the journal goes on", async (t) => {
  // The disk has whole pages, which are no whole number of records.
  const disk = smallDisk(t, "64k");
  if (disk === null) return t.skip("mounting needs root");
  const path = join(disk, "journal.jsonl");
  writeFileSync(join(disk, "filler"), Buffer.alloc(30_000));
  assert.equal(writeUntilFull(t, path, "true"), `ENOSPC ${path}`);
  const { records, bad } = await readJournal(path);
  assert.deepEqual(bad, []);
  assert.ok(records.length >= 10);
  assert.ok(readFileSync(path, "utf8").endsWith("}\n"));
  rmSync(join(disk, "filler"));
  assert.equal(writeUntilFull(t, path, "true"), `ENOSPC ${path}`);
  const more = await readJournal(path);
  assert.deepEqual(more.bad, []);
  assert.ok(more.records.length > records.length);
});

test("a record that does not fit is not written in part", async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, "journal.jsonl");
  // The largest file is 8 rounds of 512 or 1024 bytes, which is no whole number of records.
  assert.equal(writeUntilFull(t, path, "ulimit -f 8"), `EFBIG ${path}`);
  const { records, bad } = await readJournal(path);
  assert.deepEqual(bad, []);
  assert.ok(records.length >= 2);
  assert.ok(readFileSync(path, "utf8").endsWith("}\n"));
  const journal = openJournal(path);
  journal.append(runRecord("hono/bun"));
  journal.close();
  assert.equal((await readJournal(path)).records.length, records.length + 1);
});

test("results that cannot be written: said at once, with the folder", async (t) => {
  const disk = smallDisk(t, "8m");
  if (disk === null) return t.skip("mounting needs root");
  execFileSync("mount", ["-o", "remount,ro", disk]);
  const { code, stderr } = await deadheat(...run, "--out", join(disk, "run"));
  assert.equal(code, 3);
  assert.match(stderr, /\/run cannot be created .*write elsewhere with --out/);
  const file = await deadheat(...run, "--out", "/dev/null/run");
  assert.equal(file.code, 3);
  assert.ok(!file.stderr.includes("    at "), file.stderr);
});

test("too few open files: said before anything is measured", (t) => {
  const out = join(temporaryFolder(t), "run");
  const { code, stderr } = limited("ulimit -n 120", [...run, "--out", out]);
  assert.equal(code, 3, stderr);
  assert.match(
    stderr,
    /A process may open 120 files, and 50 connections need 150\. Allow more with ulimit -n 4096/,
  );
});

test("no process left for a child: said so, and what was measured is kept", async (t) => {
  const group = controlGroup(t, "pids", { v1: "pids.max", v2: "pids.max" });
  if (group === null) return t.skip("a cgroup of processes needs root");
  const out = join(temporaryFolder(t), "run");
  const words = [...target.slice(0, 2), "--rounds", "3", "--warmup", "20000", "--window", "1s"];
  const running = start([...words, "--force", "--out", out]);
  writeFileSync(group.members, String(running.child.pid));
  await until(() => /\[1\/3\]/.test(running.stderr()), running.stderr);
  // Under load every process has its threads already, so the kernel refuses the next process.
  const pid = running.child.pid ?? 0;
  const generators = () => processTree(pid).filter((one) => /^\d+ \S*oha /.test(commandLine(one)));
  await until(() => generators().length === 2, running.stderr);
  await sleep(200);
  writeFileSync(group.limit, "1");
  const { code, stderr } = await running.finished;
  assert.equal(code, 3, stderr);
  assert.match(stderr, /EAGAIN.*ulimit -u/);
  const { records } = await readJournal(join(out, "journal", "node-http.node.jsonl"));
  const rounds = records.filter((record) => record.type === "round");
  assert.ok(rounds.length >= 1 && rounds.every((round) => round.void === null));
});

test("no memory left: the kernel ends the server, and the reason says so", async (t) => {
  const group = controlGroup(t, "memory", { v1: "memory.limit_in_bytes", v2: "memory.max" });
  if (group === null) return t.skip("a cgroup of memory needs root");
  writeFileSync(group.limit, String(1.5 * 2 ** 30));
  const leak = "if (count > 1000) kept.push(Buffer.alloc(2 ** 24, 1));";
  createApps({ "zz-eats": { source: `const kept = []; ${serverThat(leak)}` } });
  const out = join(temporaryFolder(t), "run");
  const more = ["--warmup", "500", "--json", "--out", out];
  const running = start(["--targets", "zz-eats/node", ...run.slice(2), ...more]);
  writeFileSync(group.members, String(running.child.pid));
  const result = resultOf(await running.finished, 1);
  assert.deepEqual(
    result.cells.map((cell) => [cell.target, cell.status]),
    [
      ["node-http/node", "ok"],
      ["zz-eats/node", "failed"],
    ],
  );
  assert.match(result.cells[1]?.reason ?? "", /exited with SIGKILL .*memory runs out/);
});

function limited(limit: string, args: readonly string[]) {
  const command = `${limit}; exec "$0" "$@"`;
  const entry = join(import.meta.dirname, "../../../deadheat.mjs");
  const words = ["-c", command, process.execPath, entry, ...args];
  const { status, stderr } = spawnSync("sh", words, { encoding: "utf8" });
  return { code: status, stderr };
}
