import assert from "node:assert/strict";
import { createServer } from "node:net";
import process from "node:process";
import { test } from "node:test";
import { choosePinning, type Entrant } from "@deadheat/measure";
import { readRequests } from "../../src/config/read-requests.ts";
import { learnExchanges } from "../../src/learn/exchanges.ts";
import { isExposed } from "../../src/ready/running.ts";

const linux = { skip: process.platform !== "linux" && "reads /proc" };
const request = { method: "GET", path: "/", headers: {}, body: null };

/** Returns a server that listens on this address. */
function entrant(name: string, host: string | undefined): Entrant {
  const source = `require("node:http").createServer((_, response) => response.end("hello"))
    .listen(process.env.PORT, ${JSON.stringify(host)});`;
  const command = [process.execPath, "--eval", source];
  return { name, runtime: "node", command, cwd: process.cwd(), env: {}, asks: { request } };
}

test(
  "a server that other machines can reach is said, before anything is measured",
  linux,
  async () => {
    const entrants = [
      entrant("open/node", undefined),
      entrant("four/node", "0.0.0.0"),
      entrant("own/node", "127.0.0.1"),
    ];
    const notes: string[] = [];
    const asked = readRequests(["GET /"], process.cwd(), "requests");
    const { signal } = new AbortController();
    const note = (line: string) => notes.push(line);
    const pinning = choosePinning();
    await learnExchanges(entrants, asked, { pinning, signal, allowDifferent: false, note });
    assert.deepEqual(
      notes.map((line) => line.replace(/, so .*/, "")),
      ["open/node and four/node listen on all network interfaces"],
    );
  },
);

for (const [host, exposed] of [
  ["127.0.0.1", false],
  ["127.0.0.2", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["::", true],
  ["0.0.0.0", true],
] as const) {
  test(`${host} is ${exposed ? "beyond" : "on"} loopback`, linux, async (t) => {
    const server = createServer();
    t.after(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const address = server.address();
    assert.equal(isExposed(typeof address === "object" ? (address?.port ?? 0) : 0), exposed);
  });
}
