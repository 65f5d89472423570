// The real oha against good and bad servers: no failure may appear as throughput.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { obtainOha, runOha, type LoadResult, type OpenLoad } from "../src/index.ts";
import { closed, closedPort, open, serve, serveRaw } from "./helpers.ts";

const oha = await obtainOha({ onProgress: console.error });

const hasty = { timeoutSeconds: 0.5 };

/** Runs an open loop, again if this machine was too busy for oha to keep its schedule. */
async function runOpen(load: OpenLoad, attempts = 3): Promise<LoadResult> {
  const result = await runOha(oha, load);
  const late = result.void?.startsWith("oha itself was") === true;
  return late && attempts > 1 ? runOpen(load, attempts - 1) : result;
}

function assertVoid(result: LoadResult, reason: RegExp): void {
  assert.match(result.void ?? "not void", reason);
  assert.equal(result.goodPerSecond, null);
}

test("oha's count of a good server is the server's own", async (t) => {
  let served = 0;
  const url = await serve(t, (_request, response) => {
    served++;
    response.end("Hey!");
  });
  const result = await runOha(oha, closed(url));
  assert.equal(result.void, null);
  assert.equal(result.good, served);
  assert.equal(result.bytes, served * 4);
  assert.ok(result.seconds >= 0.4 && result.seconds < 2, String(result.seconds));
  assert.ok(Math.abs((result.goodPerSecond ?? 0) - served / result.seconds) < 1e-6);
  // Little's law: the number under way is the rate times the duration.
  const underWay = (result.goodPerSecond ?? 0) * (result.latency?.mean ?? 0);
  assert.ok(underWay > 2.5 && underWay < 4.1, String(underWay));
});

test("an open loop makes exactly its requests, at its rate", async (t) => {
  let served = 0;
  const url = await serve(t, (_request, response) => {
    served++;
    response.end("Hey!");
  });
  const result = await runOpen(open(url));
  assert.equal(result.void, null);
  assert.equal(result.good, 200);
  assert.equal(served % 200, 0);
  assert.ok(result.seconds > 0.39 && result.seconds < 2, String(result.seconds));
});

test("method, headers and body arrive as given, and the expected status counts", async (t) => {
  let seen: unknown;
  const url = await serve(t, async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method, headers } = request;
    seen = { method, url: request.url, type: headers["content-type"], body, host: headers.host };
    assert.equal(headers["accept-encoding"], undefined);
    response.writeHead(201, { location: "/elsewhere" }).end();
  });
  const result = await runOha(oha, {
    ...open(url, { requests: 1, expectedStatus: 201, method: "POST", body: '-{"a":"é"}' }),
    url: `${url}/echo?a=b`,
    headers: { "content-type": "application/json" },
  });
  assert.equal(result.void, null);
  const host = url.slice("http://".length);
  const type = "application/json";
  assert.deepEqual(seen, { method: "POST", url: "/echo?a=b", type, body: '-{"a":"é"}', host });
});

test("a server that responds to every second request with 500 is void", async (t) => {
  let served = 0;
  const url = await serve(t, (_request, response) => {
    response.statusCode = served++ % 2 === 0 ? 200 : 500;
    response.end();
  });
  const result = await runOha(oha, closed(url));
  assert.equal(result.completed, served);
  assert.equal(result.good, Math.ceil(served / 2));
  assertVoid(result, /another status than 200/);
});

test("a server that dies in the middle is void", async (t) => {
  const program = fileURLToPath(new URL("server-process.ts", import.meta.url));
  const server = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => server.kill("SIGKILL"));
  const [port] = await once(server.stdout, "data");
  const result = await runOha(oha, closed(`http://127.0.0.1:${Number(port)}`, { seconds: 0.8 }), {
    onSpawn: () => setTimeout(() => server.kill("SIGKILL"), 400),
  });
  assert.ok(result.good > 0);
  assert.ok(result.errors.connect > 0);
  assertVoid(result, /x connect/);
});

test("a server that never responds is void, and does not delay oha", async (t) => {
  const url = await serve(t, () => {});
  for (const load of [closed(url, hasty), open(url, { ...hasty, requests: 8 })]) {
    const started = performance.now();
    const result = await runOha(oha, load);
    assert.ok(performance.now() - started < 3000);
    assert.equal(result.good, 0);
    assert.equal(result.errors.timeout, result.totalErrors);
    assertVoid(result, /x timeout.*no request got a response/);
  }
});

test("a closed port is void", async () => {
  const url = await closedPort();
  for (const load of [closed(url), open(url)]) {
    const result = await runOha(oha, load);
    assert.equal(result.good, 0);
    assert.equal(result.errors.connect, result.totalErrors);
    assertVoid(result, /Connection refused.*no request got a response/);
  }
});

/** Starts a server that sends this text for a request, and then closes the connection. */
const closes = (text: string) => (t: TestContext) =>
  serveRaw(t, (socket) => socket.on("data", () => socket.end(text)));

/** Ways to misbehave, and the reason why the run is void. */
const manners: Record<string, [RegExp, (t: TestContext) => Promise<string>]> = {
  "responds with 500": [
    /^(\d+) of \1 responses had another status than 200 \(\1 x 500\)$/,
    (t) => serve(t, (_request, response) => response.writeHead(500).end("no")),
  ],
  "redirects, which is not followed": [
    /x 302/,
    (t) =>
      serve(t, ({ url }, response) => {
        response.writeHead(url === "/hey" ? 302 : 200, { location: "/there" }).end();
      }),
  ],
  "hangs in the middle of a response": [
    /x timeout/,
    (t) =>
      serve(t, (_request, response) => {
        response.writeHead(200, { "content-length": 100 }).write("abc");
      }),
  ],
  "resets connections": [
    /x (?:connect|read)/,
    (t) => serveRaw(t, (socket) => socket.resetAndDestroy()),
  ],
  "resets on a request": [
    /x read/,
    (t) => serveRaw(t, (socket) => socket.on("data", () => socket.resetAndDestroy())),
  ],
  "closes on a request": [/x read/, closes("")],
  "does not speak HTTP": [/x read/, closes("what?\r\n\r\n")],
  "sends half a response": [/x read/, closes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")],
};

for (const [manner, [reason, start]] of Object.entries(manners)) {
  test(`a server that ${manner} is void`, async (t) => {
    const result = await runOha(oha, closed(await start(t), hasty));
    assert.equal(result.good, 0);
    assertVoid(result, reason);
  });
}

test("a slow server is slow, not void", async (t) => {
  const url = await serve(t, (_request, response) => {
    setTimeout(() => response.end("Hey!"), 150);
  });
  const result = await runOha(oha, closed(url));
  assert.equal(result.void, null);
  // Three times four requests, the last of which start before the end and are waited for. Twice if this machine is busy.
  assert.ok([8, 12].includes(result.good), String(result.good));
  assert.ok((result.latency?.min ?? 0) > 0.145);
  assert.ok((result.goodPerSecond ?? 0) < 28);
});

test("a stall in an open loop shows in the latencies, though few requests were under way", async (t) => {
  let served = 0;
  const url = await serve(t, (_request, response) => {
    if (served++ % 200 === 0) {
      // The event loop stops, so nothing is accepted or answered meanwhile.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
    response.end("Hey!");
  });
  const result = await runOpen(open(url, { connections: 2 }));
  assert.equal(result.void, null);
  // Half of the run's requests were due during the stall and waited for 100 ms on average.
  assert.ok((result.latency?.p75 ?? 0) > 0.06, String(result.latency?.p75));
  // The server stood still, not oha.
  assert.ok((result.lateness ?? 1) <= 0.05, String(result.lateness));
});

test("an interrupted run is void, though oha prints a result and exits 0", async (t) => {
  const url = await serve(t, (_request, response) => response.end("Hey!"));
  for (const load of [closed(url, { seconds: 5 }), open(url, { requests: 2500 })]) {
    const result = await runOha(oha, load, {
      onSpawn: (pid) => setTimeout(() => process.kill(pid, "SIGINT"), 300),
    });
    assertVoid(result, /it was interrupted/);
  }
});

test(
  "a prefix comes before oha",
  { skip: process.platform !== "linux" },
  async (t: TestContext) => {
    const url = await serve(t, (_request, response) => response.end("Hey!"));
    const result = await runOha(oha, closed(url), { prefix: ["nice", "-n", "1"] });
    assert.equal(result.void, null);
  },
);

test("a run in which oha itself stood still is void, though the latencies hardly show it", async (t) => {
  const url = await serve(t, (_request, response) => response.end("Hey!"));
  for (const pause of [150, 300]) {
    // The schedule is 0.4 s: one pause in the middle, one over the end.
    const result = await runOha(oha, open(url), {
      onSpawn: (pid) => {
        setTimeout(() => process.kill(pid, "SIGSTOP"), pause);
        setTimeout(() => process.kill(pid, "SIGCONT"), pause + 200);
      },
    });
    assert.equal(result.good, 200);
    assert.ok((result.latency?.p90 ?? 1) < 0.05, String(result.latency?.p90));
    assert.ok((result.lateness ?? 0) > 0.06, String(result.lateness));
    assertVoid(result, /oha itself was/);
  }
});

test("with a random suffix all ids are requested about equally often", async (t) => {
  const asked = new Map<string, number>();
  const url = await serve(t, ({ url: path = "" }, response) => {
    asked.set(path, (asked.get(path) ?? 0) + 1);
    response.end("Hey!");
  });
  const load = { ...closed(url), url: `${url}/row/`, randomSuffix: "1[0-9]" };
  const result = await runOha(oha, load);
  assert.equal(result.void, null);
  const paths = Array.from({ length: 10 }, (_, i) => `/row/1${i}`);
  assert.deepEqual([...asked.keys()].toSorted(), paths);
  // Uniform: chi-squared with 9 degrees of freedom is below 33.7 in 9,999 of 10,000 cases.
  const expected = result.completed / 10;
  const chi2 = paths.reduce((sum, path) => sum + ((asked.get(path) ?? 0) - expected) ** 2, 0);
  assert.ok(chi2 / expected < 33.7, `${chi2 / expected}`);
});
