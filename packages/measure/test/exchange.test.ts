import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import { echo, hello } from "@deadheat/handlers";
import { departure } from "../src/server/answer.ts";
import { keptAgent, keptResponse, send } from "../src/server/exchange.ts";
import { listening } from "./servers.ts";

const [exchange] = hello.exchanges("");
const head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
const whole = `${head}Content-Length: 12\r\n\r\nHello World!`;

/** The reaction of a server to a request: its text, its number in all, and its number on the connection. */
type Serve = (socket: Socket, text: string, count: number, onConnection: number) => void;

function serve(t: TestContext, answer: Serve): Promise<number> {
  let count = 0;
  const server = createServer((socket) => {
    let onConnection = 0;
    socket.on("error", () => {});
    socket.on("data", (data) => answer(socket, data.toString(), ++count, ++onConnection));
  });
  return listening(t, server);
}

const linux = { skip: process.platform !== "linux" && "the kernel's list of sockets is Linux's" };
test("a kept connection has no timer of probes, which oha's have not either", linux, async (t) => {
  const port = await serve(t, (socket) => void socket.write(whole));
  const agent = keptAgent(exchange);
  t.after(() => agent.destroy());
  for (let i = 0; i < 2; i++) await send(port, exchange, agent);
  const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const timer = () => {
    const rows = readFileSync("/proc/net/tcp", "utf8")
      .split("\n")
      .map((row) => row.trim().split(/\s+/));
    return rows.find(([, , remote]) => remote?.endsWith(end))?.[5]?.slice(0, 2);
  };
  for (let i = 0; timer() === "01" && i < 50; i++) await sleep(20);
  assert.equal(timer(), "00", "01 waits for an acknowledgment, 02 is a probe's");
});

test("a request looks like oha's, and the second response on one connection is returned", async (t) => {
  const requests: string[] = [];
  const second = whole
    .replace("OK", "Again")
    .replace("Content-Type", "X-Kept: yes\r\ncontent-type");
  const port = await serve(t, (socket, text, count, onConnection) => {
    assert.equal(count, onConnection, "there is one connection");
    requests.push(text);
    socket.write(count === 1 ? whole : second);
  });
  const answer = await keptResponse(port, exchange);
  const fields = ["accept: */*", "user-agent: oha/1.16.0", `host: 127.0.0.1:${port}`];
  const asked = `GET /hello HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n`;
  assert.deepEqual(requests, [asked, asked]);
  const { seconds, ...rest } = answer;
  assert.ok(seconds > 0 && seconds < 1);
  assert.deepEqual(rest, {
    status: 200,
    httpVersion: "1.1",
    headers: [
      ["X-Kept", "yes"],
      ["content-type", "text/plain"],
      ["Content-Length", "12"],
    ],
    body: "Hello World!",
    bodyBytes: 12,
    bytes: second.length,
    kept: true,
  });
});

test("a single request sends no connection header and leaves no connection open", async (t) => {
  let closed: Promise<unknown> | undefined;
  const port = await serve(t, (socket, text) => {
    assert.doesNotMatch(text, /connection:/i);
    assert.match(
      text,
      /\r\ncontent-type: application\/json\r\nhost: \S+\r\ncontent-length: 26\r\n\r\n\{"message"/,
    );
    closed = once(socket, "close");
    socket.write(whole);
  });
  const answer = await send(port, echo.exchanges("")[0]);
  assert.equal(answer.bytes, whole.length);
  assert.equal(answer.kept, false);
  await closed;
});

const closing: Record<string, Serve> = {
  "says so": (socket) =>
    socket.end(whole.replace("Content-Length", "Connection: close\r\nContent-Length")),
  "does so without saying it": (socket) => socket.end(whole),
  "resets it at the second request": (socket, _text, _count, onConnection) =>
    onConnection === 1 ? socket.write(whole) : socket.resetAndDestroy(),
  "ends its answers with it": (socket) => socket.end(`${head}\r\nHello World!`),
};
for (const [how, answer] of Object.entries(closing)) {
  test(`a server that closes its connection after a response is rejected: it ${how}`, async (t) => {
    const port = await serve(t, answer);
    await assert.rejects(
      keptResponse(port, exchange),
      /^Error: closes the connection after a response/,
    );
  });
}

test("a body that names the server's own address is the same after every start", async (t) => {
  const bodyOf = async () => {
    const port = await serve(t, (socket, text) => {
      const host = /host: (\S+)/.exec(text)?.[1] ?? "";
      const body = `http://${host}/items http%3A%2F%2Flocalhost%3A${port} 127.0.0.1:${port}0`;
      socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    });
    const { body } = await send(port, exchange);
    return body.replace(`127.0.0.1:${port}0`, "another port");
  };
  const [first, second] = [await bodyOf(), await bodyOf()];
  assert.equal(first, "http://127.0.0.1:PORT/items http%3A%2F%2Flocalhost%3APORT another port");
  assert.equal(second, first);
});

test("a wrong first or second response is returned as it came", async (t) => {
  const wrong = "HTTP/1.1 500 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  for (const bad of [1, 2]) {
    const port = await serve(t, (socket, _text, count) =>
      count === bad ? socket.end(wrong) : socket.write(whole),
    );
    const answer = await keptResponse(port, exchange);
    assert.equal(answer.status, 500);
    assert.equal(answer.kept, bad === 2);
  }
});

test("a server that is gone after its first response is not taken for one that closes connections", async (t) => {
  const server = createServer((socket) => {
    socket.once("data", () => server.close(() => {}) && socket.end(whole));
  });
  const port = await listening(t, server);
  await assert.rejects(keptResponse(port, exchange), { code: "ECONNREFUSED" });
});

test("a response in HTTP/1.0 departs, although its connection is kept", async (t) => {
  const old = whole
    .replace("HTTP/1.1", "HTTP/1.0")
    .replace("Content-L", "Connection: keep-alive\r\n$&");
  const port = await serve(t, (socket) => socket.write(old));
  const reason = departure(exchange, await keptResponse(port, exchange));
  assert.equal(reason, "GET /hello: HTTP/1.0 instead of HTTP/1.1");
});

test("early responses without an end, and a change of the protocol, are named as what they are", async (t) => {
  const early = "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n";
  const endless = await serve(t, (socket) => socket.write(early.repeat(1000)));
  await assert.rejects(
    send(endless, exchange, false),
    /more than 100 responses with status 103, which announce a response, and no response/,
  );
  const changing = await serve(t, (socket) => {
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n",
    );
  });
  await assert.rejects(
    send(changing, exchange, false),
    /status 101: the server changes the protocol instead of responding/,
  );
});
