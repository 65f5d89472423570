import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { processTree } from "@deadheat/measure";
import { createApps, serverThat } from "../broken-apps.ts";
import { start } from "../command.ts";

test("Ctrl-C during bench verify ends it at once, whatever a server does", async () => {
  // A byte each half second: the connection is never idle.
  const slowly = `res.write("H"); setInterval(() => res.write("H"), 500); return;`;
  createApps({ "zz-slowly": { source: serverThat(slowly) } });
  const words = ["--targets", "zz-slowly/node", "--scenarios", "text"];
  const { child, finished } = start(["verify", ...words]);
  const pid = child.pid as number;
  while (processTree(pid).length === 1 && child.exitCode === null) await sleep(50);
  await sleep(1500);
  const interruptedAt = performance.now();
  child.kill("SIGINT");
  const { code, stderr } = await finished;
  assert.equal(code, 130, stderr);
  const seconds = (performance.now() - interruptedAt) / 1000;
  assert.ok(seconds < 4, `${seconds} s`);
  assert.deepEqual(processTree(process.pid), [process.pid]);
});
