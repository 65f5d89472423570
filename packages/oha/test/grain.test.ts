// The real oha paces an open loop by a timer of 1 ms, so requests that are due within one tick come at once.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { obtainOha, runOha } from "../src/index.ts";
import { serve } from "./helpers.ts";

const oha = await obtainOha({ onProgress: console.error });

/** Returns when each request came, in ms, and the number of connections. */
async function arrivals(t: TestContext, ratePerSecond: number, requests: number) {
  const at: number[] = [];
  const connections = new Set<unknown>();
  const url = await serve(t, (request, response) => {
    at.push(performance.now());
    connections.add(request.socket);
    response.end("ok");
  });
  const load = { mode: "open", url, ratePerSecond, requests, connections: 50 } as const;
  const { good } = await runOha(oha, { ...load, workerThreads: 1 });
  assert.equal(good, requests);
  return { at, connections: connections.size };
}

/** Returns the share of the requests that came within 0.3 ms of the previous one. */
function clumped(at: readonly number[]): number {
  const close = at.slice(1).filter((time, i) => time - (at[i] ?? 0) < 0.3).length;
  return close / (at.length - 1);
}

test("requests come one by one at 200 per second, several at once at 10,000", async (t) => {
  const slow = await arrivals(t, 200, 120);
  assert.ok(clumped(slow.at) < 0.5, `${clumped(slow.at)} at 200/s`);
  const fast = await arrivals(t, 10_000, 6000);
  assert.ok(clumped(fast.at) > 0.5, `${clumped(fast.at)} at 10,000/s`);
});

test("the whole load takes as long as its schedule, however many requests come at once", async (t) => {
  const { at } = await arrivals(t, 2000, 1000);
  assert.ok((at.at(-1) ?? 0) - (at[0] ?? 0) > 0.9 * 500);
});

test("requests go to the connection that has waited longest: twice as many requests as connections open them all", async (t) => {
  const { connections } = await arrivals(t, 500, 100);
  assert.equal(connections, 50);
});
