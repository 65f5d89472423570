/** A change that attacks the verdict on itself, or that of a later command. Each is tried with real commands in a repository. */
export interface Attack {
  readonly name: string;
  readonly base: Files;
  /** The files of the change that attacks. */
  readonly change: Files;
  readonly command: readonly string[];
  /** The files of a later, honest change with half as much work again, which must not pass. */
  readonly later?: Files;
  /** Whether the attack itself does the work of the base, so that its gate may pass. */
  readonly isEqual?: boolean;
}

export type Files = Readonly<Record<string, string>>;

const GATE = ["gate", "main", "--app", "server.cjs", "--gate", "10%"];
const LEAK = ["gate", "main", "--app", "server.cjs", "--gate", "memory-growth:100B"];
const COMPARE = ["compare", "main", "--app", "server.cjs"];

/** The work of a request, in turns of a loop. */
const WORK = 100_000;
const MORE = 150_000;

/** Returns a server whose work is an expression. */
function serving(work: string, once = "", body = '"Hello World!"'): string {
  return `${once}
const spin = (turns) => { for (let i = 0; i < turns; i++) globalThis.last = i; };
const work = ${work};
require("node:http").createServer((request, response) => {
  spin(work);
  response.setHeader("content-type", "text/plain");
  response.end(${body});
}).listen(process.env.PORT, "127.0.0.1");
`;
}

/** Returns code that writes a file beside every other checkout that the server finds, and into deadheat's cache. */
function planting(path: string, text: string): string {
  return `{
  const { mkdirSync, readdirSync, writeFileSync } = require("node:fs");
  const { dirname, join } = require("node:path");
  const worktrees = dirname(dirname(__dirname));
  let names = [];
  try { names = readdirSync(worktrees); } catch {}
  for (const name of names) try {
    const file = join(worktrees, name, ${JSON.stringify(path)});
    if (join(worktrees, name) === dirname(__dirname)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, ${JSON.stringify(text)});
  } catch {}
}`;
}

/** Returns an attack that makes every later start of the base slower by a file in its checkout. */
function onCheckout(name: string, work: string, files: Files, path: string, text: string): Attack {
  return {
    name,
    base: { ...files, "server.cjs": serving(work) },
    change: { "server.cjs": serving(work, planting(path, text)) },
    command: GATE,
    isEqual: true,
    later: { "server.cjs": serving(`${work} * 1.5`) },
  };
}

/** Makes every later install and program of the user load code from the home. */
const PLANTS_AT_HOME = `{
  const { appendFileSync } = require("node:fs");
  const text = "node-options=--require=" + process.env.HOME + "/cheat.cjs\\n";
  for (const [name, line] of Object.entries({ ".npmrc": text, "cheat.cjs": "globalThis.x = 1;" }))
    try { appendFileSync(process.env.HOME + "/" + name, line); } catch {}
}`;

const OPTIONAL = `(() => { try { return require("deadheat-cheat"); } catch { return ${WORK}; } })()`;

/** Writes the digests of a checkout's files again, wherever the cache keeps them. */
const REDIGESTS = `{
  const { readdirSync, readFileSync, writeFileSync } = require("node:fs");
  const { createHash } = require("node:crypto");
  const { dirname, join } = require("node:path");
  const cache = dirname(dirname(dirname(__dirname)));
  const visit = (folder, depth) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) try {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) { if (depth > 0) visit(path, depth - 1); continue; }
      const text = readFileSync(path, "utf8");
      if (entry.name === "work.cjs" && !path.startsWith(__dirname)) {
        writeFileSync(path, "module.exports = ${2 * MORE};");
      } else if (/[0-9a-f]{64}/.test(text)) {
        const digest = createHash("sha256").update("module.exports = ${2 * MORE};").digest("hex");
        writeFileSync(path, text.replace(/[0-9a-f]{64}/g, digest));
      }
    } catch {}
  };
  try { visit(cache, 4); } catch {}
}`;

/** Fills the trace of the rival during the check, and its own. */
const FILLS_TRACE = `if (process.env.DEADHEAT_TRACE) {
  const { appendFileSync, writeFileSync } = require("node:fs");
  const { dirname, join } = require("node:path");
  const all = dirname(dirname(process.env.DEADHEAT_TRACE));
  for (const name of ["0", "1"]) try { writeFileSync(join(all, name, "trace"), "/nowhere\\n".repeat(2e6)); } catch {}
  process.on("SIGTERM", () => {
    try { appendFileSync(process.env.DEADHEAT_TRACE, Array.from({ length: 2e5 }, (_, i) => "/file-" + i + "\\n").join("")); } catch {}
    process.exit(0);
  });
}`;

const two = { label: "two", server: "./other.cjs" };
const plain = serving(String(WORK));
const rows = (each: string) => `JSON.stringify(Array.from({ length: 20 }, (_, i) => (${each})))`;

/** Keeps 350 bytes of each request in the memory of a WebAssembly module, which is no heap of V8's. */
const LEAKS_WASM = `const memory = new WebAssembly.Memory({ initial: 1 }); let used = 0;
const leak = () => {
  if (used + 350 > memory.buffer.byteLength) memory.grow(64);
  new Uint8Array(memory.buffer, used, 350).fill(1);
  used += 350;
};`;

/** Keeps 350 bytes of each request in a file of /dev/shm. */
const LEAKS_FILE = `const row = Buffer.alloc(350, 1);
const leak = () => require("node:fs").appendFileSync("/dev/shm/kept", row);`;

/** Returns an attack that keeps memory where the runtime does not count it. */
function onGrowth(name: string, once: string): Attack {
  return {
    name,
    base: { "server.cjs": serving("0") },
    change: { "server.cjs": serving("0", once, '(leak(), "Hello World!")') },
    command: LEAK,
  };
}

/** Returns an attack that doubles the work and writes its own configuration, which the base's must not give way to. */
function onConfig(name: string, own: object | null, files: Files = {}): Attack {
  const config = { targets: [{ label: "one", server: "./server.cjs" }], gate: "10%" };
  const written = own === null ? {} : { ...config, ...own };
  return {
    name,
    base: { "server.cjs": serving(String(WORK)), "deadheat.config.json": JSON.stringify(config) },
    change: {
      "server.cjs": serving(String(2 * MORE)),
      "deadheat.config.json": JSON.stringify(written),
      ...files,
    },
    command: ["gate", "main"],
  };
}

export const attacks: readonly Attack[] = [
  onConfig("a change that raises its own limit", { gate: "90%" }),
  onConfig("a change that takes the configuration away", null),
  onConfig(
    "a change that has other responses, and allows them",
    { allowDifferent: true },
    {
      "server.cjs": serving("10", "", '"hello"'),
    },
  ),
  onConfig(
    "a change that ignores what it no longer computes",
    { ignore: ["/.+/"] },
    { "server.cjs": serving("10", "", '"Hello?"') },
  ),
  onConfig(
    "a change that names a cheap server",
    { targets: [{ label: "one", server: "./cheap.cjs" }] },
    { "cheap.cjs": serving("10") },
  ),
  onConfig(
    "a change that asks for a cheap path",
    { requests: ["GET /cheap"] },
    {
      "server.cjs": serving(String(2 * MORE)).replace(
        "spin(work);",
        'if (request.url !== "/cheap") spin(work);',
      ),
    },
  ),
  {
    name: "a leak in a child process",
    base: { "server.cjs": serving("0") },
    change: {
      "server.cjs": serving(
        "0",
        `const child = require("node:child_process").spawn(process.execPath, ["--eval", "const kept = []; process.stdin.on('data', (one) => kept.push(Buffer.from(one)));"], { stdio: ["pipe", "ignore", "ignore"] });
const row = Buffer.alloc(400, 1);`,
        '(child.stdin.write(row), "Hello World!")',
      ),
    },
    command: LEAK,
  },
  onCheckout(
    "a package above the other checkout, for the base's optional require",
    OPTIONAL,
    {},
    "node_modules/deadheat-cheat/index.js",
    `module.exports = ${2 * MORE};`,
  ),
  onCheckout(
    "a template in the other checkout, which is compiled at start",
    'Function("return " + require("node:fs").readFileSync(__dirname + "/page.tpl", "utf8"))()',
    { "page.tpl": String(WORK) },
    "tree/page.tpl",
    String(2 * MORE),
  ),
  onCheckout(
    "a file beside a tracked one, which is loaded in its place",
    'require("./data/rows").turns',
    { "data/rows.json": JSON.stringify({ turns: WORK }) },
    "tree/data/rows.js",
    `module.exports = { turns: ${2 * MORE} };`,
  ),
  {
    name: "other code in the other checkout, with its digest",
    base: {
      "work.cjs": `module.exports = ${WORK};`,
      "server.cjs": serving('require("./work.cjs")'),
    },
    change: { "server.cjs": serving('require("./work.cjs")', REDIGESTS) },
    command: GATE,
    isEqual: true,
    later: { "server.cjs": serving('require("./work.cjs") * 1.5') },
  },
  {
    name: "a trace that nobody can read",
    base: { "server.cjs": plain },
    change: { "server.cjs": serving(String(MORE), FILLS_TRACE) },
    command: GATE,
  },
  onGrowth(
    "a leak outside of the heap",
    `const kept = []; let chunk, used = 1e9;
const leak = () => {
  if (used + 350 > 4e6) { kept.push((chunk = new Uint8Array(new SharedArrayBuffer(4e6)))); used = 0; }
  chunk.fill(1, used, (used += 350));
};`,
  ),
  onGrowth("a leak in the memory of a WebAssembly module", LEAKS_WASM),
  onGrowth("a leak in files of /dev/shm", LEAKS_FILE),
  {
    name: "a build that writes into the other checkout, and into the home that all share",
    base: {
      "build.cjs": "",
      "server.cjs": serving(OPTIONAL),
      "deadheat.config.json": JSON.stringify({
        targets: [{ label: "one", server: "./server.cjs" }],
        setup: "node build.cjs",
        gate: "10%",
      }),
    },
    change: {
      "server.cjs": serving(`${OPTIONAL} * 2`),
      "build.cjs":
        planting("node_modules/deadheat-cheat/index.js", `module.exports = ${2 * MORE};`) +
        PLANTS_AT_HOME,
    },
    command: ["gate", "main"],
    later: { "server.cjs": serving(`${OPTIONAL} * 1.5`) },
  },
  {
    name: "a leak that process.memoryUsage denies",
    base: { "server.cjs": serving("0") },
    change: {
      "server.cjs": serving(
        "0",
        `const kept = []; const first = process.memoryUsage();
process.memoryUsage = () => first;
require("node:v8").getHeapStatistics = () => ({ used_heap_size: first.heapUsed });`,
        '(kept.push("x".repeat(40) + Math.random()), "Hello World!")',
      ),
    },
    command: LEAK,
  },
  {
    name: "a target that the change takes out of the configuration",
    base: {
      "server.cjs": plain,
      "other.cjs": serving("10"),
      "deadheat.config.json": JSON.stringify({
        targets: [{ label: "one", server: "./server.cjs" }, two],
        gate: "10%",
      }),
    },
    change: {
      "server.cjs": serving(String(2 * MORE)),
      "deadheat.config.json": JSON.stringify({
        targets: [two],
        gate: "10%",
      }),
    },
    command: ["gate", "main"],
  },
  {
    name: "random rows in place of the base's content",
    base: {
      "server.cjs": serving(String(WORK), "", rows('{ id: i, name: "row " + i, price: i * 3 }')),
    },
    change: {
      "server.cjs": serving(
        "0",
        "",
        rows(
          "{ id: i, name: Math.random().toString(36).slice(2), price: Math.floor(Math.random() * 60) }",
        ),
      ),
    },
    command: COMPARE,
  },
];
