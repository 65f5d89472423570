import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";
import { duetsOnly, warmupOf, type Runtime } from "@deadheat/journal";
import { describeMachine, processTree, type Exchange } from "@deadheat/measure";
import { obtainOha } from "../../oha/src/index.ts";
import { openRun } from "../src/folder/run-folder.ts";
import type { Testbed } from "../src/measure/testbed.ts";
import type { Running, RunTarget } from "../src/run/running.ts";
import { setVariables, temporaryFolder } from "../../journal/test/scratch.ts";
import { runtimeHere } from "./runtime-here.ts";

// Short runs of small servers.

export const machine = describeMachine();
const oha = await obtainOha();

const json = { "content-type": "application/json" };
const hello: Exchange = {
  request: { method: "GET", path: "/", headers: {}, body: null },
  response: { status: 200, mediaType: "text/plain", body: "Hello!" },
};
export const echo: Exchange = {
  request: { method: "POST", path: "/echo", headers: json, body: `{"a":1}` },
  response: { status: 200, mediaType: "application/json", body: `{"a":1}` },
};
export const requests = [
  { name: "GET /", exchange: hello },
  { name: "POST /echo", exchange: echo },
];

/** Returns a server that answers both requests with node:http, and does `work` for each request. */
const server = (work: string) => `import { createServer } from "node:http";
  let count = 0;
  createServer(async (request, response) => {
    ${work}
    const type = request.method === "GET" ? "text/plain" : "application/json";
    let body = request.method === "GET" ? "Hello!" : "";
    for await (const chunk of request) body += chunk;
    response.writeHead(200, { "content-type": type }).end(body);
  }).listen(Number(process.env.PORT), "127.0.0.1");`;

interface Scratch {
  readonly folder: string;
  readonly target: (label: string, runtime: Runtime, work: string) => Promise<RunTarget>;
}

/** Makes a folder for servers and runs, with a cache of its own. */
export function scratch(t: TestContext): Scratch {
  const folder = temporaryFolder(t);
  setVariables(t, { DEADHEAT_CACHE: "", XDG_CACHE_HOME: join(folder, "cache") });
  const target: Scratch["target"] = async (label, runtime, work) => {
    const file = join(folder, `${label}.mjs`);
    writeFileSync(file, server(work));
    const { path, version } = await runtimeHere(runtime);
    const name = `${label}/${runtime}`;
    return {
      name,
      framework: label,
      runtime,
      version: "",
      runtimeVersion: version,
      program: path,
      content: `${label} ${work}`,
      known: true,
      entrant: (exchange) => ({
        name,
        runtime,
        command: [path, file],
        cwd: folder,
        env: {},
        asks: exchange,
      }),
    };
  };
  return { folder, target };
}

/** Asserts that no process is left, except esbuild, which builds the report's page if its sources have changed. */
export function assertAlone(): void {
  const others = processTree(process.pid).filter((pid) => pid !== process.pid);
  const names = others.map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  assert.deepEqual(
    names.filter((name) => !name.includes("esbuild")),
    [],
  );
}

export function running(folder: string, out: string, targets: readonly RunTarget[]): Running {
  return {
    targets,
    requests,
    load: { warmup: warmupOf(1000), windowSeconds: 0.2, connections: 10, workerThreads: 1 },
    modes: duetsOnly,
    budgetSeconds: null,
    rounds: 2,
    until: null,
    begun: null,
    request: {},
    margin: 0.05,
    seed: null,
    folder: openRun(join(folder, out), folder),
    cache: "use",
    env: { HOME: folder },
    git: null,
  };
}

export function testbed(
  notes: string[] = [],
  signal = new AbortController().signal,
): Omit<Testbed, "load"> {
  const hold = { others: () => [], release: () => {} };
  const isolation = { mode: "none", reason: null } as const;
  return { oha, machine, isolation, pilots: null, hold, signal, note: (line) => notes.push(line) };
}
