import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { temporaryFolder } from "../../journal/test/scratch.ts";

const linux = process.platform === "linux" ? {} : { skip: "needs /proc" };

const WRITES = `for (const fd of [3, 4, 9, 40]) try { require("node:fs").writeSync(fd, "written"); } catch {}`;

/** Starts a program that writes to files which a shell opened for deadheat, as a lock or a log, and prints what it could do. */
const STARTS = `
  import { startFamily } from ${JSON.stringify(import.meta.resolve("../src/machine/family.ts"))};
  const { child, family } = startFamily([process.execPath, "--eval", ${JSON.stringify(WRITES)}],
    { stdio: ["ignore", "inherit", "inherit", "pipe"] }, "a program");
  child.stdio[3].on("data", (text) => process.stdout.write("stream: " + text));
  await family.gone;`;

test("a program gets none of the files that deadheat itself was started with", linux, (t) => {
  const file = join(temporaryFolder(t), "file");
  const fd = openSync(file, "w");
  t.after(() => closeSync(fd));
  const stdio = ["ignore", "pipe", "inherit", ...Array.from({ length: 38 }, () => fd)] as const;
  const args = ["--input-type=module", "--eval", STARTS];
  const { stdout, status } = spawnSync(process.execPath, args, {
    stdio: [...stdio],
    encoding: "utf8",
  });
  assert.equal(status, 0);
  assert.equal(stdout, "stream: written", "its own streams work");
  assert.equal(readFileSync(file, "utf8"), "");
});
