import assert from "node:assert/strict";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { obtainOha } from "@deadheat/oha";
import { resultOf, start } from "../command.ts";
import { temporaryFolder } from "../fixtures.ts";

// Gives the real command a failing load generator as OHA_BIN. packages/oha tests the other failures of oha.

const { path: real } = await obtainOha({ onProgress: console.error });

const target = ["--targets", "node-http/node", "--rounds", "3", "--seed", "4", "--force"];
const run = [...target, "--warmup", "500", "--window", "0.8s", "--json"];

function script(t: TestContext, text: string): string {
  const path = join(temporaryFolder(t), "oha");
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const version = 'if [ "$1" = --version ]; then echo "oha 1.16.0"; exit 0; fi';

test("a run with an oha that is missing is rejected, and writes nothing", async (t) => {
  const folder = temporaryFolder(t);
  const out = join(folder, "run");
  const OHA_BIN = join(folder, "oha");
  const { code, stderr } = await start([...run, "--out", out], { OHA_BIN }).finished;
  assert.equal(code, 3, stderr);
  assert.match(stderr, /^deadheat: OHA_BIN cannot be used: .*does not exist/);
  assert.ok(!stderr.includes("    at "), stderr);
  assert.ok(!existsSync(out));
});

test("a cell that is measured by an oha that is killed under load fails with the reason", async (t) => {
  const killed = `${real} "$@" & child=$!; sleep 0.1; kill -KILL $child; wait $child; kill -KILL $$`;
  const OHA_BIN = script(t, `${version}\n${killed}`);
  const out = join(temporaryFolder(t), "run");
  const result = resultOf(await start([...run, "--out", out], { OHA_BIN }).finished, 1);
  assert.equal(result.cells[0]?.status, "failed");
  assert.match(result.cells[0]?.reason ?? "", /oha was killed by SIGKILL/);
  assert.equal(result.cells[0]?.efficiency, null);
  assert.equal(result.noise.aa, null);
});
