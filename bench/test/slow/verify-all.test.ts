import assert from "node:assert/strict";
import { test } from "node:test";
import { typical } from "../typical.ts";
import { namesOf, routesWithoutScenario, verify } from "../verified.ts";

test("every target answers every route correctly, also from a store", async () => {
  const cells = await verify("--scenarios", typical.join(","));
  assert.ok(cells.filter((cell) => cell.status === "ok").length >= 43 * (8 + typical.length));
  assert.deepEqual(
    namesOf(cells).toSorted(),
    [...routesWithoutScenario, "text", "json", "params", "echo", ...typical].toSorted(),
  );
});
