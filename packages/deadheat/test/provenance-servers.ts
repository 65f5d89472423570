import type { Loaded } from "../src/provenance/trial.ts";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Runtime } from "@deadheat/journal";
import { launch, type Pinning } from "@deadheat/measure";
import type { FoundRuntime } from "@deadheat/versions";
import { entrantOf, type Installed } from "../src/ready/installed.ts";
import { readTrace, traced } from "../src/provenance/trace.ts";
import { runtimeHere } from "./runtime-here.ts";

/** A server that loads packages of each kind, and loads one package and one JSON file at the first request. */
const project = {
  "package.json": `{ "name": "shop", "type": "module",
    "dependencies": { "esm": "1.0.0", "cjs": "2.0.0", "@scope/late": "3.0.0" } }`,
  "server.mjs": `import { createServer } from "node:http";
    import { createRequire } from "node:module";
    import esm from "esm";
    import cjs from "cjs";
    const require = createRequire(import.meta.url);
    createServer(async (request, response) => {
      const { default: own } = await import("./lib/own.json", { with: { type: "json" } });
      response.end([esm, cjs, require("@scope/late"), own].join(" "));
    }).listen(Number(process.env.PORT), process.env.HOST);`,
  "app.ts": `import esm from "esm";
    import cjs from "cjs";
    const words: readonly string[] = [esm, cjs];
    export default { fetch: async (_: Request): Promise<Response> => {
      const { default: late } = await import("@scope/late");
      return new Response([...words, late].join(" "));
    } };`,
  "lib/own.json": `"own"`,
  "node_modules/esm/package.json": `{ "name": "esm", "version": "1.0.0", "type": "module", "exports": "./dist/index.js" }`,
  "node_modules/esm/dist/index.js": `import "./second.js"; export default "esm";`,
  "node_modules/esm/dist/second.js": "export {};",
  "node_modules/esm/dist/unused.js": "export {};",
  "node_modules/cjs/package.json": `{ "name": "cjs", "version": "2.0.0" }`,
  "node_modules/cjs/index.js": `module.exports = require("./data.json").word;`,
  "node_modules/cjs/data.json": `{ "word": "cjs" }`,
  "node_modules/@scope/late/package.json": `{ "name": "@scope/late", "version": "3.0.0" }`,
  "node_modules/@scope/late/index.js": `module.exports = "late";`,
};

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Makes a temporary folder with a space in its name. */
export function scratch(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "deadheat test-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function projectIn(folder: string): string {
  write(folder, project);
  return folder;
}

export async function sideOf(
  file: string,
  runtime: Runtime,
  changes: Partial<Installed> = {},
): Promise<Installed> {
  return {
    text: file,
    kind: "file",
    scripts: [],
    movedPort: null,
    alongside: {},
    programs: null,
    name: `side/${runtime}`,
    version: null,
    runtime,
    found: await runtimeHere(runtime),
    program: { kind: "file", file },
    cwd: dirname(file),
    root: dirname(file),
    package: null,
    starter: false,
    built: false,
    isUnchanged: () => Promise.resolve(true),
    lockfile: null,
    revision: null,
    app: null,
    env: {},
    readySeconds: null,
    ...changes,
  };
}

const pinning: Pinning = { mode: "none", server: [], generators: [], reason: null };

/** Starts a server with the tracer, and returns its response and the loaded files. */
export async function trace(side: Installed): Promise<{ body: string; loaded: Loaded | null }> {
  const into = join(mkdtempSync(join(tmpdir(), "deadheat trace-")), "loaded");
  try {
    const request = { method: "GET", path: "/", headers: {}, body: null };
    const server = await launch(traced(entrantOf(side, { request }), into), pinning);
    const body = await fetch(`http://127.0.0.1:${server.port}/`).then((answer) => answer.text());
    // The tracer reads what was loaded every 10 ms, and npm may not pass the signal on. A measured server is asked twice.
    await sleep(100);
    await server.stop();
    return { body, loaded: readTrace(into, side.root) };
  } finally {
    rmSync(dirname(into), { recursive: true });
  }
}

/** Returns a Node on PATH with another version than the Node that runs this test; null if there is none. */
export function otherNode(): FoundRuntime | null {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, "node");
    if (!existsSync(path) || readFileSync(path).subarray(0, 2).toString() === "#!") continue;
    const version = execFileSync(path, ["--version"], { encoding: "utf8" }).trim().slice(1);
    if (version !== process.versions.node) return { path, version };
  }
  return null;
}
