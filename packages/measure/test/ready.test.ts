import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { choosePinning, launch, type Entrant } from "../src/index.ts";

const pinning = choosePinning();
const exchange = {
  request: { method: "GET", path: "/hello", headers: {}, body: null },
  response: { status: 200, mediaType: "text/plain", body: "Hello!" },
};

/** Returns an entrant that knows nothing of deadheat but PORT. */
function entrant(source: string): Entrant {
  const command = [process.execPath, "--eval", source];
  return { name: "mine", runtime: "node", command, cwd: process.cwd(), env: {}, asks: exchange };
}

const serving = (answer: string) => `
  const server = require("node:http").createServer((request, response) => { ${answer} });
  setTimeout(() => server.listen(process.env.PORT, "127.0.0.1"), 100);`;

test("a server that only knows PORT is ready when it gives the right response", async () => {
  const hello = `response.setHeader("content-type", "text/plain"); response.end("Hello!");`;
  // The server prints something, and is not ready at once when it listens.
  const source = serving(
    `console.log("asked"); if (process.uptime() < 0.5) { response.statusCode = 503; response.end(); return; } ${hello}`,
  );
  const server = await launch(entrant(source), pinning);
  try {
    const { readySeconds, responseSeconds } = server;
    assert.ok(readySeconds > 0.1 && readySeconds < (responseSeconds ?? 0), `${readySeconds}`);
    // The rest of 0.1 s between the two is not counted.
    assert.ok(responseSeconds !== null && responseSeconds > 0.38, `${responseSeconds}`);
    const answer = await fetch(`http://127.0.0.1:${server.port}/hello`);
    assert.equal(await answer.text(), "Hello!");
  } finally {
    await server.stop();
  }
});

test("the start of a server has neither the rest before its first request nor the poll's interval", async () => {
  const source = serving(
    `response.setHeader("content-type", "text/plain"); response.end("Hello!");`,
  );
  const servers = [];
  for (let i = 0; i < 3; i++) servers.push(await launch(entrant(source), pinning));
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
  const source = `console.error("no database"); process.exit(7);`;
  await assert.rejects(launch(entrant(source), pinning), /mine: exited with code 7.*no database/s);
});
