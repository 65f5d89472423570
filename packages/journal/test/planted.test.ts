import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import {
  cacheDirectory,
  environmentErrorOf,
  openJournal,
  readLog,
  readRegular,
  readText,
  scratchFolder,
  sweepScratch,
  whyUnread,
} from "../src/index.ts";
import { setVariables, temporaryFolder } from "./scratch.ts";

// Links, folders and leftovers that somebody has put where a command writes.

const unix = process.platform === "win32" ? { skip: "needs links and permissions" } : {};

test(
  "a journal is not written through a link, nor below a linked folder, nor to a FIFO",
  unix,
  (t) => {
    const folder = temporaryFolder(t);
    const outside = join(folder, "outside");
    writeFileSync(outside, "precious");
    mkdirSync(join(folder, "journal"));
    symlinkSync(outside, join(folder, "journal", "duet.jsonl"));
    symlinkSync(join(folder, "nowhere"), join(folder, "journal", "dangling.jsonl"));
    symlinkSync(folder, join(folder, "linked"));
    assert.equal(spawnSync("mkfifo", [join(folder, "journal", "fifo")]).status, 0);
    for (const path of [
      "journal/duet.jsonl",
      "journal/dangling.jsonl",
      "linked/x",
      "journal/fifo",
    ]) {
      assert.throws(() => openJournal(join(folder, path)), /is a link or no regular file/, path);
    }
    const failed = (path: string) => {
      try {
        return openJournal(path);
      } catch (error) {
        return environmentErrorOf(error)?.message;
      }
    };
    assert.match(String(failed(join(outside, "a.jsonl"))), /remove the file that stands in/);
    assert.equal(readFileSync(outside, "utf8"), "precious");
    assert.ok(!existsSync(join(folder, "nowhere")));
  },
);

test("a file that cannot be read has the reason that was seen", unix, (t) => {
  const folder = temporaryFolder(t);
  const at = (name: string) => join(folder, name);
  writeFileSync(at("large"), "123456");
  symlinkSync(at("loop"), at("loop"));
  assert.equal(spawnSync("mkfifo", [at("fifo")]).status, 0);
  for (const [path, limit, why] of [
    ["nowhere", 9, /^it does not exist$/],
    [".", 9, /^it is a folder$/],
    ["fifo", 9, /^it is no regular file$/],
    ["large", 5, /^it has more than 0 MB$/],
    ["loop", 9, /^ELOOP/],
  ] as const) {
    assert.equal(readRegular(at(path), limit), null, path);
    assert.match(whyUnread(at(path), limit), why, path);
    assert.throws(() => readText(at(path), limit), { name: "UsageError" });
  }
  writeFileSync(at("log"), `first${" ".repeat(90)}last`);
  assert.equal(readLog(at("log"), 6), "first \n  last");
  assert.match(readLog(at("log"), 60), /^first {90}last$/);
  assert.equal(readLog(at("fifo"), 6), "");
});

test("a cache that others can write to is refused with what to do", unix, (t) => {
  const cache = join(temporaryFolder(t), "cache");
  const find = () => cacheDirectory({ DEADHEAT_CACHE: cache });
  assert.equal(find(), cache);
  mkdirSync(cache, { mode: 0o755 });
  assert.equal(find(), cache);
  chmodSync(cache, 0o777);
  assert.throws(find, /can be written by other users.* Set DEADHEAT_CACHE to a folder of your own/);
  chmodSync(cache, 0o755);
  // Only root can make a folder that is another user's.
  if (process.getuid?.() !== 0) return;
  chownSync(cache, 12_345, 12_345);
  assert.throws(find, /belongs to another user.* Set DEADHEAT_CACHE/);
});

test(
  "the temporary folders of a killed process are removed, and those of a living one stay",
  unix,
  (t) => {
    setVariables(t, { TMPDIR: temporaryFolder(t) });
    const index = join(import.meta.dirname, "../src/index.ts");
    const code = `import { scratchFolder } from ${JSON.stringify(index)};
    console.log(scratchFolder("trace")); process.kill(process.pid, "SIGKILL");`;
    const killed = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
      encoding: "utf8",
    });
    const left = killed.stdout.trim();
    const own = scratchFolder("trace");
    const strange = join(dirname(own), "deadheat-trace-other");
    mkdirSync(strange);
    assert.ok(existsSync(left), killed.stderr);
    sweepScratch();
    assert.deepEqual([left, own, strange].map(existsSync), [false, true, true]);
  },
);
