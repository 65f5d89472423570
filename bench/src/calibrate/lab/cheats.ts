import { ENDS, ESCAPED, pretending, PRELUDE, RIGHT, serving, WORK, type Cheat } from "./cheat.ts";
import { outside } from "./cheats-outside.ts";

/** Returns a program that runs a line of shell with a Node program in "$0" and "$1", and then waits. */
function launching(line: string, source: string): string {
  const args = ["-c", line].map((one) => JSON.stringify(one)).join(", ");
  return `${PRELUDE} spawn("sh", [${args}, process.execPath, ${JSON.stringify(source)}], { stdio: "ignore" });
    setInterval(() => {}, 1000);`;
}

const CHILD = JSON.stringify(`${PRELUDE} work(20);`);
const inChild = (line: string) =>
  serving(
    "let count = 0;",
    `if (++count % 100 === 0) spawn("sh", ["-c", '${line}', process.execPath, ${CHILD}], { stdio: "ignore" });`,
  );

export const honest = serving("", WORK);

/** Memory that is used for a moment once the load has begun, and start-up work. */
const FILL = "Buffer.alloc(3e8, 1)";
const STARTS = "work(85);";
const briefly = (line: string) => `setTimeout(() => { ${line} }, 800);`;

/** Cheats on other metrics than CPU time. */
const onOthers: readonly Cheat[] = [
  {
    name: "peak memory in a short child",
    source: serving(
      briefly(
        `spawn(process.execPath, ["--eval", ${JSON.stringify(`const kept = ${FILL}; setTimeout(() => kept, 200);`)}], { stdio: "ignore" });`,
      ),
      "",
    ),
    metric: "peak",
    like: serving(briefly(`globalThis.kept = ${FILL};`), ""),
  },
  {
    name: "peak memory that is forgotten by the kernel on request",
    source: serving(
      `${briefly(`globalThis.kept = ${FILL}; setTimeout(() => { globalThis.kept = null; globalThis.gc(); }, 200);`)}
       require("node:v8").setFlagsFromString("--expose-gc"); globalThis.gc = require("node:vm").runInNewContext("gc");
       setInterval(() => { try { require("node:fs").writeFileSync("/proc/self/clear_refs", "5"); } catch {} }, 300);`,
      "",
    ),
    metric: "peak",
    like: serving(briefly(`globalThis.kept = ${FILL};`), ""),
  },
  {
    name: "start-up work once it listens",
    source: `${serving("", "")} setImmediate(() => { ${STARTS} });`,
    metric: "startup",
    like: serving(STARTS, ""),
  },
  {
    name: "start-up work in a thread that ends, once it listens",
    source: `${serving("", "")} setImmediate(() => new (require("node:worker_threads").Worker)(${JSON.stringify(`const end = performance.now() + 85; while (performance.now() < end);`)}, { eval: true }));`,
    metric: "startup",
    like: serving(STARTS, ""),
  },
];

/**
 * Servers that hide the work of the honest one. All answer a first request right.
 * @param generatorCpu a CPU of the load generators
 * @param isIsolated true if each server runs in its own namespaces. Otherwise no attack on other processes is tried.
 */
export function cheatsFor(generatorCpu: number, isIsolated: boolean): readonly Cheat[] {
  const rival = `
    const { readdirSync, readFileSync } = require("node:fs");
    const isRival = (pid) => { try {
      const [name] = readFileSync("/proc/" + pid + "/environ", "utf8").split("\\0").filter((one) => one.startsWith("DEADHEAT_CHEAT="));
      return name === "DEADHEAT_CHEAT=honest" && readFileSync("/proc/" + pid + "/comm", "utf8").startsWith("node"); } catch { return false; } };
    const stop = (signal) => { for (const pid of readdirSync("/proc")) if (/^\\d+$/.test(pid) && isRival(pid)) process.kill(Number(pid), signal); };
    setInterval(() => { try { stop("SIGSTOP"); setTimeout(() => stop("SIGCONT"), 120); } catch {} }, 240);`;
  return [
    {
      name: "a daemon, with a launcher that stays",
      source: launching('setsid "$0" --eval "$1" >/dev/null 2>&1 &', honest),
    },
    { name: "a daemon without any mark", source: launching(ESCAPED, `${ENDS} ${honest}`) },
    {
      name: "a second listener without any mark on the same port",
      source: `globalThis.reusePort = true; ${launching(ESCAPED, `globalThis.reusePort = true; ${ENDS} ${honest}`)} ${honest.replace(PRELUDE, "")}`,
    },
    { name: "work in short children that nobody waits for", source: inChild('"$0" --eval "$1" &') },
    {
      name: "work in short children in namespaces of their own",
      source: inChild('unshare --user --pid --fork "$0" --eval "$1" &'),
    },
    { name: "work in short sessions", source: inChild('setsid "$0" --eval "$1" &') },
    {
      name: "work in threads that end",
      source: serving(
        `const { Worker } = require("node:worker_threads"); let count = 0;`,
        `if (++count % 100 === 0) new Worker(${CHILD}, { eval: true });`,
      ),
    },
    {
      name: "work on the generators' CPU",
      source: serving(
        `setTimeout(() => spawnSync("taskset", ["-apc", "${generatorCpu}", String(process.pid)]), 1000);`,
        WORK,
      ),
    },
    {
      name: "another scheduling policy",
      source: serving(
        `setTimeout(() => spawnSync("chrt", ["--other", "-p", "0", String(process.pid)]), 1000);`,
        WORK,
      ),
    },
    { name: "stopping its rival", source: serving(rival, WORK) },
    {
      name: "the right response only if Host has a capital",
      source: pretending("", `request.rawHeaders.includes("Host")`),
    },
    {
      name: "the right response only to the first requests of the process",
      source: pretending("let count = 0;", "++count < 200"),
    },
    {
      name: "the right response only to the first requests of a connection",
      source: pretending(
        "const ages = new WeakMap();",
        `ages.set(request.socket, (ages.get(request.socket) ?? 0) + 1).get(request.socket) < 20`,
      ),
    },
    {
      name: "the right response only after a pause of the connection",
      source: pretending(
        "const last = new WeakMap(), now = () => performance.now(), pause = (socket) => { const before = last.get(socket) ?? -1e9; last.set(socket, now()); return now() - before; };",
        "pause(request.socket) > 60",
      ),
    },
    {
      name: "the right response only without load",
      source: pretending(
        "let recent = 0; setInterval(() => (recent = 0), 100).unref();",
        "++recent < 50",
      ),
    },
    {
      name: "the right response in all loads but the window",
      source: pretending(
        `let open = 0, most = 0, loads = 0; const known = new WeakMap();
         const isLoad = (socket) => {
           const facts = known.get(socket) ?? { age: 0, last: -1e9 };
           if (facts.age++ === 0) {
             known.set(socket, facts); most = Math.max(most, ++open);
             socket.once("close", () => { if (--open <= 1 && most > 8) { loads++; most = open; } });
           }
           const pause = performance.now() - facts.last;
           facts.last = performance.now();
           return loads >= 4 && facts.age > 2 && pause < 60;
         };`,
        "!isLoad(request.socket)",
      ),
    },
    {
      name: "the right response only on the newest connection",
      source: pretending(
        "let newest = null; const seen = new WeakSet();",
        "(seen.has(request.socket) || (seen.add(request.socket), (newest = request.socket)), request.socket === newest)",
      ),
    },
    {
      name: "the right response only on the oldest and the newest connections",
      source: pretending(
        `const open = []; const isEdge = (socket) => {
           if (!open.includes(socket)) { open.push(socket); socket.once("close", () => open.splice(open.indexOf(socket), 1)); }
           return socket === open[0] || socket === open[1] || socket === open.at(-1);
         };`,
        "isEdge(request.socket)",
      ),
    },
    {
      name: "the right response only on every second connection",
      source: pretending(
        "let count = 0; const kinds = new WeakMap();",
        "(kinds.has(request.socket) || kinds.set(request.socket, ++count % 2), kinds.get(request.socket)) === 1",
      ),
    },
    {
      name: "the right response only in one request of ten",
      source: pretending("let count = 0;", "++count < 100 || count % 10 === 0"),
    },
    {
      name: "the right response only on connections whose port is even",
      source: pretending("", "request.socket.remotePort % 2 === 0"),
    },
    {
      name: "the right response only on connections that came alone",
      source: pretending(
        "let last = -1e9; const alone = new WeakMap();",
        "(alone.has(request.socket) || (alone.set(request.socket, performance.now() - last > 30), (last = performance.now())), alone.get(request.socket))",
      ),
    },
    {
      name: "the right response only while few connections are open",
      source: pretending(
        `let open = 0; const known = new WeakSet();`,
        `(known.has(request.socket) || (known.add(request.socket), open++, request.socket.once("close", () => open--)), open < 20)`,
      ),
    },
    {
      name: "the right response only on connections with a timer of the kernel's probes",
      source: pretending(
        `const { readFileSync } = require("node:fs"), hex = (n) => n.toString(16).toUpperCase().padStart(4, "0"), probed = new Set();
         setInterval(() => { for (const line of readFileSync("/proc/net/tcp", "utf8").split("\\n")) {
           const [, from, to, , , timer] = line.trim().split(/\\s+/);
           if (to?.endsWith(":" + hex(Number(process.env.PORT))) && timer.startsWith("02")) probed.add(parseInt(from.slice(-4), 16));
         } }, 50);
         const ages = new WeakMap(), age = (socket) => ages.set(socket, (ages.get(socket) ?? 0) + 1).get(socket);`,
        "age(request.socket) < 10 || probed.has(request.socket.remotePort)",
      ),
    },
    {
      name: "the right response only early in its life",
      source: pretending("", "performance.now() < 2500"),
    },
    {
      name: "the right response only while few requests are under way in the kernel",
      source: pretending(
        `const { readFileSync } = require("node:fs"); let busy = 0;
         setInterval(() => { busy = readFileSync("/proc/net/tcp", "utf8").split("\\n").filter((line) => parseInt(line.trim().split(/\\s+/)[4]?.split(":")[1] ?? "0", 16) > 0).length; }, 50);`,
        "busy < 10",
      ),
    },
    {
      name: "the work of one request for two responses",
      source: `${PRELUDE} const head = "HTTP/1.1 200 OK\\r\\ncontent-type: text/plain\\r\\ncontent-length: 12\\r\\n\\r\\n${RIGHT}";
        require("node:net").createServer((socket) => { let count = 0; socket.on("error", () => {}).on("data", () => { if (count++ % 2 === 0) { ${WORK} socket.write(head + head); } }); })
          .listen(Number(process.env.PORT), "127.0.0.1");`,
    },
    {
      name: "responses that nobody has asked for",
      source: `const head = "HTTP/1.1 200 OK\\r\\ncontent-type: text/plain\\r\\ncontent-length: 12\\r\\n\\r\\n${RIGHT}";
        require("node:net").createServer((socket) => socket.on("error", () => {}).once("data", () => { socket.write(head); const more = setInterval(() => socket.write(head.repeat(50)), 1); socket.on("close", () => clearInterval(more)); }))
          .listen(Number(process.env.PORT), "127.0.0.1");`,
    },
    ...onOthers,
    ...(isIsolated ? outside(generatorCpu) : []),
  ];
}
