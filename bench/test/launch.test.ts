import { entrantOf } from "../src/targets/entrant.ts";
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { Interrupted, launch, LaunchError, choosePinning } from "@deadheat/measure";
import { type Target } from "../src/targets/manifest.ts";
import { discoverTargets } from "../src/targets/discover.ts";
import { runtimeVersions } from "../src/targets/tools.ts";
import { target, temporaryFolder } from "./fixtures.ts";

const pinning = choosePinning();

/** Returns a target whose server is the given program. */
function program(t: TestContext, source: string, name = "broken/node"): Target {
  const directory = temporaryFolder(t);
  mkdirSync(join(directory, "src"));
  writeFileSync(join(directory, "src", "main.ts"), source);
  return target(name, { directory });
}

const gone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

for (const runtime of ["node", "bun", "deno"] as const) {
  test(`a server on ${runtime} is launched, is seen to run there, and is stopped`, async () => {
    const app = discoverTargets(runtimeVersions()).find((x) => x.name === `node-http/${runtime}`);
    assert.ok(app);
    const server = await launch(entrantOf(app), pinning);
    assert.equal(server.died(), null);
    assert.ok(server.readySeconds > 0 && server.readySeconds < 10);
    const answer = await fetch(`http://127.0.0.1:${server.port}/hey`);
    assert.equal(await answer.text(), "Hey!");
    await server.stop();
    assert.equal(server.died(), "exited with code 0");
    assert.ok(gone(server.pid));
  });
}

/** Returns each thread's scheduling policy from /proc/PID/task/TID/stat (proc(5)): 0 is ordinary, 3 is SCHED_BATCH. */
function policies(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[38]);
  });
}

for (const runtime of ["node", "bun", "deno"] as const) {
  test(`all threads of a duet's server on ${runtime} leave the other its turn; alone, none has to`, async (t) => {
    if (!pinning.batch) return t.skip("this system has no chrt");
    const app = discoverTargets(runtimeVersions()).find((x) => x.name === `node-http/${runtime}`);
    assert.ok(app);
    for (const [role, policy] of [
      ["duet", 3],
      ["server", 0],
    ] as const) {
      const server = await launch(entrantOf(app), pinning, undefined, role);
      const found = policies(server.pid);
      await server.stop();
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
  ["that throws", 'throw new Error("boom")', /exited with code 1; its last words:[^]*boom/],
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
    await assert.rejects(launch(entrantOf(program(t, source)), pinning), (error) => {
      assert.ok(error instanceof LaunchError);
      assert.match(error.message, message);
      return true;
    });
  });
}

test("a server that insists on an occupied port fails with the reason", async (t) => {
  const taken = createServer().listen(0, "127.0.0.1");
  t.after(() => taken.close());
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  const source = `import { createServer } from "node:http"; createServer().listen(${port}, "127.0.0.1");`;
  await assert.rejects(launch(entrantOf(program(t, source)), pinning), /EADDRINUSE/);
});

test("a launch that is interrupted leaves no process", async (t) => {
  const stop = new AbortController();
  const silent = program(t, "setInterval(() => {}, 1e3)");
  const launching = launch(entrantOf(silent), pinning, stop.signal);
  setTimeout(() => stop.abort(), 200);
  await assert.rejects(launching, Interrupted);
});

test("a server that ignores SIGTERM is killed", async (t) => {
  const source = `
    process.on("SIGTERM", () => {});
    console.log(JSON.stringify({deadheat:"ready",port:1,pid:process.pid,runtime:"node",version:"1"}));
    setInterval(() => {}, 1e3);`;
  const server = await launch(entrantOf(program(t, source)), pinning);
  const startedAt = performance.now();
  await server.stop();
  assert.ok(performance.now() - startedAt < 5000);
  assert.match(server.died() ?? "", /^exited with SIGKILL \(the kernel does that when memory/);
  assert.ok(gone(server.pid));
});
