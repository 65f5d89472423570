// The real oha with lists, connections and HTTP/2, which its documentation describes incompletely or wrongly.
import assert from "node:assert/strict";
import { createServer as createHttp2, type ServerHttp2Stream } from "node:http2";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { obtainOha, runOha, type OpenLoad } from "../src/index.ts";
import { closed, listen, open, serve } from "./helpers.ts";

const oha = await obtainOha({ onProgress: console.error });

const fixed = (url: string, requests: number, more: Partial<OpenLoad> = {}): OpenLoad =>
  open(url, { requests, ratePerSecond: 1_000_000, ...more });

/** Returns a counter of calls by argument. */
function counter() {
  const seen = new Map<string, number>();
  return { seen, count: (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1) };
}

test("paths are drawn at random, all lines with equal chance", async (t) => {
  const { seen, count } = counter();
  const url = await serve(t, (request, response) => {
    count(request.url ?? "");
    response.end("ok");
  });
  const paths = ["/a", "/b?x=1", "/c", "/c"];
  const result = await runOha(oha, fixed(url, 4000, { paths }));
  assert.equal(result.void, null);
  assert.deepEqual([...seen.keys()].toSorted(), ["/a", "/b?x=1", "/c"]);
  // Binomial: 1000 and 2000 of 4000, with standard deviations of 27 and 32.
  assert.ok(Math.abs((seen.get("/a") ?? 0) - 1000) < 200, `${seen.get("/a")} times /a`);
  assert.ok(Math.abs((seen.get("/c") ?? 0) - 2000) < 220, `${seen.get("/c")} times /c`);
});

test("bodies are drawn from lines unchanged, also bodies of 64 KB", async (t) => {
  const { seen, count } = counter();
  const url = await serve(t, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      count(Buffer.concat(chunks).toString());
      response.end("ok");
    });
  });
  const bodies = ['{"a":"ü \\"quoted\\""}', " leading", `{"long":"${"x".repeat(65_536)}"}`];
  const result = await runOha(oha, fixed(url, 300, { method: "POST", bodies }));
  assert.equal(result.void, null);
  assert.deepEqual([...seen.keys()].toSorted(), bodies.toSorted());
  for (const body of bodies) assert.ok((seen.get(body) ?? 0) > 50, body.slice(0, 20));
});

test("invalid lists are rejected", async () => {
  const url = "http://127.0.0.1:9";
  for (const [more, message] of [
    [{ paths: [] }, /must not be empty/],
    [{ paths: ["no-slash"] }, /not a path/],
    [{ paths: ["/a\nhttp://example.org/"] }, /not a path/],
    [{ bodies: ["a\nb"] }, /not a body/],
  ] as const) {
    await assert.rejects(runOha(oha, closed(url, more)), message);
  }
});

test("without keep-alive each request has its own connection, and sends connection: close", async (t) => {
  const connections = new Set<unknown>();
  const { seen, count } = counter();
  const url = await serve(t, (request, response) => {
    connections.add(request.socket);
    count(request.headers.connection ?? "none");
    response.end("ok");
  });
  const result = await runOha(oha, fixed(url, 50, { keepAlive: false }));
  assert.equal(result.void, null);
  assert.equal(connections.size, 50);
  assert.deepEqual([...seen], [["close", 50]]);
});

test("oha waits for the requests under way at the end over HTTP/2 too", async (t) => {
  let underWay = 0;
  let most = 0;
  const server = createHttp2();
  server.on("stream", async (stream: ServerHttp2Stream) => {
    most = Math.max(most, ++underWay);
    await sleep(300);
    underWay--;
    if (stream.destroyed) return;
    stream.respond({ ":status": 200 });
    stream.end("ok");
  });
  const http2 = { http2: true, connections: 2, streams: 5, seconds: 0.45 };
  const load = closed(await listen(t, server), http2);
  const result = await runOha(oha, load);
  assert.equal(result.void, null);
  assert.equal(most, 10);
  // Twice ten requests: the second ten began within the time, and ended after it.
  assert.equal(result.good, 20);
  assert.equal(result.bytes, 40);
});
