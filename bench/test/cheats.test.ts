// Verify finds fast wrong apps before anything is measured: one for each scenario here, the others in slow/.
import assert from "node:assert/strict";
import { cheats, testRejected, verdictOf, verified } from "./cheats.ts";

for (const [scenario, [first]] of Object.entries(cheats)) {
  const [name, before, found] = first ?? assert.fail();
  testRejected(scenario, name, () => verdictOf(scenario, before), found);
}

/** Returns a server with its own TLS, which uses the certificate in its folder. */
const secure = (options: string) => `
  import { createServer } from "node:https";
  import { readFileSync } from "node:fs";
  const read = (name) => readFileSync(process.env.DEADHEAT_TLS + "/" + name);
  const handler = (request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"message":"Hello World!"}');
  };
  const server = createServer({ key: read("key.pem"), cert: read("cert.pem"), ${options} }, handler);
  server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ deadheat: "ready",
    port: server.address().port, pid: process.pid, runtime: "node", version: "1" })));
  process.on("SIGTERM", () => process.exit(0));`;

for (const [scenario, name, source, found] of [
  ["tls", "TLS 1.2", secure('maxVersion: "TLSv1.2",'), /protocol version|TLSv1/i],
  ["h2", "HTTP/1.1 instead of HTTP/2", secure(""), /GET \/json: |HTTP/],
] as const) {
  testRejected(scenario, name, () => verified(scenario, "main.ts", source), found);
}
