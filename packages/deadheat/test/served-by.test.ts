import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileRuntimes, type Runtime } from "@deadheat/journal";
import { launch, type Pinning } from "@deadheat/measure";
import { noteServers, readServedBy, servedNotes, servedWarnings } from "../src/ready/served-by.ts";
import { entrantOf } from "../src/ready/installed.ts";
import { traced } from "../src/provenance/trace.ts";
import { scratch, sideOf, write } from "./provenance-servers.ts";
import { warningWords } from "@deadheat/report/words";

const apps = join(import.meta.dirname, "../../../apps");

/** The real packages, from the installations of this repository's apps. */
const installed = {
  hono: "hono/node_modules/hono",
  "@hono/node-server": "hono/node_modules/@hono/node-server",
  elysia: "elysia/node_modules/elysia",
  "@elysiajs/node": "elysia/node_modules/@elysiajs/node",
  h3: "h3/node_modules/h3",
  srvx: "srvx/node_modules/srvx",
} as const;
type Package = keyof typeof installed;

const files = {
  "hono.mjs": `import { Hono } from "hono";
    export default new Hono().get("/", (c) => c.text("Hello!"));`,
  "tiny.mjs": `import { Hono } from "hono/tiny";
    export default new Hono().get("/", (c) => c.text("Hello!"));`,
  "elysia.mjs": `import { Elysia } from "elysia";
    export default new Elysia().get("/", () => "Hello!");`,
  "elysia-node.mjs": `import { Elysia } from "elysia";
    import { node } from "@elysiajs/node";
    export default new Elysia({ adapter: node() }).get("/", () => "Hello!");`,
  "h3.mjs": `import { H3 } from "h3";
    export default new H3().get("/", () => "Hello!");`,
  "fetch.mjs": `export default {
      port: 1,
      word: "Hello!",
      fetch() { return new Response(this.word); },
    };`,
  "handler.mjs": `export default (request, response) => response.end("Hello!");`,
  "program.mjs": `import { createServer } from "node:http";
    createServer((request, response) => response.end("Hello!")).listen(process.env.PORT, "127.0.0.1");`,
};

/** Makes a project with these packages installed, and with `listed` in its package.json. */
function projectOf(t: TestContext, packages: readonly Package[], listed = packages): string {
  const folder = scratch(t);
  const dependencies = Object.fromEntries(listed.map((name) => [name, "*"]));
  write(folder, { "package.json": JSON.stringify({ name: "shop", dependencies }), ...files });
  for (const name of packages) {
    const path = join(folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(realpathSync(join(apps, installed[name])), path);
  }
  return folder;
}

const pinning: Pinning = { mode: "none", server: [], generators: [], reason: null };

/** Starts a file of the project, and returns the server that serves it. The server must listen only on 127.0.0.1. */
async function servedBy(folder: string, file: keyof typeof files, runtime: Runtime = "node") {
  const side = await sideOf(join(folder, file), runtime);
  const into = join(folder, "trace");
  const request = { method: "GET", path: "/", headers: {}, body: null };
  const server = await launch(traced(entrantOf(side, { request }), into), pinning);
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}/`);
    assert.equal(await answer.text(), "Hello!");
    assert.equal(await listens("127.0.0.2", server.port), false, "it listens on another address");
  } finally {
    await server.stop();
  }
  return readServedBy(into, side);
}

async function listens(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function versionOf(name: Package): string {
  return JSON.parse(readFileSync(join(apps, installed[name], "package.json"), "utf8")).version;
}

const byFramework: [keyof typeof files, Package, Package[]][] = [
  ["hono.mjs", "@hono/node-server", ["hono", "@hono/node-server"]],
  ["tiny.mjs", "@hono/node-server", ["hono", "@hono/node-server", "h3", "srvx"]],
  ["elysia.mjs", "@elysiajs/node", ["elysia", "@elysiajs/node"]],
  ["elysia-node.mjs", "@elysiajs/node", ["elysia", "@elysiajs/node", "hono"]],
  ["h3.mjs", "h3", ["h3"]],
  ["fetch.mjs", "srvx", ["srvx"]],
  ["fetch.mjs", "h3", ["h3"]],
  ["fetch.mjs", "@hono/node-server", ["hono", "@hono/node-server"]],
];
for (const [file, name, packages] of byFramework) {
  test(`on Node, ${name} serves ${file} if ${packages.join(", ")} are installed`, async (t) => {
    const found = await servedBy(projectOf(t, packages), file);
    assert.deepEqual(found, { name, version: versionOf(name), missing: null });
  });
}

const byAdapter: [string, keyof typeof files, string | null, Package[], Package[]][] = [
  ["Hono's server is not installed", "hono.mjs", "@hono/node-server", ["hono"], ["hono"]],
  ["Elysia's adapter is not installed", "elysia.mjs", "@elysiajs/node", ["elysia"], ["elysia"]],
  ["nothing is known of the app", "fetch.mjs", null, [], []],
  ["Elysia is not what is exported", "fetch.mjs", null, ["elysia"], ["elysia"]],
  [
    "two frameworks could have made it",
    "fetch.mjs",
    null,
    ["hono", "@hono/node-server", "h3"],
    ["hono", "@hono/node-server", "h3"],
  ],
  [
    "the project does not list the framework",
    "fetch.mjs",
    null,
    ["hono", "@hono/node-server"],
    ["@hono/node-server"],
  ],
];
for (const [why, file, missing, packages, listed] of byAdapter) {
  test(`on Node, deadheat's adapter serves ${file} if ${why}`, async (t) => {
    const found = await servedBy(projectOf(t, packages, listed), file);
    assert.deepEqual([found?.name, found?.missing], ["@deadheat/adapter", missing]);
  });
}

test("on Bun and Deno the runtime's server serves an app; node:http serves a handler on all runtimes", async (t) => {
  const folder = projectOf(t, ["hono", "@hono/node-server"]);
  assert.equal((await servedBy(folder, "hono.mjs", "bun"))?.name, "Bun.serve");
  assert.equal((await servedBy(folder, "hono.mjs", "deno"))?.name, "Deno.serve");
  for (const runtime of fileRuntimes) {
    assert.equal((await servedBy(folder, "handler.mjs", runtime))?.name, "node:http");
  }
});

test("nothing serves a program that listens by itself", async (t) => {
  assert.equal(await servedBy(projectOf(t, []), "program.mjs"), null);
});

test("the output lists the apps that deadheat's adapter serves, and the servers that could serve them", () => {
  const sideCalled = (name: string, missing: string | null) => ({
    side: { name },
    served: { name: "@deadheat/adapter", version: "1", missing },
  });
  const other = { name: "@hono/node-server", version: "2.1.8", missing: null };
  const hono = { side: { name: "main/node" }, served: other };
  const messages = (...sides: Parameters<typeof servedWarnings>[0][number][]) =>
    servedWarnings(sides).map((one) => warningWords(one).replace(/srvx [\d.]+/, "srvx 1"));
  assert.deepEqual(messages(hono, sideCalled("app.mjs/node", "@hono/node-server")), [
    "app.mjs/node includes deadheat's own adapter (srvx 1), because the file exports a handler. " +
      "To measure @hono/node-server instead, install it in the project.",
  ]);
  assert.deepEqual(messages(sideCalled("a/node", null), sideCalled("b/node", null)), [
    "a/node and b/node include deadheat's own adapter (srvx 1), because the file exports a handler. " +
      "To measure your own HTTP server, let it listen on PORT.",
  ]);
  assert.deepEqual(messages(hono), []);
  const astro = (version: string, node: string) => ({
    side: { name: `astro@${version}`, alongside: { "@astrojs/node": node } },
    served: null,
  });
  const noted = noteServers([hono, astro("5.18.2", "9.5.5"), astro("6.0.8", "10.0.6")], () => {});
  assert.deepEqual(noted.map(warningWords), [
    "Other packages changed too: astro@5.18.2 has @astrojs/node 9.5.5, astro@6.0.8 has @astrojs/node 10.0.6.",
  ]);
  assert.deepEqual(servedNotes([hono]), ["main/node is served by @hono/node-server 2.1.8"]);
});
