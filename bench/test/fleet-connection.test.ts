import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect as connectTcp, createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { createServer as createTlsServer } from "node:tls";
import { generate } from "selfsigned";
import { connect, within } from "../src/fleet/connection.ts";
import { root } from "../src/targets/project.ts";
import { temporaryFolder } from "./fixtures.ts";
import { KEY, redisFor } from "./fleet-made-up.ts";

// A real Redis with a password. TLS is added in front of it, as managed services do: Valkey from PyPI has none.

async function listening(t: TestContext, server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Starts a server with a certificate that it made itself, in front of Redis. @returns its address and the certificate's file */
async function withTls(t: TestContext, address: string) {
  const names = [{ type: 2, value: "localhost" } as const];
  const made = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [{ name: "subjectAltName", altNames: names }],
  });
  const { port: behind } = new URL(address);
  const server = createTlsServer({ cert: made.cert, key: made.private }, (socket) => {
    const redis = connectTcp(Number(behind), "127.0.0.1");
    socket.pipe(redis).pipe(socket);
    socket.on("error", () => redis.destroy());
    redis.on("error", () => socket.destroy());
  });
  const port = await listening(t, server);
  const authority = join(temporaryFolder(t), "ca.pem");
  writeFileSync(authority, made.cert);
  const secured = new URL(address.replace("redis:", "rediss:"));
  secured.hostname = "localhost";
  secured.port = String(port);
  return { address: secured.href, authority };
}

function bench(env: NodeJS.ProcessEnv, ...words: string[]) {
  return spawn(process.execPath, [join(root, "bench/deadheat.mjs"), ...words], {
    cwd: root,
    timeout: 120_000,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, TURBO_REMOTE_CACHE_SIGNATURE_KEY: KEY, ...env },
  });
}

/** Runs a worker until it has been idle for a second. */
async function worker(env: NodeJS.ProcessEnv): Promise<{ code: unknown; said: string }> {
  const child = bench(env, "worker", "--queue", "--idle", "1s");
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, said };
}

test("a worker reaches a queue with a password over TLS, and only with its certificate", async (t) => {
  const { address: open } = await redisFor(t);
  const { address, authority } = await withTls(t, open);
  const trusted = await worker({ QUEUE_URL: address, NODE_EXTRA_CA_CERTS: authority });
  assert.match(trusted.said, /waits for tasks/);
  assert.equal(trusted.code, 0, trusted.said);
  const strange = await worker({ QUEUE_URL: address });
  assert.equal(strange.code, 3, strange.said);
  assert.match(
    strange.said,
    /^deadheat: Cannot reach the queue at localhost:\d+: self-signed certificate[^\n]*\. To trust[^\n]*\n$/,
  );
});

test("a queue that is not there, or is something else, is refused within seconds in one sentence", async (t) => {
  const { address } = await redisFor(t);
  const { address: secured } = await withTls(t, address);
  const silent = await listening(t, createServer());
  const other = await listening(
    t,
    createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n").on("error", () => {})),
  );
  const gone = createServer();
  const nobody = await listening(t, gone);
  gone.close();
  const wrong = address.replace(/:[^:@]+@/, ":another@");
  const cases: [string, RegExp][] = [
    [`redis://127.0.0.1:${nobody}`, /ECONNREFUSED.*Check that Redis/],
    [wrong, /WRONGPASS.*user and password in QUEUE_URL/],
    [address.replace(/\/\/[^@]*@/, "//"), /NOAUTH.*user and password in QUEUE_URL/],
    [`redis://127.0.0.1:${silent}`, /it did not answer within 5 s.*Check that Redis/],
    [`redis://127.0.0.1:${other}`, /Check that Redis/],
    [address.replace("redis:", "rediss:"), /does not speak TLS|with TLS if the address/],
    [secured.replace("rediss:", "redis:"), /with TLS if the address begins with rediss:/],
    ["redis://nowhere.invalid:6379", /ENOTFOUND|EAI_AGAIN/],
  ];
  const began = performance.now();
  await Promise.all(
    cases.map(async ([given, words]) => {
      const message = await connect({ address: given, key: KEY }).then(
        () => assert.fail(`${given} was accepted`),
        (error: Error) => error.message,
      );
      assert.match(message, words, given);
      assert.doesNotMatch(message, /\n|another/);
    }),
  );
  assert.ok(performance.now() - began < 20_000);
});

test("a run on an empty queue without a worker says so within seconds, and how to start one", async (t) => {
  const { address } = await redisFor(t);
  const words = ["--queue", "--targets", "hono/node", "--out", join(temporaryFolder(t), "run")];
  const child = bench({ QUEUE_URL: address }, ...words);
  let said = "";
  const began = performance.now();
  for await (const chunk of child.stderr) {
    said += chunk;
    if (said.includes("worker --queue")) break;
  }
  assert.ok(performance.now() - began < 30_000);
  assert.match(
    said,
    /No worker is there\. Waiting for one\..*same QUEUE_URL[^]*bench worker --queue/,
  );
  child.kill("SIGINT");
  assert.deepEqual(await once(child, "exit"), [130, null]);
});

test("a command that Redis refuses ends with one sentence", async (t) => {
  const { redis } = await redisFor(t);
  await redis.set("text", "x");
  const refused = {
    name: "QueueRefuses",
    message: /^The queue refuses a command: WRONGTYPE [^\n]+$/,
  };
  await assert.rejects(within(redis.hgetall("text")), refused);
});

test("a command that Redis does not answer ends after its time", async () => {
  await assert.rejects(within(new Promise(() => {}), 0.05), { name: "QueueLost" });
});
