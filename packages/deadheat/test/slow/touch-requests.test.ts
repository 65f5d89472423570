import assert from "node:assert/strict";
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { describeMachine } from "@deadheat/measure";
import { scratchOf, write } from "../../../versions/test/revisions-repository.ts";
import type { Trial } from "../../src/provenance/trial.ts";
import { coverPair } from "../../src/touch/cover.ts";
import { touchOf, type Touched } from "../../src/touch/touched.ts";

// Tests which requests a change of a server's code touches, on real servers.

const files = {
  "package.json": `{ "type": "module" }`,
  "shared.js": `export const cache = new Map();
export const log = [];
let table = null;
export const settings = { rows: 10 };
export function remember(text) { log.push(text); return text; }
export function price(n) { return n * 2; }
export function build() { return Array.from({ length: settings.rows }, (_, i) => i); }
export function tableOf() { table ??= build(); return table; }
export function rare(n) { return n + 1; }
export function unused() { return 1; }
export function tick() { log.length = 0; }
setInterval(tick, 150).unref();
`,
  "routes.js": `import * as shared from "./shared.js";
let count = 0;
export const routes = {
  "/a": (query) => ({ a: 1 }),
  "/b": (query) => ({ b: shared.price(1) }),
  "/c": (query) => ({ c: count++ % 10 === 9 ? shared.rare(1) : 1 }),
  "/d": (query) => ({ d: shared.tableOf().length }),
  "/e": (query) => ({ e: shared.tableOf().length, price: shared.price(2) }),
  "/f": (query) => ({ f: [...shared.cache.keys()].length, log: shared.log.length }),
};
`,
  "server.js": `import { createServer } from "node:http";
import { routes } from "./routes.js";
function answer(url, response) {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  response.end(JSON.stringify(routes[pathname](searchParams)));
}
createServer((request, response) => answer(request.url, response)).listen(process.env.PORT, "127.0.0.1");
`,
};
const paths = ["/a", "/b", "/c", "/d", "/e", "/f"];

function trialOf(root: string, name: string): Trial {
  const side = {
    name,
    kind: "command",
    runtime: "node",
    program: { kind: "command", command: ["node", "server.js"], portVariable: "PORT", env: {} },
    cwd: root,
    root,
    app: null,
    found: { path: process.execPath, version: process.versions.node },
    env: {},
    programs: null,
    readySeconds: 20,
    movedPort: null,
  };
  const exchanges = paths.map((path) => ({
    request: { method: "GET", path, headers: {}, body: null },
    response: { status: 200, mediaType: null, body: "", problemOf: () => null },
  }));
  return { side, exchanges, remarks: [], loaded: null, served: null } as unknown as Trial;
}

type Edit = readonly [file: keyof typeof files, from: string, to: string];

async function coveredWith(t: TestContext, edits: readonly Edit[]) {
  const folder = realpathSync(scratchOf(t));
  const changed: Record<string, string> = { ...files };
  for (const [file, from, to] of edits) {
    assert.ok(changed[file]?.includes(from), from);
    changed[file] = (changed[file] as string).replace(from, to);
  }
  for (const [name, content] of Object.entries({ base: files, new: changed })) {
    mkdirSync(join(folder, name));
    write(join(folder, name), content);
  }
  const pair = {
    base: trialOf(join(folder, "base"), "base"),
    new: trialOf(join(folder, "new"), "new"),
  };
  return coverPair(pair, { pinning: describeMachine(1).pinning, signal: t.signal, note: () => {} });
}

async function touchedBy(t: TestContext, ...edits: readonly Edit[]): Promise<Touched> {
  const covered = await coveredWith(t, edits);
  assert.ok(covered !== null);
  return touchOf(covered, true);
}

/** Returns the paths of the requests with this touch. */
function having({ touch }: Touched, of: string): string {
  return paths.filter((_, i) => touch[i] === of).join(" ");
}

const contained: readonly (readonly [string, string, ...Edit[]])[] = [
  [
    "a slower line",
    "/a",
    [
      "routes.js",
      "({ a: 1 })",
      "{ let a = 0; for (let i = 0; i < 9; i++) a += Math.sqrt(i); return { a }; }",
    ],
  ],
  ["a shared function", "/b /e", ["shared.js", "return n * 2", "return n + n"]],
  ["code that runs on every tenth request", "/c", ["shared.js", "return n + 1", "return n - -1"]],
  [
    "two handlers that change places",
    "/a /f",
    [
      "routes.js",
      `"/a": (query) => ({ a: 1 })`,
      `"/a": (query) => ({ f: [...shared.cache.keys()].length, log: shared.log.length })`,
    ],
    [
      "routes.js",
      `"/f": (query) => ({ f: [...shared.cache.keys()].length, log: shared.log.length })`,
      `"/f": (query) => ({ a: 1 })`,
    ],
  ],
];

for (const [name, direct, ...edits] of contained) {
  test(`${name} is direct where it runs`, async (t) => {
    const found = await touchedBy(t, ...edits);
    assert.equal(having(found, "direct"), direct);
    if (name.startsWith("two")) return;
    assert.equal(having(found, "indirect"), "");
    assert.deepEqual(found.causes, []);
  });
}

const handlerOfA = (body: string): Edit => [
  "routes.js",
  "({ a: 1 })",
  `{ ${body}; return { a: 1 }; }`,
];

/** Changes in the code of some requests that can make others slower: these are at least indirect. */
const spreading: Readonly<Record<string, readonly [cause: string, direct: string, ...Edit[]]>> = {
  "a handler that patches a prototype": [
    "effects",
    "/a",
    handlerOfA("Array.prototype.at = Math.abs"),
  ],
  "a handler that defines a property": [
    "effects",
    "/a",
    handlerOfA(`Object.defineProperty(Array.prototype, "x", { configurable: true, value: 1 })`),
  ],
  "a handler that sets a global": ["effects", "/a", handlerOfA("globalThis.rows = 10")],
  "a handler that starts a timer": ["effects", "/a", handlerOfA("setTimeout(() => {}, 1).unref()")],
  "a handler that fills a shared cache": [
    "effects",
    "/a",
    handlerOfA("shared.cache.set(query, 1)"),
  ],
  "a handler that fills it by another name": [
    "effects",
    "/a",
    handlerOfA("const { cache } = shared; cache.set(query, 1)"),
  ],
  "a handler that changes settings": ["effects", "/a", handlerOfA("shared.settings.rows = 20")],
  "a handler that calls an unchanged function": [
    "effects",
    "/a",
    handlerOfA(`shared.remember("a")`),
  ],
  "a handler that changes its own counter": [
    "effects",
    "/c",
    ["routes.js", "count++ % 10", "(count += 1) % 10"],
  ],
  "a table that the first request builds": [
    "unsteady",
    "/d",
    ["shared.js", "(_, i) => i", "(_, i) => i + 0"],
  ],
  "a function that ran nowhere": ["unseen", "", ["shared.js", "return 1;", "return 2 - 1;"]],
  "code of the startup": ["startup", "", ["routes.js", "let count = 0", "let count = 1 - 1"]],
  "shared code": [
    "shared",
    "",
    ["server.js", "const { pathname", "let more = 0; const { pathname"],
  ],
};

for (const [name, [cause, direct, ...edits]] of Object.entries(spreading)) {
  test(`${name} touches all requests`, async (t) => {
    const found = await touchedBy(t, ...edits);
    assert.deepEqual(found.causes, [cause]);
    assert.equal(having(found, "untouched"), "");
    assert.equal(having(found, "direct"), direct);
  });
}

test("a timer of the startup touches all requests", async (t) => {
  const found = await touchedBy(t, ["shared.js", "log.length = 0", "log.length = 1 - 1"]);
  assert.equal(having(found, "untouched"), "");
});

test("servers of several processes or threads, and responses of another status, are unknown", async (t) => {
  const worker = `new Worker(new URL("./shared.js", import.meta.url))`;
  const cases: readonly (readonly Edit[])[] = [
    [
      ["server.js", "import", `import cluster from "node:cluster";\nimport`],
      ["server.js", "createServer((", "const serve = () => createServer(("],
      [
        "server.js",
        `"127.0.0.1");`,
        `"127.0.0.1");\nif (cluster.isPrimary) { cluster.fork(); cluster.fork(); } else serve();`,
      ],
    ],
    [
      ["routes.js", "let count", `import { Worker } from "node:worker_threads";\nlet count`],
      handlerOfA(`globalThis.one ??= ${worker}`),
    ],
    [["server.js", "response.end", "response.statusCode = 201; response.end"]],
  ];
  for (const edits of cases) assert.equal(await coveredWith(t, edits), null, edits[0]?.[2] ?? "");
});

test("a change that is nowhere in the code touches all requests", async (t) => {
  const covered = await coveredWith(t, []);
  assert.ok(covered !== null);
  assert.deepEqual(touchOf(covered, false).causes, ["files"]);
  assert.deepEqual(new Set(touchOf(covered, true).touch), new Set(["indirect"]));
});
