import { entrantOf } from "../../src/targets/entrant.ts";
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { scenarioNamed } from "@deadheat/handlers";
import { latencyProcess, sweepProcess } from "@deadheat/measure";
import { type Target } from "../../src/targets/manifest.ts";
import { warmupOf, Interrupted } from "@deadheat/journal";
import { defaultLatency, defaultSweep } from "@deadheat/runner";
import { target } from "../fixtures.ts";
import { noChildren, right, server } from "../own-server.ts";
import { benchOf, named } from "../real-servers.ts";

const { exchange } = scenarioNamed("text");
const floor = named("node-http/node");
const cell = {
  target: "node-http/node",
  reference: null,
  scenario: "text",
  steps: 2,
  responses: 500,
  secondsEach: 1,
};
const warmLoad = { warmup: warmupOf(500), windowSeconds: 1, connections: 50, workerThreads: 1 };
const sweep = { ...defaultSweep("quick"), stepSeconds: 0.5 };
const latency = { ...defaultLatency("quick"), capacitySeconds: 0.4, stepSeconds: 0.5 };
async function* sweepOf(swept: Target, connections: number[], signal?: AbortSignal) {
  const planned = { cell, server: swept.name, round: 1, connections };
  const bench = await benchOf(warmLoad, signal);
  yield* sweepProcess(planned, entrantOf(swept), exchange, sweep, bench);
}

/** The beginning of a request listener that counts the open connections. */
const counting = `
  if (!req.socket.counted) {
    req.socket.counted = true;
    open++;
    req.socket.on("close", () => open--);
  }`;
const countingServer = (t: TestContext, onRequest: string) =>
  server(t, `${counting} ${onRequest} ${right}`, "let open = 0;");

test("a sweep has a step for each number of connections, in the given order", async () => {
  const records = await Array.fromAsync(sweepOf(floor, [200, 5]));
  assert.deepEqual(
    records.map(({ connections, void: reason }) => [connections, reason]),
    [
      [200, null],
      [5, null],
    ],
  );
  for (const { load, errors, cpu, connections, startup, memory } of records) {
    assert.ok(load && cpu && startup);
    assert.ok(load.good > 500 && load.bytes === 12 * load.good);
    const { mean, stdev, p50, p75, p90, p99, max } = load.latency;
    assert.ok(stdev !== null && stdev > 0);
    assert.ok(p50 <= p75 && p75 <= p90 && p90 <= p99 && p99 <= max);
    // Little's law: all connections were in use, except at the start and end of so short a step.
    const inUse = (load.good / load.seconds) * mean;
    assert.ok(inUse > 0.5 * connections && inUse < 1.02 * connections, `${inUse}`);
    assert.ok(cpu.run > 0.05 && cpu.run < 1);
    assert.deepEqual(new Set(Object.values(errors ?? {})), new Set([0]));
    assert.ok(startup.firstByte > startup.ready);
    assert.ok(memory === null || (memory.idle > 1e7 && memory.peak >= memory.idle));
  }
  assert.deepEqual(noChildren(), []);
});

test("a server fails at the numbers of connections that it cannot serve, with the errors by kind", async (t) => {
  const fragile = countingServer(t, "if (open > 50) return req.socket.destroy();");
  const records = await Array.fromAsync(sweepOf(fragile, [10, 100, 20]));
  assert.deepEqual(
    records.map(({ connections, void: reason }) => [connections, reason === null]),
    [
      [10, true],
      [100, false],
      [20, true],
    ],
  );
  const broken = records[1];
  assert.match(broken?.void ?? "", /^mine\/node: .*requests failed/);
  assert.equal(broken?.load, null);
  assert.ok((broken?.errors?.read ?? 0) + (broken?.errors?.connect ?? 0) > 0);
});

test("a server that dies ends its sweep with the reason", async (t) => {
  const mortal = countingServer(t, "if (open > 50) process.exit(9);");
  const records = await Array.fromAsync(sweepOf(mortal, [10, 100, 20]));
  assert.equal(records.length, 2);
  assert.match(records[1]?.void ?? "", /exited with code 9/);
  const stillborn = await Array.fromAsync(sweepOf(target("none/node"), [10]));
  assert.match(stillborn[0]?.void ?? "", /none\/node: /);
  assert.deepEqual(noChildren(), []);
});

test("a step is void if a process of the server escapes the count", async (t) => {
  if (process.platform !== "linux") return t.skip("only Linux tells of processes");
  // Each child is killed after 0.8 s. Its own children live on without a parent.
  const escaping = server(
    t,
    `if (count === 1) import("node:child_process").then(({ spawn }) => {
       const children = [];
       setInterval(() => {
         children.push(spawn("sh", ["-c", "timeout 2 yes > /dev/null & wait"]));
         if (children.length > 2) children.shift().kill("SIGKILL");
       }, 400);
     });
     ${right}`,
  );
  const records = await Array.fromAsync(sweepOf(escaping, [10, 20, 30, 40, 50]));
  const escaped = records.filter(({ void: reason }) => reason !== null);
  assert.ok(escaped.length > 0);
  for (const { void: reason, load } of escaped) {
    assert.match(reason ?? "", /^mine\/node: a process of the server is gone/);
    assert.equal(load, null);
  }
});

test("an interrupted sweep leaves no process", async () => {
  const stop = new AbortController();
  const records = [];
  await assert.rejects(async () => {
    for await (const record of sweepOf(floor, [10, 20, 30], stop.signal)) {
      records.push(record);
      setTimeout(() => stop.abort(), 100);
    }
  }, Interrupted);
  assert.equal(records.length, 1);
  assert.deepEqual(noChildren(), []);
});

async function rates(fractions: (number | null)[], settings = latency) {
  const planned = { cell, round: 1, fractions };
  const bench = await benchOf(warmLoad);
  return Array.fromAsync(latencyProcess(planned, entrantOf(floor), exchange, settings, bench));
}

test("open loops run at shares of the capacity and at the common rate", async () => {
  const records = await rates([0.5, null, 0.2]);
  assert.deepEqual(
    records.map(({ fraction }) => fraction),
    [0.5, null, 0.2],
  );
  for (const { fraction, rate, capacity, requests, void: reason, load, notOffered } of records) {
    assert.equal(reason, null);
    assert.ok(capacity && capacity.requestsPerSecond > 2000);
    const expected = fraction === null ? 2000 : fraction * capacity.requestsPerSecond;
    assert.ok(Math.abs(rate - expected) < 1e-6);
    assert.equal(requests, Math.round(rate * 0.5));
    // On a busy machine oha may miss its schedule, which is reported without a metric.
    assert.equal(load === null, notOffered !== null);
    if (load === null) continue;
    assert.equal(load.good, requests);
    assert.ok(load.seconds > 0.45);
    assert.equal(load.latency.p99_9, null, "fewer than 100,000 responses");
  }
  assert.deepEqual(noChildren(), []);
});

test("a rate beyond the capacity is not offered, and this is no failure", async () => {
  const [record] = await rates([null], { ...latency, commonRate: 5_000_000 });
  assert.equal(record?.void, null);
  assert.equal(record?.load, null);
  assert.match(record?.notOffered ?? "", /5000000 requests\/s are more than 90 % of its capacity/);
});

test("open loops have a limited number of requests", async () => {
  const long = { ...latency, stepSeconds: 1e9, commonRate: 5_000_000 };
  const [record] = await rates([null], long);
  assert.equal(record?.requests, 2_000_000);
});
