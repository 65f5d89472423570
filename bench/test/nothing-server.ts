import type { TestContext } from "node:test";
import type { FileRuntime } from "@deadheat/journal";
import type { Target } from "../src/targets/manifest.ts";
import { program } from "./own-server.ts";

// The least that a server can do, by the own sockets of each runtime. Nothing is parsed, and every incoming chunk counts as
// one request. If a runtime's sockets cost less than a request costs oha, the limit is the generator's CPU.

const listening: Readonly<Record<FileRuntime, string>> = {
  node: `
    import { createServer } from "node:net";
    const server = createServer({ noDelay: true }, (socket) => {
      socket.on("data", () => void socket.write(answer));
      socket.on("error", () => {});
    });
    server.listen(0, "127.0.0.1", () => ready(server.address().port));`,
  bun: `
    const data = (socket) => void socket.write(answer);
    ready(Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data } }).port);`,
  deno: `
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    ready(listener.addr.port);
    for await (const connection of listener) serve(connection);
    async function serve(connection) {
      const buffer = new Uint8Array(4096);
      try {
        while ((await connection.read(buffer)) !== null) await connection.write(answer);
      } catch {
        // The client has disconnected.
      }
      connection.close();
    }`,
};

/** Returns a server that writes the smallest response that an HTTP client accepts, for every chunk that it receives. */
export function nothingOn(runtime: FileRuntime, t: TestContext): Target {
  const source = `
    import process from "node:process";
    const answer = new TextEncoder().encode(
      "HTTP/1.1 200 OK\\r\\ncontent-type: text/plain\\r\\ncontent-length: 12\\r\\n\\r\\nHello World!",
    );
    const ready = (port) => console.log(JSON.stringify({
      deadheat: "ready", port, pid: process.pid, runtime: "${runtime}", version: "1",
    }));
    process.on("SIGTERM", () => process.exit(0));
    ${listening[runtime]}`;
  return program(t, `nothing/${runtime}`, source);
}
