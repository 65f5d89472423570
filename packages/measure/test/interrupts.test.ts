import assert from "node:assert/strict";
import { test } from "node:test";
import { readCpuClocks } from "../src/machine/cpus.ts";
import { machineUse } from "../src/machine/machine-use.ts";

/** Returns /proc/stat of one CPU with these ticks of irq and softirq. */
const stat = (irq: number, softirq: number) =>
  `cpu  9 0 9 9 9 9 9 0 0 0\ncpu1 6000 0 2000 1000 20 ${irq} ${softirq} 5 0 0\nctxt 12\n`;

test("a kernel that keeps interrupts apart from processes has an irq column that moves", () => {
  const interrupts = (irq: number) => readCpuClocks(stat(irq, 900))?.get(1)?.interrupts;
  assert.equal(interrupts(150), 10.5);
  assert.equal(interrupts(0), null, "softirqs are sampled either way");
  assert.equal(interrupts(0.5), null, "stray ticks are no accounting");
  assert.equal(readCpuClocks(""), null, "not Linux");
});

test("interrupts that no process is charged for are no foreign use of the servers' CPU", () => {
  const pinning = { mode: "taskset", server: [1], generators: [0], reason: null } as const;
  const foreign = (interrupts: number | null, servers: number) => {
    const reading = (at: number, share: number) => {
      const own = interrupts === null ? null : 10 + share * interrupts;
      const clocks = new Map([[1, { busy: 100 + share, steal: 0, interrupts: own }]]);
      return { at, clocks, pressure: null, endedChildren: null };
    };
    return machineUse(reading(0, 0), reading(1000, 1), servers, { pinning: pinning as never })
      .foreign;
  };
  // 18 % of the CPU in softirqs, 80 % in the servers, 2 % in others.
  assert.equal(foreign(0.18, 0.8)?.toFixed(2), "0.02");
  assert.equal(foreign(null, 0.98)?.toFixed(2), "0.02", "charged to the servers elsewhere");
});
