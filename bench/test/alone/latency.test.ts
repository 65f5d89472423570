import assert from "node:assert/strict";
import { before, test } from "node:test";
import { obtainOha, type Oha } from "@deadheat/oha";
import { choosePinning } from "@deadheat/measure";
import { measureStall, stalledPercentile } from "../stalling.ts";

let oha: Oha;
before(async () => {
  oha = await obtainOha({ onProgress: (line) => console.error(line) });
});

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

test("an open loop sees a periodic stall in full, and without correction it does not", async () => {
  const bench = { oha, pinning: choosePinning(), load: { workerThreads: 1 } };
  const load = { ratePerSecond: 1000, requests: 4000, connections: 50, latencyCorrection: true };
  const corrected = await measureStall(fault, load, bench);
  assert.equal(corrected.void, null);
  const off = Math.abs(corrected.p99 - corrected.expected);
  console.log(`p99 ${1000 * corrected.p99} ms, expected ${1000 * corrected.expected} ms`);
  assert.ok(off < 0.005, `p99 ${corrected.p99} s instead of ${corrected.expected} s`);
  // In the control five connections wait, so most requests are not even sent.
  const control = await measureStall(
    fault,
    { ...load, connections: 5, latencyCorrection: false },
    bench,
  );
  console.log(`without correction: p99 ${1000 * control.p99} ms`);
  assert.ok(control.p99 < 0.02, `p99 ${control.p99} s`);
});
