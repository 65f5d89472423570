import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer as createHttp2, type ServerHttp2Stream } from "node:http2";
import { createServer, type Socket } from "node:net";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { scheduler } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { Interrupted } from "@deadheat/journal";
import { choosePinning, launch, type Entrant, type Exchange } from "../src/index.ts";
import { keptResponse, send } from "../src/server/exchange.ts";
import { listening, programOf } from "./servers.ts";

// Servers that never come to an end: each exchange has one all the same, in time, bytes and memory.

const exchange: Exchange = {
  request: { method: "GET", path: "/", headers: {}, body: null },
  response: { status: 200, mediaType: null, body: "" },
};
const head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";

function serve(t: TestContext, answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  return listening(t, server);
}

/** Writes `text` and then a byte every 100 ms, so that no connection is ever idle. */
function drip(stream: Socket | ServerHttp2Stream, text: string): void {
  stream.write(text);
  const timer = setInterval(() => stream.write("x"), 100);
  stream.once("close", () => clearInterval(timer));
}

/** Writes for as long as somebody reads. */
function flood(socket: Socket, text: string): void {
  const round = Buffer.alloc(1 << 20, "x");
  const more = () => {
    while (!socket.destroyed && socket.write(round));
  };
  socket.write(text);
  socket.on("drain", more);
  more();
}

const slow: Readonly<Record<string, (t: TestContext) => Promise<[number, Exchange]>>> = {
  "a body": async (t) => [await serve(t, (socket) => drip(socket, `${head}\r\n`)), exchange],
  "a header": async (t) => [await serve(t, (socket) => drip(socket, head)), exchange],
  "a body over HTTP/2": async (t) => {
    const server = createHttp2();
    server.on("stream", (stream) => {
      stream.on("error", () => {});
      (stream as ServerHttp2Stream).respond({ ":status": 200 });
      drip(stream as ServerHttp2Stream, "x");
    });
    return [await listening(t, server), { ...exchange, traffic: { protocol: "h2c" } }];
  },
};

for (const [what, start] of Object.entries(slow)) {
  test(`a server that sends ${what} a byte at a time is left at once at an abort`, async (t) => {
    const [port, asked] = await start(t);
    const stop = new AbortController();
    const asking = keptResponse(port, asked, stop.signal);
    const since = performance.now();
    setTimeout(() => stop.abort(), 300);
    await assert.rejects(asking, Interrupted);
    assert.ok(performance.now() - since < 2000);
  });
}

test("a server that sends a byte at a time is given up after 10 s", async (t) => {
  const servers = await Promise.all(Object.values(slow).map((start) => start(t)));
  // The servers and their connections go by the real clock.
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let ended = 0;
  const asking = servers.map(([port, asked]) => send(port, asked).finally(() => ended++));
  const given = asking.map((one) => assert.rejects(one, /no complete response within 10 s/));
  await scheduler.wait(500);
  t.mock.timers.tick(9999);
  await scheduler.wait(100);
  assert.equal(ended, 0);
  t.mock.timers.tick(1);
  await Promise.all(given);
});

/** Returns the most bytes by which the memory of this process grows during `work`. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  await work().finally(() => clearInterval(timer));
  return Math.max(most, process.memoryUsage.rss()) - before;
}

test("a body without end is not read on", async (t) => {
  const port = await serve(t, (socket) => flood(socket, `${head}\r\n`));
  const since = performance.now();
  const grown = await growth(() =>
    assert.rejects(send(port, exchange), /^Error: sends a body of more than 32 MiB/),
  );
  assert.ok(performance.now() - since < 5000);
  assert.ok(grown < 200e6, `${grown} bytes`);
});

test("400 MB of zeros in a small body are not unpacked", async (t) => {
  const gzip = createGzip();
  const packed = gzip.toArray();
  for (let i = 0; i < 400; i++) if (!gzip.write(Buffer.alloc(1e6))) await once(gzip, "drain");
  gzip.end();
  const body = Buffer.concat(await packed);
  const fields = `Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
  const port = await serve(t, (socket) => {
    socket.write(head + fields);
    socket.write(body);
  });
  const grown = await growth(() =>
    assert.rejects(send(port, exchange), /^Error: unpacks to a body of more than 32 MiB/),
  );
  assert.ok(grown < 200e6, `${grown} bytes`);
});

const asks = { request: exchange.request };
const silent: Readonly<Record<string, Entrant>> = {
  "answers a byte at a time": programOf(
    `require("node:http").createServer((_, response) => setInterval(() => response.write("x"), 100))
      .listen(process.env.PORT, "127.0.0.1")`,
    asks,
  ),
  "accepts and says nothing": programOf(
    `require("node:net").createServer(() => {}).listen(process.env.PORT, "127.0.0.1")`,
    asks,
  ),
  "prints nothing": programOf("setInterval(() => {}, 1000)", undefined),
};
for (const [what, server] of Object.entries(silent)) {
  test(`the start of a server that ${what} ends at the first abort`, async () => {
    const stop = new AbortController();
    const launching = launch(server, choosePinning(), stop.signal);
    let aborted = 0;
    setTimeout(() => {
      aborted = performance.now();
      stop.abort();
    }, 700);
    await assert.rejects(launching, Interrupted);
    assert.ok(performance.now() - aborted < 3000, `${performance.now() - aborted} ms`);
  });
}

test("a line without end instead of the readiness is rejected", async () => {
  const server = programOf(
    `setInterval(() => process.stdout.write("x".repeat(1e6)), 1)`,
    undefined,
  );
  const grown = await growth(() =>
    assert.rejects(launch(server, choosePinning()), /printed "x+" instead of its readiness/),
  );
  assert.ok(grown < 200e6, `${grown} bytes`);
});
