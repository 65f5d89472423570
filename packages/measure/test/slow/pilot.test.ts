import assert from "node:assert/strict";
import { test } from "node:test";
import { piloted } from "../piloted.ts";

test("a server of 60 ms gets fewer connections", async () => {
  const { connections } = await piloted("spin(60); end();");
  assert.ok(connections < 20, `${connections}`);
});

test("the pilot of a heavy server finds its CPU time and few responses that warm it", async () => {
  const found = await piloted("spin(8); end();");
  assert.equal(found.cheap, false);
  assert.ok(found.perResponse > 0.006 && found.perResponse < 0.012, `${found.perResponse}`);
  assert.ok(found.responses < 2000, `${found.responses}`);
  assert.ok(found.connections >= 5 && found.connections <= 10, `${found.connections}`);
});

test("a pilot sees that the cost falls long after it was flat", async () => {
  const found = await piloted("served += 1; spin(served < 900 ? 4 : 1); end();");
  assert.ok(found.responses >= 900, `${found.responses}`);
  assert.ok(found.perResponse < 0.002, `${found.perResponse}`);
});
