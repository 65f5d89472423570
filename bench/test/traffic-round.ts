import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarioNamed } from "@deadheat/handlers";
import { defaultLoad } from "@deadheat/measure";
import { askedBy, servingFor } from "../src/targets/serving/serving.ts";
import { roundOf } from "./real-servers.ts";

// Short rounds of real, hardly warm servers under the traffic of a service's scenarios.

export const PAIR = { new: "hono/node", base: "node-http/node" } as const;

export async function round(scenario: string, windowSeconds = 1) {
  const serving = await servingFor(scenario);
  const { exchange: usual } = scenarioNamed(scenario);
  const traffic = { ...usual.traffic, warmResponses: 200 };
  const exchange = askedBy({ ...usual, traffic }, serving);
  const load = defaultLoad(1, windowSeconds);
  const warmup = { ...load.warmup, togetherSeconds: 0.2 };
  return roundOf({ ...PAIR, scenario, exchange, serving }, { ...load, warmup });
}

/** Tests that a round of each scenario has the work of both servers. */
export function testRounds(scenarios: readonly string[], windowSeconds = 1): void {
  for (const scenario of scenarios) {
    test(`${scenario}: both servers answer all requests correctly`, async () => {
      const record = await round(scenario, windowSeconds);
      assert.equal(record.void, null);
      for (const side of [record.sides?.new, record.sides?.base]) {
        assert.ok((side?.good ?? 0) > 20, `${side?.good} answers`);
        assert.ok((side?.cpuSeconds ?? 0) > 0);
      }
    });
  }
}
