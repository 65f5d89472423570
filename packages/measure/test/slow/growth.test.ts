import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesPer, keeps, measured, testGrowth } from "../growing.ts";

testGrowth("node", "everything", 80, 1000);
testGrowth("bun", "both", 3700, 6000);
testGrowth("deno", "both", 3700, 6000);

test("buffers count, and a cache that is full does not", async () => {
  const record = await measured(keeps("node", "buffers"), keeps("node", "cache"));
  const sides = record.further?.growth?.sides;
  assert.ok(sides, String(record.further?.growth?.void));
  const [leak, cache] = [bytesPer(sides.new, "live"), bytesPer(sides.base, "live")];
  assert.ok(leak > 19_000 && leak < 23_000, `${leak} bytes per response`);
  assert.ok(Math.abs(cache) < 40, `${cache} bytes per response`);
});
