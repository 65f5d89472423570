import assert from "node:assert/strict";
import { test } from "node:test";
import { choosePinning, launch } from "../src/index.ts";
import { exchange, programOf } from "./servers.ts";

const pinning = choosePinning();

/** Returns a server that knows nothing of deadheat but PORT. It runs `before` at each request. */
const serving = (before = "") =>
  programOf(
    `const server = require("node:http").createServer((request, response) => {
       ${before}
       response.setHeader("content-type", "text/plain");
       response.end("Hello World!");
     });
     setTimeout(() => server.listen(process.env.PORT, "127.0.0.1"), 100);`,
    exchange,
  );

test("a server that only knows PORT is ready when it gives the right response", async () => {
  // The server prints something, and is not ready at once when it listens.
  const slow = `console.log("asked"); if (process.uptime() < 0.5) return response.writeHead(503).end();`;
  const server = await launch(serving(slow), pinning);
  try {
    const { readySeconds, responseSeconds } = server;
    assert.ok(readySeconds > 0.1 && readySeconds < (responseSeconds ?? 0), `${readySeconds}`);
    // The rest of 0.1 s between the two is not counted.
    assert.ok(responseSeconds !== null && responseSeconds > 0.38, `${responseSeconds}`);
    const answer = await fetch(`http://127.0.0.1:${server.port}/`);
    assert.equal(await answer.text(), "Hello World!");
  } finally {
    await server.stop();
  }
});

test("the start of a server has neither the rest before its first request nor the poll's interval", async () => {
  const servers = [];
  for (let i = 0; i < 3; i++) servers.push(await launch(serving(), pinning));
  try {
    const first = servers.map(
      ({ readySeconds, responseSeconds }) => (responseSeconds ?? 9) - readySeconds,
    );
    assert.ok(Math.min(...first) < 0.05, first.join());
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});

test("a server that ends before it responds is rejected, with its last words", async () => {
  const server = programOf(`console.error("no database"); process.exit(7);`, exchange);
  await assert.rejects(launch(server, pinning), /mine: exited with code 7.*no database/s);
});
