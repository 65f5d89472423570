import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarioNamed } from "@deadheat/handlers";
import { efficiency, workOf } from "@deadheat/judge";
import { choosePinning, defaultLoad, planRound, runRound } from "@deadheat/measure";
import { entrantOf } from "../../src/targets/entrant.ts";
import { servingFor } from "../../src/targets/serving/serving.ts";
import { named, oha, round, testRounds } from "../traffic-round.ts";

testRounds(["tls", "h2", "churn"]);

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
