import assert from "node:assert/strict";
import { test } from "node:test";
import { echo, routes, scenarioNamed, scenarios, storeRoutes, users } from "../src/index.ts";

test("a handler returns the body that its first exchange expects", () => {
  const given: Record<string, unknown[]> = {
    users: ["42", "Ada"],
    echo: [{ message: "Hello World!" }],
  };
  for (const route of routes) {
    const [first] = route.exchanges("t0");
    const handle = route.handle as (...args: unknown[]) => unknown;
    const value = handle(...(given[route.name] ?? []));
    const body = typeof value === "string" ? value : JSON.stringify(value);
    assert.equal(body, first.response.body, route.name);
  }
});

test("exchanges contain the token, so that a prepared response fails", () => {
  const bodies = (token: string) =>
    [...users.exchanges(token), ...echo.exchanges(token)].map((e) => e.response.body);
  assert.ok(bodies("tok-1").some((body) => body.includes("tok-1")));
  assert.notDeepEqual(bodies("tok-1"), bodies("tok-2"));
});

test("a scenario is found by name, and the error of a typo lists all names", () => {
  assert.equal(scenarioNamed("text").exchange.request.path, "/hello");
  assert.throws(() => scenarioNamed("txt"), /unknown scenario "txt".*text, json, params, echo/);
  for (const scenario of scenarios) {
    if (scenario.families.length > 0) continue;
    const served = scenario.store === null ? routes : storeRoutes;
    assert.ok(served.some((route) => route.name === scenario.route));
  }
});
