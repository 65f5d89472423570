import { EnvironmentError } from "@deadheat/journal";
// A document that cannot be written: the result is printed all the same.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";

import { obtainOha } from "@deadheat/oha";
import { temporaryFolder } from "../../../journal/test/scratch.ts";
import { NotWritten } from "../../src/index.ts";
import { measuredBy, writing } from "../../src/parts.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const oha = await obtainOha();

const server = (work: string) => `import { createServer } from "node:http";
  createServer((request, response) => {
    ${work}
    response.end("Hello!");
  }).listen(process.env.PORT, "127.0.0.1");`;
const spinning = "for (const until = performance.now() + 0.5; performance.now() < until;);";

/** Code that fails like a full disk for files of this name, or writes another text into them. */
const faults = {
  full: `throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })`,
  unreadable: `text = text.replace(/"n": \\d+/, '"n": null')`,
};

const faultIn = (name: string, fault: keyof typeof faults) => `import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const write = fs.writeFileSync;
  fs.writeFileSync = (path, text, ...rest) => {
    if (String(path).includes(${JSON.stringify(name)})) ${faults[fault]};
    return write(path, text, ...rest);
  };
  syncBuiltinESMExports();`;

/** Runs a command on two servers, the second of which takes much longer, with a fault in one file. */
function measured(
  t: TestContext,
  args: readonly string[],
  name: string,
  fault: keyof typeof faults,
) {
  const cwd = temporaryFolder(t);
  const hook = join(cwd, "fault.mjs");
  writeFileSync(hook, faultIn(name, fault));
  writeFileSync(join(cwd, "base.mjs"), server(""));
  writeFileSync(join(cwd, "new.mjs"), server(spinning));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const own = { DEADHEAT_CACHE: join(cwd, "cache"), DEADHEAT_STATE_DIR: join(cwd, "state") };
  const quick = ["--warmup", "1000", "--window", "0.3s", "--out", "run"];
  const ran = spawnSync(
    process.execPath,
    ["--import", pathToFileURL(hook).href, main, ...args, "base.mjs", "new.mjs", ...quick],
    {
      cwd,
      env: { PATH, NODE_COMPILE_CACHE, HOME: cwd, OHA_BIN: oha.path, ...own },
      encoding: "utf8",
    },
  );
  return { ...ran, out: join(cwd, "run") };
}

test("compare on a full disk prints the result, the folder of its journals and the reason, and exits with 3", (t) => {
  const args = ["compare", "--rounds", "3"];
  const { stdout, stderr, status, out } = measured(t, args, "comparison.json", "full");
  assert.match(stdout, /^new\.mjs\/node is slower than .*more CPU per request$/m, stderr);
  assert.match(stdout, /^ {2}CPU per request .*µs/m);
  assert.match(stdout, /^Data: .*compare\.jsonl$/m);
  assert.match(stderr, /could not be written: ENOSPC.*comparison\.json.*: free some space/);
  assert.match(stderr, new RegExp(`All rounds are kept in ${join(out, "journal")}\\.$`, "m"));
  assert.doesNotMatch(stdout, /^Report:/m);
  assert.ok(existsSync(join(out, "journal", "compare.jsonl")));
  assert.equal(status, 3, stderr);
});

test("a document that does not match its schema: --json prints the result, and the exit code is 3", (t) => {
  const args = ["compare", "--rounds", "3", "--json"];
  const { stdout, stderr, status } = measured(t, args, "comparison.json", "unreadable");
  assert.notEqual(stdout, "", stderr);
  const document = JSON.parse(stdout) as { comparisons: { verdict: string }[] };
  assert.equal(document.comparisons[0]?.verdict, "slower");
  assert.match(
    stderr,
    /could not be written: .*comparison\.json: .*comparisons\.0\.n must be number/,
  );
  assert.match(stderr, /All rounds are kept in /);
  assert.equal(status, 3, stderr);
});

test("a gate that has failed fails on a full disk too", (t) => {
  const args = ["gate", "--gate", "5%", "--budget", "30s"];
  const { stdout, stderr, status } = measured(t, args, "report.html", "full");
  assert.match(stdout, /^FAILED: /, stderr);
  assert.match(stderr, /could not be written: ENOSPC.*report\.html/);
  assert.equal(status, 1, stderr);
});

test("a result that could not be written is part of the error, and other errors stay as they are", async () => {
  const full = Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
  const failing = (error: Error) =>
    writing({ n: 3 }, "/runs/a", () => {
      throw error;
    });
  const { measured: kept, failure } = await measuredBy(failing(full));
  assert.deepEqual(kept, { n: 3 });
  assert.ok(failure instanceof NotWritten && failure instanceof EnvironmentError);
  assert.match(failure.message, /free some space\nAll rounds are kept in \/runs\/a\/journal\.$/);
  const done = await measuredBy(writing({ n: 3 }, "/runs/a", () => "written"));
  assert.deepEqual(done, { measured: { n: 3 }, failure: null });
  await assert.rejects(measuredBy(Promise.reject(full)), full);
});
