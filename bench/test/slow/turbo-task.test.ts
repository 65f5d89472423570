import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { root } from "../../src/targets/project.ts";
import { temporaryFolder } from "../fixtures.ts";

// A task of turbo's as people start it. It has the quick profile's settings: half a minute each time.

const app = join(root, "apps/node-http/src/app.ts");

/** Starts the task by hand, and says what turbo did with `measure`, and the line of the table. */
function turbo(env: NodeJS.ProcessEnv = {}) {
  const words = ["exec", "turbo", "run", "bench:node", "--filter=@deadheat/app-node-http"];
  const { status, stdout, stderr } = spawnSync("npx", ["-y", "pnpm@12.21.0", ...words], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  assert.equal(status, 0, stdout + stderr);
  const [, cache] = /measure:node: cache (hit|miss)/.exec(stdout) ?? [];
  const [metrics] = /text +\d.*/.exec(stdout) ?? [];
  assert.match(
    metrics ?? stdout,
    /^text +[01]\.\d{3} \[.*\] +node-http\/node +\S+ µs +\S+ µs +\d+$/,
  );
  // The lines that turbo would replay on any machine.
  const replayable = stdout.split("\n").filter((line) => line.includes("measure:node:"));
  assert.ok(
    replayable.every((line) => !/\d\.\d{3}/.test(line)),
    replayable.join("\n"),
  );
  return { cache, metrics, again: stdout.includes("another machine, or from before it booted") };
}

test("turbo run bench:node measures, then replays; not after an edit, nor another machine's", (t) => {
  // The test has its own state folder, so that it neither waits for a real run nor blocks one.
  process.env.DEADHEAT_STATE_DIR = temporaryFolder(t);
  const text = readFileSync(app, "utf8");
  try {
    // A unique edit gives the test a key of its own, because other tests and runs measure this app too.
    appendFileSync(app, `\n// ${randomUUID()}\n`);
    const first = turbo();
    assert.deepEqual([first.cache, first.again], ["miss", false]);
    assert.deepEqual(turbo(), { ...first, cache: "hit" });
    const other = { DEADHEAT_INSTANCE: randomUUID() };
    const elsewhere = turbo(other);
    assert.deepEqual([elsewhere.cache, elsewhere.again], ["hit", true]);
    assert.notEqual(elsewhere.metrics, first.metrics);
    assert.deepEqual(turbo(other), { ...elsewhere, again: false });
    assert.equal(turbo({ DEADHEAT_CPU: "another" }).cache, "miss");
    appendFileSync(app, "// edited\n");
    assert.equal(turbo().cache, "miss");
  } finally {
    writeFileSync(app, text);
  }
});
