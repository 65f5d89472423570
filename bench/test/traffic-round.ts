import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarioNamed } from "@deadheat/handlers";
import { choosePinning, defaultLoad, planRound, runRound } from "@deadheat/measure";
import { obtainOha } from "@deadheat/oha";
import { discoverTargets } from "../src/targets/discover.ts";
import { entrantOf } from "../src/targets/entrant.ts";
import { askedBy, servingFor } from "../src/targets/serving/serving.ts";
import { runtimeVersions } from "../src/targets/tools.ts";

// Short rounds of real, hardly warm servers under the traffic of a service's scenarios.

const all = discoverTargets(runtimeVersions());
export const named = (name: string) => all.find((one) => one.name === name)!;
export const oha = await obtainOha({ onProgress: console.error });

export async function round(scenario: string, windowSeconds = 1) {
  const serving = await servingFor(scenario);
  const { exchange } = scenarioNamed(scenario);
  const traffic = { ...exchange.traffic, warmResponses: 200 };
  const asked = askedBy({ ...exchange, traffic }, serving);
  const duet = {
    role: "cell",
    new: "hono/node",
    base: "node-http/node",
    scenario,
    rounds: 1,
  } as const;
  const load = defaultLoad(1, windowSeconds);
  const warmup = { ...load.warmup, togetherSeconds: 0.2 };
  return runRound(
    planRound(duet, 1, 1, 7),
    {
      new: entrantOf(named(duet.new), serving),
      base: entrantOf(named(duet.base), serving),
    },
    asked,
    {
      oha,
      pinning: choosePinning(),
      load: { ...load, warmup },
      signal: new AbortController().signal,
    },
  );
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
