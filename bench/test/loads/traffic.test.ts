import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarioNamed } from "@deadheat/handlers";
import { efficiency, workOf } from "@deadheat/judge";
import { defaultLoad } from "@deadheat/measure";
import { servingFor } from "../../src/targets/serving/serving.ts";
import { roundOf } from "../real-servers.ts";
import { PAIR, round, testRounds } from "../traffic-round.ts";

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
  const { exchange: usual } = scenarioNamed("large");
  const { request } = usual;
  const response = {
    ...usual.response,
    body: `${usual.response.body} `,
    problemOf: () => null,
  };
  const variants = [{ request, response }];
  const exchange = { request, response, variants, traffic: { warmResponses: 100 } };
  const serving = await servingFor("large");
  const pair = { ...PAIR, scenario: "large", exchange, serving };
  const record = await roundOf(pair, defaultLoad(1, 0.4));
  assert.match(record.void ?? "", /bodies of \d+ bytes instead of \d+ in all/);
});
