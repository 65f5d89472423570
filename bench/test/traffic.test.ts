// Measures short rounds of real, hardly warm servers under each kind of traffic of a service's scenarios.
import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarioNamed, type Exchange } from "@deadheat/handlers";
import { efficiency, workOf } from "@deadheat/judge";
import { obtainOha } from "@deadheat/oha";
import { choosePinning, defaultLoad, planRound, runRound } from "@deadheat/measure";
import { entrantOf } from "../src/targets/entrant.ts";
import { discoverTargets } from "../src/targets/discover.ts";
import { askedBy, servingFor } from "../src/targets/serving/serving.ts";
import { runtimeVersions } from "../src/targets/tools.ts";

const all = discoverTargets(runtimeVersions());
const named = (name: string) => all.find((one) => one.name === name)!;
const oha = await obtainOha({ onProgress: console.error });

async function round(scenario: string, change: Partial<Exchange["traffic"] & object> = {}) {
  const serving = await servingFor(scenario);
  const { exchange } = scenarioNamed(scenario);
  const traffic = { ...exchange.traffic, warmResponses: 200, ...change };
  const asked = askedBy({ ...exchange, traffic }, serving);
  const duet = {
    role: "cell",
    new: "hono/node",
    base: "node-http/node",
    scenario,
    rounds: 1,
  } as const;
  const load = defaultLoad(1, 1);
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

for (const scenario of ["tls", "h2", "churn", "large-post", "static-304", "stream"]) {
  test(`${scenario}: both servers answer all requests correctly`, async () => {
    const record = await round(scenario);
    assert.equal(record.void, null);
    for (const side of [record.sides?.new, record.sides?.base]) {
      assert.ok((side?.good ?? 0) > 20, `${side?.good} answers`);
      assert.ok((side?.cpuSeconds ?? 0) > 0);
    }
  });
}

test("app: orders have a window of their own, and count by their share", async () => {
  const record = await round("app");
  assert.equal(record.void, null);
  for (const side of Object.values(record.sides!)) {
    const { good, cpuSeconds } = workOf({ ...side, beside: undefined });
    const { share, ...orders } = side.beside!;
    const ordered = workOf(orders);
    assert.equal(share, 0.05);
    assert.ok(good > 500 && ordered.good > 100, `${good} GETs, ${ordered.good} orders`);
    const cost = (0.95 * cpuSeconds) / good + (0.05 * ordered.cpuSeconds) / ordered.good;
    assert.ok(Math.abs(efficiency(side) * cost - 1) < 1e-9);
  }
});

test("a body of another length makes the round void", async () => {
  const { exchange } = scenarioNamed("large");
  const response = {
    ...exchange.response,
    body: `${exchange.response.body} `,
    problemOf: () => null,
  };
  const variants = [{ request: exchange.request, response }];
  const serving = await servingFor("large");
  const record = await runRound(
    planRound(
      {
        role: "cell",
        new: "hono/node",
        base: "node-http/node",
        scenario: "large",
        rounds: 1,
      },
      1,
      1,
      7,
    ),
    {
      new: entrantOf(named("hono/node"), serving),
      base: entrantOf(named("node-http/node"), serving),
    },
    { ...exchange, response, variants, traffic: { warmResponses: 100 } },
    {
      oha,
      pinning: choosePinning(),
      load: defaultLoad(1, 0.4),
      signal: new AbortController().signal,
    },
  );
  assert.match(record.void ?? "", /bodies of \d+ bytes instead of \d+ in all/);
});
