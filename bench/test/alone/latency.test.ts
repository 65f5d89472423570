import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultLoad } from "@deadheat/measure";
import { benchOf } from "../real-servers.ts";
import { measureStall, stalledPercentile } from "../stalling.ts";

const fault = { stall: 0.1, period: 1 };

test("the percentiles of a stall match a count of every request's wait", () => {
  const [rate, busy] = [10_000, 0.2];
  const waits = Array.from({ length: rate }, (_, i) => {
    const x = i / rate;
    return Math.max(0, fault.stall - x * (1 - busy));
  }).toSorted((a, b) => a - b);
  for (const p of [0.9, 0.95, 0.99, 0.999]) {
    const counted = waits[Math.floor(p * rate)] ?? 0;
    assert.ok(Math.abs(stalledPercentile(p, fault, busy) - counted) < 2e-4, `${p}: ${counted}`);
  }
});

test("an open loop sees a periodic stall in full", async () => {
  const load = { ratePerSecond: 1000, requests: 4000, connections: 50 };
  const corrected = await measureStall(fault, load, await benchOf(defaultLoad(1, 1)));
  assert.equal(corrected.void, null);
  const off = Math.abs(corrected.p99 - corrected.expected);
  console.log(`p99 ${1000 * corrected.p99} ms, expected ${1000 * corrected.expected} ms`);
  assert.ok(off < 0.005, `p99 ${corrected.p99} s instead of ${corrected.expected} s`);
});
