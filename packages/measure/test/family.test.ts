import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import { choosePinning, endLeftovers, identify, launch, type Entrant } from "../src/index.ts";
import { follow } from "../src/machine/family.ts";
import { familyOf } from "../src/machine/known-families.ts";
import { newMark } from "../src/mark.ts";
import { alive, commandLine, ownState, until, untilGone } from "./processes.ts";

// Servers that start other processes, in all ways in which these could outlive the server.

const linux = { skip: process.platform !== "linux" && "needs /proc", timeout: 60_000 };
const pinning = choosePinning();

/** The ways of a server to start a process: shell, in which LIVE goes on until it is killed. */
const ways: Readonly<Record<string, string>> = {
  "in its group, without its pipes": "LIVE </dev/null >/dev/null 2>&1 &",
  "in its group, with its pipes": "LIVE &",
  "in its group, deaf to SIGTERM": "(trap '' TERM INT HUP; LIVE) &",
  "in another session, with its pipes": "setsid LIVE &",
  "in another session, without its pipes": "setsid LIVE </dev/null >/dev/null 2>&1 &",
  "in another session, after its parent has ended": "setsid sh -c '(LIVE &) &' &",
  "in another session, with an empty environment":
    "env -i /usr/bin/setsid /bin/LIVE </dev/null >/dev/null 2>&1 &",
};

interface Hostile {
  readonly entrant: Entrant;
  /** Returns the ids of the processes that the server has started, when all of them run. */
  readonly started: () => Promise<number[]>;
}

/** Returns a server that starts a process in each way, and then answers, or does `instead`. */
function hostile(t: TestContext, instead?: string): Hostile {
  const folder = temporaryFolder(t);
  const file = (i: number) => join(folder, String(i));
  writeFileSync(join(folder, "live.sh"), 'echo $$ >"$1"\nwhile :; do sleep 0.2; done\n');
  const scripts = Object.values(ways).map((way, i) =>
    way.replace("LIVE", `sh ${folder}/live.sh ${file(i)}`),
  );
  writeFileSync(join(folder, "start.sh"), scripts.join("\n"));
  const serving = `require("node:http").createServer((request, response) => response.end("hello"))
    .listen(process.env.PORT, "127.0.0.1");`;
  const source = `require("node:child_process").spawn("sh", ["${folder}/start.sh"], { stdio: "inherit" })
    .on("exit", () => { ${instead ?? serving} });`;
  const pidIn = (i: number) => (existsSync(file(i)) ? Number(readFileSync(file(i), "utf8")) : 0);
  return {
    entrant: {
      name: "mine/node",
      runtime: "node",
      command: [process.execPath, "--eval", source],
      cwd: folder,
      env: { PATH: process.env.PATH ?? "" },
      asks: { request: { method: "GET", path: "/", headers: {}, body: null } },
    },
    started: async () => {
      const pids = () => scripts.map((_, i) => pidIn(i));
      await until(
        () => pids().every(alive),
        () => `not all have started: ${pids().join(" ")}`,
      );
      return pids();
    },
  };
}

test(
  "every process that a server has started ends with it, in whatever group or session it is",
  linux,
  async (t) => {
    const { entrant, started } = hostile(t);
    const server = await launch(entrant, pinning);
    t.after(() => server.stop());
    const pids = await started();
    await server.stop();
    for (const [i, way] of Object.keys(ways).entries()) assert.ok(!alive(pids[i] ?? 0), way);
  },
);

test(
  "a server whose leader ends is rejected at once, and what it has started ends",
  linux,
  async (t) => {
    const { entrant, started } = hostile(t, "setTimeout(() => process.exit(0), 500)");
    const since = performance.now();
    const launched = launch(entrant, pinning);
    launched.catch(() => {});
    const pids = await started();
    await assert.rejects(launched, /mine\/node: exited with code 0/);
    assert.ok(performance.now() - since < 10_000);
    assert.deepEqual(pids.filter(alive).map(commandLine), []);
  },
);

test(
  "a process that a program started before it was followed is in its control group",
  linux,
  async (t) => {
    const mark = newMark();
    const [program = "", ...words] = [...mark.words, "sh", "-c", "sleep 60 & echo $!; wait"];
    const child = spawn(program, words, {
      env: { ...process.env, ...mark.env },
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [started] = (await once(child.stdout, "data")) as [Buffer];
    const family = follow(child, mark, "sh");
    t.after(() => family.end("SIGKILL", 1));
    const group = familyOf(child.pid ?? 0)?.group;
    if (!group) {
      t.skip("needs the right to make control groups");
      return;
    }
    const groups = readFileSync(`/proc/${Number(started)}/cgroup`, "utf8");
    assert.ok(groups.includes(group.name), groups);
  },
);

test("a server that forks again and again is ended", linux, async (t) => {
  const { entrant } = hostile(t);
  const folder = temporaryFolder(t);
  const chain = join(folder, "chain.sh");
  writeFileSync(chain, `echo $$ >${folder}/last; sleep 0.02; setsid sh ${chain} &\n`);
  const source = `require("node:child_process").spawn("sh", ["${chain}"], { stdio: "inherit" });
    ${entrant.command[2]}`;
  const server = await launch(
    { ...entrant, command: [process.execPath, "--eval", source] },
    pinning,
  );
  await server.stop();
  const last = () => readFileSync(join(folder, "last"), "utf8");
  const before = last();
  await sleep(300);
  assert.equal(last(), before, "the chain of processes goes on");
});

/** Kills a command, and waits until it is gone. */
async function kill({ command }: { command: ChildProcess }): Promise<void> {
  command.kill("SIGKILL");
  await until(
    () => !alive(command.pid ?? 0),
    () => "the command goes on",
  );
}

/** Starts a command that starts this server and prints its id when it is ready. */
async function commandWith(t: TestContext, { entrant }: Hostile) {
  const program = `
    import { choosePinning, launch } from ${JSON.stringify(import.meta.resolve("../src/index.ts"))};
    const server = await launch(${JSON.stringify(entrant)}, choosePinning());
    console.log(server.pid);
    setInterval(() => {}, 1000);`;
  const args = ["--input-type=module", "--eval", program];
  const command = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => command.kill("SIGKILL"));
  const [line] = (await once(createInterface({ input: command.stdout }), "line")) as [string];
  return { command, server: Number(line) };
}

test(
  "after SIGKILL of a command the next one ends all that its servers have left, and nothing else",
  linux,
  async (t) => {
    ownState(t);
    const server = hostile(t);
    const running = await commandWith(t, server);
    const other = hostile(t);
    const living = await commandWith(t, other);
    const pids = [...(await server.started()), running.server];
    const kept = [...(await other.started()), living.server];
    const stranger = spawn("sleep", ["60"]);
    t.after(() => stranger.kill("SIGKILL"));

    await kill(running);
    const ended = await endLeftovers();
    assert.deepEqual(
      ended.map(({ what, pid }) => [what, pid]),
      [["mine/node", running.server]],
    );
    await untilGone(pids);
    assert.ok([...kept, stranger.pid ?? 0].every(alive), "a process of others was ended");
    await kill(living);
    await endLeftovers();
    await untilGone(kept);
    assert.deepEqual(await endLeftovers(), []);
  },
);

test(
  "a file that names another process ends nothing, unless that process carries its token",
  linux,
  async (t) => {
    const folder = join(ownState(t), "processes");
    mkdirSync(folder);
    const victim = spawn("sleep", ["60"], { env: { PATH: process.env.PATH } });
    t.after(() => victim.kill("SIGKILL"));
    const owner = { pid: 999_999_999, started: "gone" };
    const entry = { ...identify(victim.pid ?? 0), what: "a server", owner, family: true };
    const files = [
      { ...entry, token: "" },
      { ...entry, token: "0".repeat(32) },
      { ...entry, family: false },
      entry,
    ];
    for (const [i, text] of files.entries()) {
      writeFileSync(join(folder, `${i}.json`), JSON.stringify(text));
    }
    execFileSync("mkfifo", [join(folder, "fifo.json")]);
    assert.deepEqual(await endLeftovers(), []);
    assert.deepEqual(readdirSync(folder), []);
    assert.ok(alive(victim.pid ?? 0), "a stranger was ended");
  },
);
