import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { failure, linesOf, runtimes, scripts, start, stopped } from "./servers.ts";

// One black-box suite for the three runtimes, over HTTP.

const kinds = {
  ...scripts,
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
for (const runtime of runtimes) {
  for (const [kind, source] of Object.entries(kinds)) {
    test(`${kind} on ${runtime}: ready, serves loopback alone, stops at SIGTERM`, async () => {
      const child = start(runtime, source, { PORT: "0" });
      const lines = await linesOf(child);
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

      assert.equal(await stopped(child), 0);
      assert.equal(lines.length, 1);
    });
  }

  test(`on ${runtime} a port in use ends the process with a reason`, async (t) => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    t.after(() => taken.close());
    const PORT = String((taken.address() as AddressInfo).port);
    assert.match(await failure(start(runtime, scripts.fetch, { PORT })), /in use|EADDRINUSE/i);
  });

  test(`on ${runtime} an invalid PORT ends the process with a reason`, async () => {
    assert.match(await failure(start(runtime, scripts.fetch, { PORT: "80a" })), /PORT is "80a"/);
  });
}

/** Returns the local addresses, in the kernel's hex, that listen on a port (proc_net(5)). */
function listeningAddresses(port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === "0A")
    .map(([, local]) => local?.split(":")[0] ?? "");
}
