import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { obtainOha, runOha } from "@deadheat/oha";
import { send } from "../src/server/exchange.ts";
import { listening } from "./servers.ts";

// A server that tells a check from the load by the bytes of a request could answer the check rightly and the load cheaply.

const forms = {
  "a plain request": { request: { method: "GET", path: "/a?b=1&c=%20", headers: {}, body: null } },
  "a body and header fields": {
    request: {
      method: "POST",
      path: "/echo",
      headers: { "Content-Type": "application/json", "X-Request-ID": "7", accept: "text/html" },
      body: '{"a":1}',
    },
  },
  "its own Host": {
    request: {
      method: "GET",
      path: "/",
      headers: { Host: "example.test", "x-b": "2" },
      body: null,
    },
  },
  "a connection of its own": {
    request: { method: "GET", path: "/", headers: { "x-c": "3" }, body: null },
    traffic: { keepAlive: false },
  },
} as const;

for (const [name, form] of Object.entries(forms)) {
  test(`a check sends the same bytes as the load: ${name}`, async (t) => {
    const seen: string[] = [];
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (data) => {
        seen.push(data.toString());
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      });
    });
    const port = await listening(t, server);
    await send(port, form);
    const { method, path, headers, body } = form.request;
    await runOha(await obtainOha(), {
      url: `http://127.0.0.1:${port}${path}`,
      method,
      headers,
      ...(body === null ? {} : { body }),
      keepAlive: !("traffic" in form),
      mode: "closed",
      connections: 1,
      seconds: 0.2,
      workerThreads: 1,
    });
    const [check, load] = seen;
    assert.equal(check, load);
    assert.ok(new Set(seen.slice(1)).size === 1);
  });
}
