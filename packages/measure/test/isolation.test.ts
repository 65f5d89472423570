import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import {
  choosePinning,
  cpuUse,
  isolation,
  launch,
  LaunchError,
  processTree,
  readCpu,
  type Entrant,
  type Room,
  type Server,
} from "../src/index.ts";
import { readMemory } from "../src/machine/cpu-time.ts";
import { standstill } from "../src/machine/standstill.ts";
import { placesOf } from "../src/isolation/room.ts";
import { alive, untilGone } from "./processes.ts";

// A server inside of its walls. Where namespaces are not allowed, deadheat measures without them, and nothing is tested.

// The home is one of the tests: should the walls fail, a server would write into it.
const home = mkdtempSync(join(tmpdir(), "deadheat-home-"));
process.env.HOME = home;
after(() => rmSync(home, { recursive: true, force: true }));

const { mode, reason } = await isolation();
const walled = { skip: mode === "none" && String(reason), timeout: 60_000 };
const pinning = choosePinning();

/** Starts a server that answers with the JSON of an expression, which may use `fs` and `run` (a line of shell). */
async function serving(
  t: TestContext,
  expression: string,
  room: Partial<Room> = {},
  programs: readonly string[] = [],
): Promise<{ server: Pick<Server, "port" | "pid" | "stop">; tree: string; answer: unknown }> {
  const tree = join(temporaryFolder(t), "tree");
  mkdirSync(tree);
  const source = `
    const fs = require("node:fs");
    const run = (line) => require("node:child_process").execSync(line, { encoding: "utf8" });
    const can = (work) => { try { work(); return true; } catch (error) { return error.code ?? error.message; } };
    require("node:http").createServer(async (_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(await (${expression})));
    }).listen(process.env.PORT, "127.0.0.1");`;
  const entrant: Entrant = {
    name: "mine",
    runtime: "node",
    command: [process.execPath, "--eval", source],
    cwd: tree,
    env: { PATH: [...programs, process.env.PATH].join(":"), HOME: home },
    asks: { request: { method: "GET", path: "/", headers: {}, body: null } },
    room: { tree, ...room },
  };
  const server = await launch(entrant, pinning);
  t.after(() => server.stop());
  const answer = await (await fetch(`http://127.0.0.1:${server.port}/`)).json();
  return { server, tree, answer };
}

test(
  "a server sees its own processes alone, and nothing of the home or of temporary files",
  walled,
  async (t) => {
    const mine = join(temporaryFolder(t), "secret");
    writeFileSync(mine, "secret");
    const { server, answer } = await serving(
      t,
      `({
      processes: fs.readdirSync("/proc").filter(Number).length,
      signal: can(() => process.kill(${process.pid}, 0)),
      secret: can(() => fs.readFileSync(${JSON.stringify(mine)})),
      home: can(() => fs.readdirSync(${JSON.stringify(join(home, ".cache/deadheat"))})),
      system: can(() => fs.accessSync("/etc", fs.constants.W_OK)),
      kernel: can(() => fs.accessSync("/proc/sys/kernel/core_pattern", fs.constants.W_OK)),
    })`,
    );
    // A user may not write there in any case.
    const refused = process.getuid?.() === 0 ? "EROFS" : "EACCES";
    // A test only asks whether a write would be allowed: without walls, the write would be real. The first process of the
    // namespace and the server are the two processes.
    assert.deepEqual(answer, {
      processes: 2,
      signal: "ESRCH",
      secret: "ENOENT",
      home: "ENOENT",
      system: refused,
      kernel: refused,
    });
    assert.deepEqual(processTree(server.pid), [server.pid]);
  },
);

test(
  "what a server writes is gone with it, except in the folders that may be written",
  walled,
  async (t) => {
    const kept = temporaryFolder(t);
    const { server, tree, answer } = await serving(
      t,
      `[process.cwd(), "/var/tmp", ${JSON.stringify(home)}, ${JSON.stringify(kept)}]
      .map((folder) => can(() => fs.writeFileSync(folder + "/deadheat-test", "written")))`,
      { writable: [kept] },
    );
    assert.deepEqual(answer, [true, true, true, true]);
    await server.stop();
    assert.equal(readFileSync(join(kept, "deadheat-test"), "utf8"), "written");
    for (const folder of [tree, "/var/tmp", home]) {
      assert.equal(existsSync(join(folder, "deadheat-test")), false, folder);
    }
  },
);

test(
  "a process that leaves its parent and its session counts, and ends with the server",
  walled,
  async (t) => {
    const detached = "setsid sh -c '(sleep 1000 &) &' > /dev/null 2>&1";
    const { server } = await serving(t, `globalThis.started ??= can(() => run("${detached}"))`);
    const members = processTree(server.pid);
    assert.equal(members.length, 2);
    assert.ok((await readCpu(server.pid)).total > 0);
    await server.stop();
    await untilGone(members);
    assert.ok(!members.some(alive));
  },
);

test("files in /dev/shm are memory of the server, mapped or not", walled, async (t) => {
  const { server } = await serving(
    t,
    'globalThis.filled ??= can(() => fs.writeFileSync("/dev/shm/kept", Buffer.alloc(64e6, 1)))',
  );
  const filled = readMemory(server.pid)?.resident ?? 0;
  const { server: other } = await serving(t, '"nothing"');
  const plain = readMemory(other.pid)?.resident ?? 0;
  assert.ok(filled - plain > 40e6, `${filled - plain} bytes more`);
});

test("a server and its children use no CPU time while they stand still", walled, async (t) => {
  const spin = "setInterval(() => { const end = Date.now() + 20; while (Date.now() < end); }, 20)";
  const { server } = await serving(
    t,
    `globalThis.child ??= (${spin}, require("node:child_process").spawn(process.execPath, ["--eval", ${JSON.stringify(spin)}]).pid)`,
  );
  assert.equal(processTree(server.pid).length, 2);
  const usedIn = async (milliseconds: number) => {
    const before = await readCpu(server.pid);
    await sleep(milliseconds);
    return cpuUse(before, await readCpu(server.pid)).run;
  };
  const goOn = standstill(server.pid);
  assert.ok((await usedIn(300)) < 0.01);
  goOn();
  assert.ok((await usedIn(600)) > 0.05);
});

test("no program on the PATH of a server puts up its walls", walled, async (t) => {
  const [folder, told] = [temporaryFolder(t), join(home, "told")];
  for (const name of ["setpriv", "unshare", "sh", "mount"]) {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\necho ${name} >> ${told}\nexec /usr/bin/${name} "$@"\n`);
    chmodSync(file, 0o755);
  }
  const { answer } = await serving(t, "process.env.PATH", {}, [folder]);
  assert.equal(answer, [folder, process.env.PATH].join(":"));
  assert.equal(existsSync(told), false);
});

/** The capabilities with which a process could take down its walls (linux/capability.h). */
const RIGHTS = {
  net_admin: 12,
  net_raw: 13,
  sys_module: 16,
  sys_rawio: 17,
  sys_ptrace: 19,
  sys_admin: 21,
  mknod: 27,
};

test("even root has no rights over the walls, and no program gives it any", walled, async (t) => {
  const { answer } = await serving(t, `fs.readFileSync("/proc/self/status", "utf8")`);
  const field = (name: string) => new RegExp(`^${name}:\\s*(\\w+)$`, "m").exec(String(answer))?.[1];
  const has = BigInt(`0x${field("CapEff")}`);
  const held = Object.entries(RIGHTS).filter(([, bit]) => (has >> BigInt(bit)) & 1n);
  assert.deepEqual(held, []);
  assert.equal(field("NoNewPrivs"), "1");
});

test("the end of a server has its signal or its code, and its words", walled, async (t) => {
  const tree = temporaryFolder(t);
  const started = (source: string) =>
    launch(
      {
        name: "mine",
        runtime: "node",
        command: [process.execPath, "--eval", source],
        cwd: tree,
        env: {},
        asks: { request: { method: "GET", path: "/", headers: {}, body: null } },
        room: { tree },
      },
      pinning,
    );
  const failed = (how: RegExp) => (error: unknown) =>
    error instanceof LaunchError && how.test(error.message);
  await assert.rejects(started("console.error('no'); process.exit(7)"), failed(/code 7.*\nno$/s));
  await assert.rejects(started("process.kill(process.pid, 'SIGABRT')"), failed(/SIGABRT/));
});

test("a tree in a hidden folder is shown, and its neighbors are not", (t) => {
  const folder = temporaryFolder(t);
  for (const name of ["mine", "other", "program/bin", "prefix/bin", "prefix/hidden"])
    mkdirSync(join(folder, name), { recursive: true });
  const room = { tree: join(folder, "mine"), hidden: [folder, join(folder, "prefix/hidden")] };
  const PATH = ["program/bin", "prefix/bin"].map((one) => join(folder, one)).join(":");
  const places = placesOf(room, { PATH });
  const kindOf = (path: string) => places.find((place) => place.path === path)?.kind;
  assert.equal(kindOf(join(folder, "mine")), "tree");
  assert.equal(kindOf(join(folder, "program")), "read");
  assert.equal(kindOf(join(folder, "program/bin")), undefined, "it is there with its folder");
  assert.equal(kindOf(join(folder, "prefix/bin")), "read", "its folder has what is hidden");
  assert.equal(kindOf(join(folder, "other")), undefined);
});

test(
  "the folder where a server starts is shown without what is hidden in it",
  walled,
  async (t) => {
    const folder = temporaryFolder(t);
    for (const name of ["start/results", "start/data"])
      mkdirSync(join(folder, name), { recursive: true });
    const [start, results] = [join(folder, "start"), join(folder, "start/results")];
    writeFileSync(join(results, "secret"), "");
    const room = { readable: [start], hidden: [results] };
    const { answer } = await serving(
      t,
      `fs.readdirSync(${JSON.stringify(start)}).concat(fs.readdirSync(${JSON.stringify(results)}))`,
      room,
    );
    assert.deepEqual(answer, ["data", "results"]);
    const places = placesOf(
      { tree: start, readable: [homedir(), tmpdir(), results], hidden: [results] },
      {},
    );
    assert.deepEqual(
      places.filter(
        ({ path, kind }) => kind === "read" && [homedir(), tmpdir(), results].includes(path),
      ),
      [],
    );
  },
);
