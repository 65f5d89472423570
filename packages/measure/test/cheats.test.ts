import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { RoundRecord } from "@deadheat/journal";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import { choosePinning, runRound } from "../src/index.ts";
import { newCpuGroup } from "../src/machine/cpu-group.ts";
import { until } from "./processes.ts";
import { benchOf, exchange, firstRound, programOf } from "./servers.ts";

// Servers whose work is not where their CPU clocks are. Each round of theirs is void, or counts all of their work.

const pinning = choosePinning();
const linux = pinning.mode === "taskset" ? {} : { skip: "needs Linux and taskset" };

const work = `const work = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };`;

/** Returns a server of node:http, with code before it and code for each request. */
const server = (before: string, each = "") => `
  const { createServer } = require("node:http");
  const { spawn, spawnSync } = require("node:child_process");
  ${work} ${before}
  createServer((request, response) => {
    ${each}
    response.setHeader("content-type", "text/plain");
    response.end("Hello World!");
  }).listen(process.env.PORT, "127.0.0.1");`;

async function round(cheat: string, other = server("")): Promise<RoundRecord> {
  const [next, base] = [programOf(cheat, exchange, "cheat"), programOf(other, exchange, "base")];
  const bench = await benchOf(500, { windowSeconds: 0.5, connections: 10 });
  return runRound(firstRound(next, base), { new: next, base }, exchange, bench);
}

const costOf = ({ sides }: RoundRecord, which: "base" | "new") =>
  (sides?.[which].cpuSeconds ?? 0) / (sides?.[which].good ?? 1);

/** Starts a program in its own session, whose parent ends at once, so that it is nobody's child. */
const asDaemon = (source: string) => `
  spawnSync("sh", ["-c", 'setsid "$0" --eval "$1" >/dev/null 2>&1 &', process.execPath, ${JSON.stringify(source)}]);
  setInterval(() => {}, 1000);`;

test("a daemon whose launcher stays counts with all of its CPU time", linux, async () => {
  const launcher = `const { spawnSync } = require("node:child_process"); ${asDaemon(server("", "work(0.2);"))}`;
  const record = await round(launcher, server("", "work(0.2);"));
  assert.equal(record.void, null);
  const ratio = costOf(record, "new") / costOf(record, "base");
  assert.ok(ratio > 0.6 && ratio < 1.7, `${ratio}`);
  assert.ok((record.sides?.new.memory?.peak ?? 0) > (record.sides?.base.memory?.peak ?? 0));
});

test("a server that somebody else runs is refused", linux, async (t) => {
  const told = join(temporaryFolder(t), "port");
  const done = round(
    `require("node:fs").writeFileSync(${JSON.stringify(told)}, process.env.PORT); setInterval(() => {}, 1000);`,
  );
  const port = () => (existsSync(told) ? Number(readFileSync(told, "utf8")) : 0);
  await until(
    () => port() > 0,
    () => "no port",
  );
  const other = createServer((_, response) => {
    response.setHeader("content-type", "text/plain");
    response.end("Hello World!");
  }).listen(port(), "127.0.0.1");
  t.after(() => other.close());
  const record = await done;
  assert.match(record.void ?? "", /cheat: a process that listens on port \d+ is none of those/);
});

const group = newCpuGroup("0".repeat(32));
group?.remove();
const counted = group === null ? { skip: "needs a control group" } : linux;

/** Starts a process for each tenth request. It works for 20 ms and ends, and nobody waits for it. */
const child = JSON.stringify(`${work} work(20);`);
const short = {
  "in children of a child that has ended": '"$0" --eval "$1" &',
  "in sessions of their own": 'setsid "$0" --eval "$1" &',
} as const;
for (const [name, line] of Object.entries(short)) {
  test(`work ${name} voids the round`, counted, async () => {
    const each = `if (++count % 10 === 0)
      spawn("sh", ["-c", '${line}', process.execPath, ${child}], { stdio: "ignore" });`;
    const record = await round(server("let count = 0;", each));
    assert.match(record.void ?? "", /^cheat: .*(came and went|nobody waited for it)/);
  });
}

/** Code with the function `rival`, which returns the process of the other server. */
const findsRival = `
  const { readdirSync, readFileSync } = require("node:fs");
  const rival = () => readdirSync("/proc").filter((name) => /^\\d+$/.test(name) && Number(name) !== process.pid)
    .find((pid) => { try { return /RIVAL-OF-TEST/.test(readFileSync("/proc/" + pid + "/cmdline", "utf8")) &&
      Number(readFileSync("/proc/" + pid + "/stat", "utf8").split(" ")[3]) === process.ppid; } catch { return false; } });`;
const rival = server("/* RIVAL-OF-TEST */");

const harms = {
  "stops its rival": [
    `setInterval(() => { try { process.kill(Number(rival()), "SIGSTOP");
       setTimeout(() => process.kill(Number(rival()), "SIGCONT"), 120); } catch {} }, 240);`,
    /^(base|cheat) was stopped by a signal/,
  ],
  "lowers the priority of its rival": [
    `setTimeout(() => spawnSync("renice", ["-n", "19", "-p", rival()]), 600);`,
    /^base runs with another priority \(nice 19\)/,
  ],
  "sends requests to its rival": [
    `const { request } = require("node:http");
     setTimeout(() => {
       const [, port] = /(?:^|\\0)PORT=(\\d+)/.exec(readFileSync("/proc/" + rival() + "/environ", "utf8"));
       const ask = () => request({ port, host: "127.0.0.1", agent }, (got) => got.resume().on("end", ask)).end();
       const agent = new (require("node:http").Agent)({ keepAlive: true });
       ask();
     }, 600);`,
    /^cheat has a connection to base/,
  ],
} as const;
for (const [name, [code, reason]] of Object.entries(harms)) {
  test(`a server that ${name} voids the round`, linux, async () => {
    const record = await round(server(`${findsRival} ${code}`), rival);
    assert.match(record.void ?? "", reason);
  });
}

const batched = pinning.batch === true ? linux : { skip: "needs chrt" };
const [generatorCpu = 0] = pinning.generators;
const moves = [
  [
    "moves itself to the generators' CPU",
    linux,
    `spawnSync("taskset", ["-apc", "${generatorCpu}", String(process.pid)]);`,
    /^cheat: a thread of the server may run on CPU/,
  ],
  [
    "interrupts its rival",
    batched,
    `spawnSync("chrt", ["--other", "-p", "0", String(process.pid)]);`,
    /^cheat runs with another scheduling policy \(0\)/,
  ],
  [
    "leaves its control group",
    counted,
    `const { readFileSync, writeFileSync } = require("node:fs");
     const lines = readFileSync("/proc/self/cgroup", "utf8").split("\\n").map((line) => line.split(":"));
     const [, controllers, path] = lines.find(([, , own]) => own?.includes("/deadheat-"));
     const above = path.slice(0, path.lastIndexOf("/"));
     writeFileSync("/sys/fs/cgroup/" + (controllers === "" ? "" : "cpuacct") + above + "/cgroup.procs", String(process.pid));`,
    /^cheat: a process of the server has left its control group/,
  ],
] as const;
for (const [name, possible, code, reason] of moves) {
  test(`a server that ${name} voids the round`, possible, async () => {
    const record = await round(server(`setTimeout(() => { ${code} }, 600);`));
    assert.match(record.void ?? "", reason);
  });
}

test("a server that is right in all loads but the window voids the round", linux, async (t) => {
  // Connections open and close together in each load: its warm-up, two together and the short one come before the window.
  const counts = `
    let open = 0, most = 0, loads = 0;
    const known = new WeakMap();
    const seen = (socket) => {
      const facts = known.get(socket) ?? { age: 0, last: -1e9 };
      if (facts.age++ === 0) {
        known.set(socket, facts);
        most = Math.max(most, ++open);
        socket.once("close", () => { if (--open <= 1 && most > 8) { loads++; most = open; } });
      }
      const pause = performance.now() - facts.last;
      facts.last = performance.now();
      return loads >= 4 && facts.age > 2 && pause < 60;
    };`;
  const counting = server(
    counts,
    `if (seen(request.socket)) return response.writeHead(200, { "content-type": "text/plain" }).end("Hello Wor1d!");`,
  );
  // A decoy follows the window.
  t.mock.method(Math, "random", () => 0.4);
  const record = await round(counting);
  assert.match(record.void ?? "", /^under load, cheat: GET \/: body .*Wor1d/);
});

test(
  "a server whose responses are right only on young connections voids the round",
  linux,
  async (t) => {
    const young = server(
      "const ages = new WeakMap();",
      `const age = (ages.get(request.socket) ?? 0) + 1;
     ages.set(request.socket, age);
     if (age > 12) return response.writeHead(200, { "content-type": "text/plain" }).end("Hello Wor1d!");`,
    );
    // Otherwise one warm-up of two is looked at as often as a connection of the load gets responses.
    t.mock.method(Math, "random", () => 0);
    const record = await round(young);
    assert.match(record.void ?? "", /^under load, cheat: GET \/: body .*Wor1d/);
  },
);

/** Clears the environment, changes the limits and leaves the session, so that no mark of deadheat is left. */
const ESCAPED =
  'env -i PORT="$PORT" prlimit --msgqueue=1000:1000 setsid "$0" --eval "$1" >/dev/null 2>&1 &';

test("a process without any mark that has the same socket voids the round", linux, async () => {
  const heir = server("").replace(".listen(process.env.PORT,", ".listen({ fd: 3 }); void (");
  const leader = server("").replace(
    '"127.0.0.1");',
    `"127.0.0.1", function () {
      spawn("sh", ["-c", ${JSON.stringify(ESCAPED)}, process.execPath,
        ${JSON.stringify(`setTimeout(() => process.exit(), 20_000); ${heir}`)}],
        { stdio: ["ignore", "ignore", "ignore", this._handle.fd] });
    });`,
  );
  const record = await round(leader);
  assert.match(record.void ?? "", /^cheat: a process that listens on port \d+ is none of those/);
});

test("a process without any mark that shares the port voids the round", linux, async () => {
  const sharing = server("").replace(
    ".listen(process.env.PORT,",
    ".listen({ port: Number(process.env.PORT), reusePort: true, host: '127.0.0.1' }); void (",
  );
  const escaped = `spawn("sh", ["-c", ${JSON.stringify(ESCAPED)},
    process.execPath, ${JSON.stringify(`setTimeout(() => process.exit(), 20_000); ${sharing}`)}], { stdio: "ignore" });`;
  const record = await round(`${sharing} ${escaped}`);
  assert.match(record.void ?? "", /^cheat: a process that listens on port \d+ is none of those/);
});

test(
  "a server whose responses are right only on the oldest and the newest connections voids the round",
  linux,
  async (t) => {
    const edges = server(
      `const open = [];
     const isEdge = (socket) => {
       if (!open.includes(socket)) { open.push(socket); socket.once("close", () => open.splice(open.indexOf(socket), 1)); }
       return socket === open[0] || socket === open[1] || socket === open.at(-1);
     };`,
      `if (!isEdge(request.socket)) return response.writeHead(200, { "content-type": "text/plain" }).end("Hello Wor1d!");`,
    );
    // A decoy follows the window.
    t.mock.method(Math, "random", () => 0.4);
    const record = await round(edges);
    assert.match(record.void ?? "", /^under load, cheat: GET \/: body .*Wor1d/);
  },
);
