import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarioNamed } from "@deadheat/handlers";
import type { Runtime } from "@deadheat/journal";
import { askedOf, defaultLoad, launch, loadExchange } from "@deadheat/measure";
import { entrantOf } from "../src/targets/entrant.ts";
import { benchOf, named } from "./real-servers.ts";

// No request is lost or made up between a server and a metric.

const CONNECTIONS = 50;

/** Returns the number of responses that a server of calibration/ has counted itself. */
async function countOf(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/work`);
  const { requests } = (await response.json()) as { requests: number };
  return requests;
}

/** Tests that a server of a runtime has counted what oha has counted. */
export function testCounts(runtime: Runtime): void {
  test(`${runtime}: oha and the server count the same responses, and Little's law holds`, async (t) => {
    const bench = await benchOf(defaultLoad(1, 1));
    const server = await launch(entrantOf(named(`plain/${runtime}`)), bench.pinning, bench.signal);
    t.after(() => server.stop());
    const exchange = await askedOf(server.port, scenarioNamed("text").exchange);
    const load = (seconds: number) => {
      const pace = { mode: "closed", connections: CONNECTIONS, seconds } as const;
      return loadExchange(exchange, server.port, pace, bench, server.name);
    };
    await load(1);
    const before = await countOf(server.port);
    const { good, seconds, latency, void: fault } = await load(1.5);
    assert.equal(fault, null);
    assert.equal(await countOf(server.port), before + good);
    // Throughput x mean latency is the number of connections.
    const little = ((good / seconds) * (latency?.mean ?? 0)) / CONNECTIONS;
    assert.ok(Math.abs(little - 1) <= 0.03, String(little));
  });
}
