import { entrantOf } from "../src/targets/entrant.ts";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { attempt } from "@deadheat/journal";
import { launch, choosePinning } from "@deadheat/measure";
import { program } from "./own-server.ts";
import { named } from "./real-servers.ts";

const pinning = choosePinning();

const gone = (pid: number): boolean => attempt(() => process.kill(pid, 0)) === null;

/** Returns each thread's scheduling policy from /proc/PID/task/TID/stat (proc(5)): 0 is ordinary, 3 is SCHED_BATCH. */
function policies(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[38]);
  });
}

for (const runtime of ["node", "bun", "deno"] as const) {
  test(`a server on ${runtime} runs there; all its threads leave the other of a duet its turn; it is stopped`, async () => {
    const app = named(`node-http/${runtime}`);
    for (const [role, policy] of [
      ["duet", 3],
      ["server", 0],
    ] as const) {
      const server = await launch(entrantOf(app), pinning, undefined, role);
      assert.equal(server.died(), null);
      const answer = await fetch(`http://127.0.0.1:${server.port}/hey`);
      assert.equal(await answer.text(), "Hey!");
      const found = pinning.batch ? policies(server.pid) : [];
      await server.stop();
      assert.equal(server.died(), "exited with code 0");
      assert.ok(gone(server.pid));
      if (!pinning.batch) continue;
      assert.ok(found.length > 1);
      assert.deepEqual(new Set(found), new Set([policy]), role);
    }
  });
}

const failing: [string, string, RegExp][] = [
  [
    "that exits",
    'console.error("no database"); process.exit(3)',
    /broken\/node: exited with code 3; its last words:\nno database/,
  ],
  [
    "that prints garbage",
    'console.log("listening on 3000"); setInterval(() => {}, 1e3)',
    /printed "listening on 3000" instead of its readiness/,
  ],
  [
    "that claims another runtime",
    'console.log(JSON.stringify({deadheat:"ready",port:1,pid:1,runtime:"bun",version:"1"})); setInterval(() => {}, 1e3)',
    /runs on bun/,
  ],
];
for (const [name, source, message] of failing) {
  test(`a server ${name} fails with its last words`, async (t) => {
    await assert.rejects(launch(entrantOf(program(t, "broken/node", source)), pinning), {
      name: "LaunchError",
      message,
    });
  });
}

test("a server that ignores SIGTERM is killed", async (t) => {
  const source = `
    process.on("SIGTERM", () => {});
    console.log(JSON.stringify({deadheat:"ready",port:1,pid:process.pid,runtime:"node",version:"1"}));
    setInterval(() => {}, 1e3);`;
  const server = await launch(entrantOf(program(t, "broken/node", source)), pinning);
  const startedAt = performance.now();
  await server.stop();
  assert.ok(performance.now() - startedAt < 5000);
  assert.match(server.died() ?? "", /^exited with SIGKILL \(the kernel does that when memory/);
  assert.ok(gone(server.pid));
});
