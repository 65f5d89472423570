import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, constants, type ClientHttp2Session } from "node:http2";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { connect as connectTls } from "node:tls";
import { generate } from "selfsigned";
import { failure, linesOf, runtimes, scripts, start, stopped } from "./servers.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";

// HTTP/1.1 over TLS, HTTP/2 over TLS, and HTTP/2 with prior knowledge, for both kinds that the adapter itself serves,
// on the three runtimes.

const folder = temporaryFolder({ after });
const made = await generate([{ name: "commonName", value: "test" }], {
  keyType: "ec",
  extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
});
writeFileSync(join(folder, "key.pem"), made.private);
writeFileSync(join(folder, "cert.pem"), made.cert);
const ca = made.cert;

/** A body longer than the first window of a stream (RFC 9113, 6.9.2). */
const LONG = "0123456789abcdef".repeat(8192);
const STREAMS = 10;

/** Serves `kind` on `runtime`, calls `ask` with its port, and stops the server while that connection is open. */
async function served(
  [kind, runtime, protocol]: readonly [keyof typeof scripts, string, string],
  ask: (port: number) => Promise<{ destroy: () => void }>,
): Promise<void> {
  const tls = protocol === "h2c" ? null : { DEADHEAT_TLS: folder };
  const variables = { PORT: "0", DEADHEAT_PROTOCOL: protocol, ...tls };
  const child = start(runtime, scripts[kind], variables);
  try {
    const [line = ""] = await linesOf(child);
    const open = await ask((JSON.parse(line) as { port: number }).port);
    assert.equal(await stopped(child), 0);
    open.destroy();
  } finally {
    child.kill("SIGKILL");
  }
}

/** Opens a session whose end does not fail the test. */
function sessionAt(origin: string): ClientHttp2Session {
  return connect(origin, { ca }).on("error", () => {});
}

async function asked(session: ClientHttp2Session, fields: object, body = ""): Promise<string> {
  const stream = session.request({ [constants.HTTP2_HEADER_PATH]: "/", ...fields });
  if (body !== "") stream.end(body);
  return text(stream);
}

async function askHttp2(origin: string): Promise<ClientHttp2Session> {
  const session = sessionAt(origin);
  const paths = Array.from({ length: STREAMS }, (_, i) => `/some/path/${i}`);
  const responses = paths.map((path) => asked(session, { ":path": path }));
  assert.deepEqual(await Promise.all(responses), paths);
  assert.equal(await asked(session, { ":method": "POST" }, LONG), LONG);
  return session;
}

async function askTls(port: number) {
  const to = { host: "127.0.0.1", port, ca };
  const chosen = connectTls({ ...to, ALPNProtocols: ["http/1.1"] });
  await once(chosen, "secureConnect");
  assert.equal(chosen.getProtocol(), "TLSv1.3");
  assert.notEqual(chosen.alpnProtocol, "h2");
  const sent = request({ ...to, method: "POST", path: "/", agent: false });
  sent.end(LONG);
  const [answer] = (await once(sent, "response")) as [NodeJS.ReadableStream];
  assert.equal(await text(answer), LONG);
  return chosen.on("error", () => {});
}

async function askH2(port: number) {
  const offered = ["h2", "http/1.1"];
  const chosen = connectTls({ host: "127.0.0.1", port, ca, ALPNProtocols: offered });
  await once(chosen, "secureConnect");
  assert.equal(chosen.getProtocol(), "TLSv1.3");
  assert.equal(chosen.alpnProtocol, "h2");
  chosen.destroy();
  return askHttp2(`https://127.0.0.1:${port}`);
}

/** Returns a pattern for the reason why a kind on a runtime rejects a protocol; null if it speaks it. */
function lackOf(kind: string, runtime: string, protocol: string): RegExp | null {
  if (kind === "node" && runtime === "deno") return /denoland\/deno#36788/;
  if (kind === "fetch" && runtime === "node" && protocol === "h2c") return /srvx has no HTTP\/2/;
  return null;
}

const http2 = {
  h2: askH2,
  h2c: (port: number) => askHttp2(`http://127.0.0.1:${port}`),
};

for (const runtime of runtimes) {
  for (const kind of ["fetch", "node"] as const) {
    test(`${kind} on ${runtime} over TLS 1.3`, () => served([kind, runtime, "tls"], askTls));

    for (const [protocol, ask] of Object.entries(http2)) {
      const lack = lackOf(kind, runtime, protocol);
      if (lack === null) {
        test(`${kind} on ${runtime} by ${protocol}`, () => served([kind, runtime, protocol], ask));
      } else {
        test(`${kind} on ${runtime} rejects ${protocol} with the reason`, async () => {
          const variables = { PORT: "0", DEADHEAT_PROTOCOL: protocol, DEADHEAT_TLS: folder };
          assert.match(await failure(start(runtime, scripts[kind], variables)), lack);
        });
      }
    }
  }
}
