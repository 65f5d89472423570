import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { clean, dirty, git, repositoryIn, scratchOf, stateOf } from "./revisions-repository.ts";

/** In how many moments a checkout is killed. `test:faults` asks for more. */
const MOMENTS = Number(process.env.KILLS ?? 3);

const files = {
  ...clean,
  "package.json": JSON.stringify({ name: "app", dependencies: { framework: "file:framework" } }),
  "package-lock.json": JSON.stringify({
    name: "app",
    lockfileVersion: 3,
    packages: {
      "": { name: "app", dependencies: { framework: "file:framework" } },
      framework: { version: "1.0.0" },
      "node_modules/framework": { resolved: "framework", link: true },
    },
  }),
  "framework/package.json": JSON.stringify({ name: "framework", version: "1.0.0" }),
};

function start(folder: string, setup: string) {
  const program = join(import.meta.dirname, "revisions-program.ts");
  return spawn(process.execPath, [program, setup], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function outputOf(child: ReturnType<typeof start>): Promise<string> {
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
  assert.deepEqual(await once(child, "close"), [0, null]);
  return text;
}

test("a checkout killed at several moments leaves the user's tree byte for byte, and the next one starts again", async (t) => {
  const scratch = scratchOf(t);
  const folder = repositoryIn(join(scratch, "repository"), files);
  dirty(folder);
  const lines = join(scratch, "lines");
  const setup = `for i in 1 2 3; do echo $PPID >> "${lines}"; sleep 0.1; done; touch built`;
  const state = stateOf(folder);
  const began = performance.now();
  const first = await outputOf(start(folder, setup));
  const whole = performance.now() - began;
  assert.deepEqual(stateOf(folder), state);

  writeFileSync(join(folder, "modified.txt"), "modified again");
  const before = stateOf(folder);
  for (let i = 0; i < MOMENTS; i++) {
    const child = start(folder, setup);
    const ended = once(child, "close");
    await sleep((whole * (i + 0.5)) / MOMENTS);
    child.kill("SIGKILL");
    await ended;
    assert.deepEqual(stateOf(folder), before, `moment ${i}`);
  }

  const last = await outputOf(start(folder, setup));
  assert.deepEqual(stateOf(folder), before);
  assert.notEqual(last, first);
  assert.equal(readFileSync(join(last, "modified.txt"), "utf8"), "modified again");
  assert.equal(existsSync(join(last, "ignored.log")), false);
  assert.ok(existsSync(join(last, "built")));
  assert.equal(realpathSync(join(last, "node_modules/framework")), join(last, "framework"));
  // Git has no unfinished worktree, and no setup of a killed process wrote beside a later one.
  assert.equal(git(folder, "worktree", "list").split("\n").length, 3);
  const writers = readFileSync(lines, "utf8").trim().split("\n");
  const turns = writers.filter((writer, i) => writer !== writers[i - 1]);
  assert.deepEqual(turns, [...new Set(turns)]);
  assert.deepEqual(readdirSync(join(scratch, "state/processes")), []);
});
