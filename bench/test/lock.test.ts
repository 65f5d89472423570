import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "./fixtures.ts";
import { until } from "./processes.ts";

const CONTENDERS = 16;
const TIMES = 3;

test("many that find the lock of a process that was killed: never do two hold it", async (t) => {
  const folder = temporaryFolder(t);
  const contender = join(import.meta.dirname, "lock-contender.ts");
  // Nobody's lock is there at first; from the first death on it is a dead one's again and again.
  writeFileSync(join(folder, "run.lock"), '{"pid":999999999,"started":"gone"}\n');
  const children = Array.from({ length: CONTENDERS }, () => {
    const child = spawn(process.execPath, [contender, folder, String(TIMES)], {
      env: { ...process.env, DEADHEAT_STATE_DIR: folder },
      stdio: ["ignore", "inherit", "inherit"],
    });
    return { child, closed: once(child, "close") };
  });
  t.after(() => children.forEach(({ child }) => child.kill("SIGKILL")));
  const named = (prefix: string) => readdirSync(folder).filter((name) => name.startsWith(prefix));
  await until(() => named("ready.").length === CONTENDERS, () => "not all are ready");
  writeFileSync(join(folder, "go"), "");
  await Promise.all(children.map(({ closed }) => closed));
  assert.deepEqual(named("two."), []);
  assert.deepEqual(
    children.map(({ child }) => child.signalCode),
    children.map(() => "SIGKILL"),
  );
  assert.equal(readFileSync(join(folder, "taken"), "utf8").length, CONTENDERS * TIMES);
  assert.ok(!existsSync(join(folder, "inside")));
});
