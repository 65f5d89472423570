import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";
import { warmupOf, type CpuProfile, type FileRuntime, type Load } from "@deadheat/journal";
import { obtainOha } from "@deadheat/oha";
import { choosePinning, planRound, processTree, type Bench, type Entrant } from "../src/index.ts";

const modules = join(import.meta.dirname, "../../../node_modules");

/** The words that run a program's text on a runtime. */
export const programs: Readonly<Record<FileRuntime, readonly string[]>> = {
  node: [process.execPath, "--input-type=module", "--eval"],
  bun: [join(modules, "bun/bin/bun.exe"), "--eval"],
  deno: [join(modules, "deno/deno"), "eval"],
};

export const exchange = {
  request: { method: "GET", path: "/", headers: {}, body: null },
  response: { status: 200, mediaType: "text/plain", body: "Hello World!" },
};

/** Makes a server listen on 127.0.0.1 until the end of the test. Returns its port. */
export async function listening(t: TestContext, server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Returns an entrant that runs this program on Node. */
export function programOf(source: string, asks: Entrant["asks"], name = "mine"): Entrant {
  const command = [process.execPath, "--eval", source];
  return { name, runtime: "node", command, cwd: process.cwd(), env: {}, asks };
}

/**
 * Returns a node:http server that knows nothing of deadheat but PORT. Every code may use `count`, the number of the request.
 * `before` runs before the server listens, and may call `serve` itself. `onRequest` runs for each request. `body` is an
 * expression.
 */
export function entrant(
  runtime: FileRuntime,
  name: string,
  {
    before = "",
    onRequest = "",
    body = `"Hello World!"`,
    command = programs[runtime],
  }: { before?: string; onRequest?: string; body?: string; command?: readonly string[] } = {},
): Entrant {
  const source = `
    import { createServer } from "node:http";
    import { Buffer } from "node:buffer";
    import process from "node:process";
    ${before}
    let count = 0;
    const serve = () => createServer((request, response) => {
      count++;
      ${onRequest}
      response.setHeader("content-type", "text/plain");
      response.end(${body});
    }).listen(process.env.PORT, "127.0.0.1");
    ${before.includes("serve()") ? "" : "serve();"}`;
  return {
    name: `${name}/${runtime}`,
    runtime,
    command: [...command, source],
    cwd: process.cwd(),
    env: {},
    asks: exchange,
  };
}

/** Returns the first round of a duet. */
export function firstRound(next: Entrant, base: Entrant) {
  const names = { new: next.name, base: base.name };
  return planRound({ ...names, role: "cell", scenario: "hello", rounds: 1 }, 1, 1, 7);
}

/** Returns a bench whose servers are warm after so many responses. */
export async function benchOf(
  responses: number,
  load: Pick<Load, "windowSeconds" | "connections">,
): Promise<Bench> {
  return {
    oha: await obtainOha(),
    pinning: choosePinning(),
    load: { warmup: warmupOf(responses), workerThreads: 1, ...load },
    signal: new AbortController().signal,
  };
}

/** Returns the processes that this one has started and that still run. */
export const ourProcesses = () => processTree(process.pid).filter((pid) => pid !== process.pid);

/** Returns the number of samples in which a function ran. */
export function samplesOf(profile: CpuProfile, name: string): number {
  const own = profile.nodes.filter(({ callFrame }) => callFrame.functionName === name);
  const ids = new Set(own.map(({ id }) => id));
  return profile.samples.filter((sample) => ids.has(sample)).length;
}
