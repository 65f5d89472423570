import { readFileSync } from "node:fs";
import { TICKS_PER_SECOND } from "./cpus.ts";

/**
 * Returns the seconds since boot that each CPU spent in interrupts, if the kernel keeps them apart from the time of
 * processes (CONFIG_IRQ_TIME_ACCOUNTING). Otherwise they are charged to whatever process they interrupt, and the result
 * is null. Without that option the irq column of /proc/stat stands still: the tick that samples it is no interrupt to
 * itself.
 *
 * A packet over loopback is received in a softirq on the CPU of its sender. So a server is charged for its softirqs on
 * one machine and not on the other (docs/findings.md, "Kernel time").
 */
export function readInterrupts(text = procStat()): Map<number, number> | null {
  const clocks = new Map<number, number>();
  let moved = false;
  for (const [, cpu, fields = ""] of text.matchAll(/^cpu(\d+) (.*)$/gm)) {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = fields
      .split(" ")
      .map(Number);
    clocks.set(Number(cpu), (irq + softirq) / TICKS_PER_SECOND);
    // A few stray ticks in a long uptime are no accounting.
    if (irq > (user + nice + system) / 10_000) moved = true;
  }
  return moved ? clocks : null;
}

function procStat(): string {
  try {
    return readFileSync("/proc/stat", "utf8");
  } catch {
    return "";
  }
}
