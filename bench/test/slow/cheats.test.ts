import assert from "node:assert/strict";
import { test } from "node:test";
import { cheats, testRejected, verdictOf } from "../cheats.ts";

for (const [scenario, [, ...others]] of Object.entries(cheats)) {
  test(`${scenario}: verify accepts the honest server`, async () => {
    const { status, reason } = await verdictOf(scenario, "");
    assert.equal(reason, null);
    assert.equal(status, "ok");
  });
  for (const [name, before, found] of others) {
    testRejected(scenario, name, () => verdictOf(scenario, before), found);
  }
}
