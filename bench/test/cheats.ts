// Fast wrong apps for the scenarios of a service, and their verdicts by verify.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { scenarioNamed, type Family } from "@deadheat/handlers";
import type { VerifyRecord } from "@deadheat/journal";
import { choosePinning } from "@deadheat/measure";
import { servingFor } from "../src/targets/serving/serving.ts";
import { root } from "../src/targets/project.ts";
import { scenarioChecks } from "../src/verify/check.ts";
import { verifyServing } from "../src/verify/verify.ts";
import { target, temporaryFolder } from "./fixtures.ts";

/**
 * Returns a server that answers with the hand-written floor's families. `before` runs first with `asked` (request, response,
 * method, path, query). If it returns true, it has answered itself.
 */
function serverOf(families: readonly Family[], before: string): string {
  const files = families.map((family) => join(root, "apps/node-http/src/families", `${family}.ts`));
  return `
    import { createServer } from "node:http";
    import { readFileSync, readdirSync } from "node:fs";
    import { gzipSync } from "node:zlib";
    ${files.map((file, i) => `import { family as family${i} } from ${JSON.stringify(file)};`).join("\n")}
    const families = [${files.map((_, i) => `family${i}`).join()}];
    const kept = new Map();
    const json = (response, value, status = 200) => {
      const body = JSON.stringify(value);
      response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
      response.end(body);
      return true;
    };
    /** Keeps an honest response under this key and returns it for ever. */
    const cached = (asked, key) => {
      const { response } = asked;
      if (kept.has(key)) {
        const { status, headers, body } = kept.get(key);
        response.writeHead(status, headers).end(body);
        return true;
      }
      const chunks = [];
      const { write, end } = response;
      response.write = (chunk, ...rest) => (chunk && chunks.push(Buffer.from(chunk)), write.call(response, chunk, ...rest));
      response.end = (chunk, ...rest) => {
        if (chunk && typeof chunk !== "function") chunks.push(Buffer.from(chunk));
        const result = end.call(response, chunk, ...rest);
        kept.set(key, { status: response.statusCode, headers: headersOf(response), body: Buffer.concat(chunks) });
        return result;
      };
      const { writeHead } = response;
      let sent = {};
      response.writeHead = (status, headers) => ((sent = headers ?? {}), writeHead.call(response, status, headers));
      const headersOf = () => ({ ...response.getHeaders(), ...sent });
      return false;
    };
    const before = (asked) => {
      const { request, response, method, path, query } = asked;
      ${before}
      return false;
    };
    const server = createServer((request, response) => {
      const url = request.url;
      const at = url.indexOf("?");
      const asked = { request, response, method: request.method,
        path: at < 0 ? url : url.slice(0, at), query: at < 0 ? "" : url.slice(at + 1) };
      if (before(asked) || families.some((family) => family(asked))) return;
      response.writeHead(404, { "content-type": "text/plain" }).end("Not Found");
    });
    server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ deadheat: "ready",
      port: server.address().port, pid: process.pid, runtime: "node", version: "1" })));
    process.on("SIGTERM", () => process.exit(0));`;
}

/** Verifies a server of this source in a scenario. */
export async function verified(
  scenario: string,
  file: "main.ts" | "service.ts",
  source: string,
): Promise<VerifyRecord> {
  const directory = temporaryFolder({ after });
  mkdirSync(join(directory, "src"), { recursive: true });
  writeFileSync(join(directory, "package.json"), '{"type":"module"}');
  writeFileSync(join(directory, "src", file), source);
  const cheat = target("cheat/node", { directory });
  const checks = (token: string) => scenarioChecks([scenario], token);
  const conditions = { pinning: choosePinning() };
  const serving = await servingFor(scenario);
  const [verdict] = await verifyServing(cheat, cheat, checks, serving, conditions);
  return verdict as VerifyRecord;
}

/** Verifies the families of a scenario's floor, with this code before them. */
export function verdictOf(scenario: string, before: string): Promise<VerifyRecord> {
  return verified(scenario, "service.ts", serverOf(scenarioNamed(scenario).families, before));
}

/** Tests that verify rejects a server, for this reason. */
export function testRejected(
  scenario: string,
  name: string,
  verdict: () => Promise<VerifyRecord>,
  found: RegExp,
): void {
  test(`${scenario}: verify rejects ${name}`, async () => {
    const { status, reason } = await verdict();
    assert.equal(status, "failed");
    assert.match(reason ?? "", found);
  });
}

/** The cheats of each scenario: their names, their code, and the error that verify reports. */
export const cheats: Readonly<Record<string, readonly (readonly [string, string, RegExp])[]>> = {
  routes: [
    [
      "a router that matches prefixes",
      `const parts = path.split("/");
       for (let n = parts.length; n > 2; n--) {
         asked.path = parts.slice(0, n).join("/");
         if (families.some((family) => family(asked))) return true;
       }`,
      /status 200 instead of 404/,
    ],
    [
      "a router that takes a fixed part for a parameter",
      `asked.path = path.replace(/\\/search$/, "/searched");`,
      /\/search: body/,
    ],
    [
      "a prepared response for every path of a shape",
      `return cached(asked, path.split("/").length + method);`,
      /body/,
    ],
    [
      "a body for HEAD",
      `if (method === "HEAD") { request.socket.end("HTTP/1.1 200 OK\\r\\n\\r\\n{}"); return true; }`,
      /HEAD .*a body/,
    ],
    [
      "every method is GET",
      `asked.method = ["POST", "PUT", "DELETE"].includes(method) ? method : "GET";`,
      /PROPFIND/,
    ],
  ],
  large: [["a prepared response", `return cached(asked, path);`, /body/]],
  "large-500": [["a prepared response", `return cached(asked, path);`, /body/]],
  "large-post": [
    ["one answer for all bodies", `if (method === "POST") return cached(asked, "one");`, /body/],
    [
      "a body that is read from its first packet only",
      `if (method === "POST") {
         request.once("data", (chunk) => {
           try { json(response, { count: 0, total: 0, ...sum(JSON.parse(chunk)) }); } catch { json(response, {}, 400); }
         });
         const sum = ({ items }) => ({ count: items.length, total: items.reduce((s, i) => s + i.price * i.quantity, 0) });
         return true;
       }`,
      /status 400|in chunks/,
    ],
  ],
  middleware: [
    [
      "a bearer token of which only the beginning is checked",
      `const { authorization } = request.headers;
       if (authorization?.startsWith("Bearer dh_")) request.headers.authorization = "Bearer dh_7f3a9c51e2b84d06a1c7";`,
      /status 200 instead of 401/,
    ],
    [
      "everybody's origin",
      `const { setHeader, writeHead } = response;
       response.setHeader("access-control-allow-origin", "*");
       response.writeHead = (status, headers) => writeHead.call(response, status, { ...headers, "access-control-allow-origin": request.headers.origin ?? "*" });`,
      /foreign origin/,
    ],
    [
      "one request id for all",
      `const { writeHead, setHeader } = response;
       response.setHeader = (name, value) => setHeader.call(response, name, name === "x-request-id" ? "always" : value);
       response.writeHead = (status, headers) => writeHead.call(response, status, { ...headers, "x-request-id": "always" });`,
      /x-request-id is always/,
    ],
    [
      "no limit",
      `if (method === "POST") { request.resume(); request.on("end", () => json(response, { length: 16373 })); return true; }`,
      /status 200 instead of 413|body/,
    ],
  ],
  "validate-standard": [
    [
      "a validator that ignores",
      `if (path === "/orders") {
       const chunks = [];
       request.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
         const { lines = [] } = JSON.parse(Buffer.concat(chunks));
         json(response, { accepted: true, total: lines.reduce((s, l) => s + l.quantity * l.price, 0) });
       });
       return true;
     }`,
      /status 200 instead of 400/,
    ],
    [
      "errors that name nothing",
      `const { end } = response;
       response.end = (body, ...rest) => end.call(response, response.statusCode >= 400 ? "" : body, ...rest);
       const { writeHead } = response;
       response.writeHead = (status, headers) => writeHead.call(response, status, status >= 400 ? {} : headers);`,
      /does not name/,
    ],
  ],
  static: [
    [
      "a cache that never looks again",
      `return cached(asked, path);`,
      /after the file was rewritten/,
    ],
    [
      "a way out of the folder",
      `if (path.includes("..") || /%2e/i.test(path)) { response.end('{"dependencies":{}}'); return true; }`,
      /out of its folder|status 200 instead of 404/,
    ],
  ],
  "static-304": [
    [
      "304 although the file has changed",
      `if (request.headers["if-none-match"] || request.headers["if-modified-since"]) {
       response.writeHead(304).end(); return true; }`,
      /after the file was rewritten: .*304 instead of 200/,
    ],
  ],
  compress: [
    [
      "a gzip that is kept",
      `if (request.headers["accept-encoding"]) return cached(asked, path);`,
      /not the \d+ expected bytes/,
    ],
    ["gzip for everybody", `request.headers["accept-encoding"] = "gzip";`, /content-encoding gzip/],
    ["no gzip", `delete request.headers["accept-encoding"];`, /content-encoding absent/],
  ],
  stream: [
    [
      "all events in one piece",
      `if (path === "/events") {
       const from = Number(new URLSearchParams(query).get("from"));
       const all = Array.from({ length: 20 }, (_, i) => "data: " + JSON.stringify({ n: from + i, of: 20 }) + "\\n\\n");
       response.writeHead(200, { "content-type": "text/event-stream" }).end(all.join(""));
       return true;
     }`,
      /in \d pieces?/,
    ],
    [
      "events that are too early",
      `if (path === "/events") {
       const from = Number(new URLSearchParams(query).get("from"));
       response.writeHead(200, { "content-type": "text/event-stream" });
       let i = 0;
       const next = () => {
         response.write("data: " + JSON.stringify({ n: from + i, of: 20 }) + "\\n\\n");
         if (++i === 20) response.end(); else setImmediate(next);
       };
       next();
       return true;
     }`,
      /the first event came|in \d pieces?/,
    ],
  ],
  async: [
    [
      "a response at once",
      `return path.startsWith("/wait/") && json(response, { waited: path.slice(6) });`,
      /a response after/,
    ],
    [
      "one at a time",
      `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 11);
       return path.startsWith("/wait/") && json(response, { waited: path.slice(6) });`,
      /at once took/,
    ],
  ],
};
