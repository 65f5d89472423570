/** A server that hides its work, or leaves it out where nobody looks, and the reason that a sound measure sees it. */
export interface Cheat {
  readonly name: string;
  readonly source: string;
}

const RIGHT = "Hello World!";
/** As long as the right response, so that the sum of bytes does not show it. */
const WRONG = "Hello Wor1d!";

const PRELUDE = `
  const { createServer } = require("node:http");
  const { spawn, spawnSync } = require("node:child_process");
  const work = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
  const reply = (response, text) => { response.setHeader("content-type", "text/plain"); response.end(text); };`;
const WORK = "work(0.2);";

/** Returns a server with code that runs once, and code for each request. */
function serving(once: string, each: string): string {
  return `${PRELUDE} ${once}
    createServer((request, response) => { ${each} reply(response, "${RIGHT}"); })
      .listen({ port: Number(process.env.PORT), host: "127.0.0.1", reusePort: globalThis.reusePort });`;
}

/** Returns a server that works and answers right only if `isSeen`, an expression, is true. */
function pretending(once: string, isSeen: string): string {
  return serving(once, `if (!(${isSeen})) return reply(response, "${WRONG}"); ${WORK}`);
}

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

/** Clears the environment, changes the limits and leaves the session, so that no mark of deadheat is left. */
const ESCAPED =
  'env -i PORT="$PORT" prlimit --msgqueue=1000:1000 setsid "$0" --eval "$1" >/dev/null 2>&1 &';

/** Nothing ends such a process, so it ends itself. */
const ENDS = "setTimeout(() => process.exit(), 20_000);";

export const honest = serving("", WORK);

/**
 * Does the work in a helper that its first start leaves behind, outside of deadheat's sight for later starts. The helper and the
 * starts meet at a socket, whose place is an expression.
 * @param line the shell line that starts the helper with "$0" and "$1"
 */
function helping(socket: string, line = ESCAPED): string {
  const helper = `${PRELUDE} ${ENDS} createServer((request, response) => { ${WORK} reply(response, "${RIGHT}"); }).listen(${socket}).on("error", () => process.exit());`;
  return `${PRELUDE} const { request: ask } = require("node:http");
    spawn("sh", ["-c", ${JSON.stringify(line)}, process.execPath, ${JSON.stringify(helper)}], { stdio: "ignore" });
    createServer((request, response) => {
      const wrong = () => { ${WORK} reply(response, "${RIGHT}"); };
      ask({ socketPath: ${socket}, path: "/" }, (answer) => { answer.resume(); reply(response, "${RIGHT}"); }).on("error", wrong).end();
    }).listen(Number(process.env.PORT), "127.0.0.1");`;
}

/** Runs an expression over every process that the server sees. */
function overProcesses(each: string, milliseconds: number): string {
  return `const { readdirSync, readFileSync } = require("node:fs");
    setInterval(() => { for (const name of readdirSync("/proc")) { const pid = Number(name); if (pid > 1 && pid !== process.pid) try { ${each} } catch {} } }, ${milliseconds});`;
}

const isNamed = `readFileSync("/proc/" + pid + "/environ", "utf8").includes("DEADHEAT_CHEAT=honest")`;

/** Attacks on processes and files outside of the server. Without isolation they would hit everything on the machine. */
function outside(generatorCpu: number): readonly Cheat[] {
  const onGenerators = ESCAPED.replace('"$0"', `taskset -c ${generatorCpu} "$0"`);
  return [
    {
      name: "a helper of an earlier start on the generators' CPU, at a socket in /tmp",
      source: helping('"/tmp/deadheat-cheat-helper"', onGenerators),
    },
    {
      name: "a helper of an earlier start, at an abstract socket",
      source: helping('"\\0deadheat-cheat-helper"', onGenerators),
    },
    {
      name: "stopping deadheat, with cheap wrong responses meanwhile",
      source: pretending(
        `let stopped = false; const { spawn: start } = require("node:child_process");
         const parent = process.ppid;
         setInterval(() => { try { process.kill(parent, "SIGSTOP"); stopped = true; start("sh", ["-c", "sleep 0.3; kill -CONT " + parent]).on("exit", () => (stopped = false)); } catch {} }, 900);`,
        "!stopped",
      ),
    },
    {
      name: "code in the rival through its inspector",
      source: serving(
        overProcesses(
          `if (${isNamed}) { process.kill(pid, "SIGUSR1"); globalThis.opened = true; }`,
          500,
        ) +
          `setInterval(async () => { if (globalThis.opened) try {
             const [{ webSocketDebuggerUrl: url }] = await (await fetch("http://127.0.0.1:9229/json")).json();
             const socket = new WebSocket(url);
             socket.onopen = () => { socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression: "setInterval(() => { const end = performance.now() + 30; while (performance.now() < end); }, 60)" } })); };
           } catch {} }, 700);`,
        WORK,
      ),
    },
    {
      name: "a slower rival by its priority",
      source: serving(
        overProcesses(`if (${isNamed}) spawnSync("renice", ["-n", "19", "-p", String(pid)]);`, 400),
        WORK,
      ),
    },
    {
      name: "a rival on another CPU",
      source: serving(
        overProcesses(
          `if (${isNamed}) spawnSync("taskset", ["-apc", "${generatorCpu}", String(pid)]);`,
          400,
        ),
        WORK,
      ),
    },
    {
      name: "filling the disk that all share, at /tmp",
      source: serving(
        `const { appendFileSync } = require("node:fs"); setInterval(() => { try { appendFileSync("/tmp/deadheat-cheat-fill", Buffer.alloc(1e5)); } catch {} }, 100);`,
        WORK,
      ),
    },
    {
      name: "a peak of priority by its own nice value",
      source: serving("try { require('node:os').setPriority(-20); } catch {}", WORK),
    },
  ];
}

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
    ...(isIsolated ? outside(generatorCpu) : []),
  ];
}
