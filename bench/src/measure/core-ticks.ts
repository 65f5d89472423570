import process from "node:process";
import { setInterval } from "node:timers";

// The process of a core clock (core-clock.ts): started on the servers' CPU, it does the same small piece of
// work fifty times a second and keeps what CPU time each took. Its parent asks by IPC.

const INTERVAL_MILLISECONDS = 20;

/** About 0.2 ms on a 3 GHz core, so that a tick is seldom cut in two and costs the servers 1 % together. */
const STEPS = 100_000;

// In the first-level cache whatever the servers do: the core's own speed is asked, not the memory's.
const table = Uint8Array.from({ length: 2 ** 14 }, (_, i) => (i * 37) & 255);

/** Several additions and loads that do not wait for each other: that is what a neighbour on the core takes. */
function work(): number {
  let [a, b, c, d] = [1, 2, 3, 4];
  for (let i = 0; i < STEPS; i++) {
    a = (a + (table[(b + i) & 16383] ?? 0)) | 0;
    b = (b + (i ^ 3)) | 0;
    c = (c + (table[(d + i * 7) & 16383] ?? 0)) | 0;
    d = (d + i * 5) | 0;
  }
  return a ^ b ^ c ^ d;
}

let ticks: number[] = [];
let sink = 0;
// Until V8 has compiled it for good: after fewer, ticks take twice as long for a second.
for (let i = 0; i < 200; i++) sink ^= work();
let since = process.cpuUsage();

setInterval(() => {
  const before = process.cpuUsage();
  sink ^= work();
  const { user, system } = process.cpuUsage(before);
  ticks.push((user + system) / 1e6);
}, INTERVAL_MILLISECONDS);

process.on("message", (id) => {
  const { user, system } = process.cpuUsage(since);
  since = process.cpuUsage();
  process.send?.({ id, ticks, cpuSeconds: (user + system) / 1e6, sink });
  ticks = [];
});
process.on("disconnect", () => process.exit());
