import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

// One black-box suite for the three runtimes: the same script is started by each, as the real
// binary, and spoken to over HTTP.

const root = fileURLToPath(new URL("../../../", import.meta.url));
const deno = [
  "--quiet",
  "--no-prompt",
  "--cached-only",
  "--allow-net=127.0.0.1",
  "--allow-env=PORT",
];
const runtimes: Record<string, string[]> = {
  node: [join(root, "node_modules/node/bin/node")],
  bun: [join(root, "node_modules/bun/bin/bun.exe")],
  deno: [join(root, "node_modules/deno/deno"), "run", ...deno],
};

// Below this package, so that its own name resolves.
const folder = mkdtempSync(join(import.meta.dirname, ".scripts-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const scripts = {
  fetch: `import { listen } from "@deadheat/adapter";
    await listen({ kind: "fetch", fetch: (request) => new Response(new URL(request.url).pathname) });`,
  node: `import { listen } from "@deadheat/adapter";
    await listen({ kind: "node", handler: (request, response) => response.end(request.url) });`,
  self: `import { createServer } from "node:http";
    import { listen } from "@deadheat/adapter";
    await listen({ kind: "self", listen: ({ hostname, port }) => new Promise((resolve, reject) => {
      const server = createServer((request, response) => response.end(request.url));
      server.once("error", reject);
      server.listen(port, hostname, () => resolve({
        port: server.address().port,
        close: () => server.closeAllConnections(),
      }));
    }) });`,
};
for (const [kind, source] of Object.entries(scripts)) {
  writeFileSync(join(folder, `${kind}.mjs`), source);
}

function start(runtime: string, kind: string, port: string): ChildProcess {
  const [program, ...args] = runtimes[runtime] as [string, ...string[]];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: "1", PORT: port };
  return spawn(program, [...args, join(folder, `${kind}.mjs`)], { cwd: folder, env });
}

for (const runtime of Object.keys(runtimes)) {
  for (const kind of Object.keys(scripts)) {
    test(`${kind} on ${runtime}: ready, serves loopback alone, stops at SIGTERM`, async () => {
      const child = start(runtime, kind, "0");
      const lines: string[] = [];
      const output = createInterface({ input: child.stdout as NodeJS.ReadableStream });
      output.on("line", (line) => lines.push(line));
      await once(output, "line");
      const ready = JSON.parse(lines[0] ?? "") as Record<string, unknown>;
      assert.deepEqual(Object.keys(ready), ["deadheat", "port", "pid", "runtime", "version"]);
      assert.equal(ready.deadheat, "ready");
      assert.equal(ready.pid, child.pid);
      assert.equal(ready.runtime, runtime);
      assert.match(String(ready.version), /^\d+\.\d+\.\d+/);

      const answer = await fetch(`http://127.0.0.1:${ready.port}/some/path`);
      assert.equal(await answer.text(), "/some/path");
      if (process.platform === "linux") {
        assert.deepEqual(listeningAddresses(Number(ready.port)), ["0100007F"]);
      }

      child.kill("SIGTERM");
      const [code] = (await once(child, "exit")) as [number | null];
      assert.equal(code, 0);
      assert.equal(lines.length, 1);
    });
  }

  test(`on ${runtime} a port that is taken ends the process with a reason`, async (t) => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    t.after(() => taken.close());
    const child = start(runtime, "fetch", String((taken.address() as AddressInfo).port));
    let stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(child, "exit")) as [number | null];
    assert.notEqual(code, 0);
    assert.match(stderr, /in use|EADDRINUSE/i);
  });

  test(`on ${runtime} a PORT that is none is refused by name`, async () => {
    const child = start(runtime, "fetch", "80a");
    let stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(child, "exit")) as [number | null];
    assert.notEqual(code, 0);
    assert.match(stderr, /PORT is "80a"/);
  });
}

/** The local addresses, in the kernel's hex, that listen on a port (proc_net(5)). */
function listeningAddresses(port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === "0A")
    .map(([, local]) => local?.split(":")[0] ?? "");
}
