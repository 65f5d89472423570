import assert from "node:assert/strict";
import { test } from "node:test";
import { keeps, measured, testGrowth } from "../growing.ts";
import { programs } from "../servers.ts";

// The heap of JavaScript and buffers, on one runtime. The others, and a cache that is full, are in slow/.
testGrowth("node", "both", 3700, 6000);

test("a server that cannot collect its garbage has a reason instead of metrics", async () => {
  // The server drops what its environment preloads.
  const command = ["env", "-u", "NODE_OPTIONS", ...programs.node];
  const record = await measured(keeps("node", "everything", command), keeps("node", "ring"));
  const growth = record.further?.growth;
  assert.equal(growth?.sides, null);
  assert.match(growth?.void ?? "", /no process of the server can collect its garbage/);
  assert.ok(record.sides, "everything else was measured");
});
