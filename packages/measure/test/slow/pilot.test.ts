import assert from "node:assert/strict";
import { test } from "node:test";
import { piloted } from "../piloted.ts";

test("a server of 60 ms gets fewer connections", async () => {
  const { connections } = await piloted("spin(60); end();");
  assert.ok(connections < 20, `${connections}`);
});
