import { readFileSync } from "node:fs";

/** `0-3,8` as `[0, 1, 2, 3, 8]`: the kernel's list format (cpuset(7)). */
export function parseCpuList(list: string): number[] {
  return list
    .trim()
    .split(",")
    .filter((part) => part !== "")
    .flatMap((part) => {
      const [from, to = from] = part.split("-").map(Number);
      if (from === undefined || to === undefined) return [];
      return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    });
}

/** The hyperthreads that share a core with `cpu`, itself included; itself alone where unknown. */
export function siblingsOf(cpu: number): number[] {
  try {
    const file = `/sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`;
    return parseCpuList(readFileSync(file, "utf8"));
  } catch {
    return [cpu];
  }
}

/** CPU time since boot, in seconds, of one CPU. */
export interface CpuClock {
  readonly busy: number;
  readonly steal: number;
}

/** What every CPU did since boot (proc_stat(5), in ticks of 1/100 s); null off Linux. */
export function readCpuClocks(): Map<number, CpuClock> | null {
  let text: string;
  try {
    text = readFileSync("/proc/stat", "utf8");
  } catch {
    return null;
  }
  const clocks = new Map<number, CpuClock>();
  for (const line of text.split("\n")) {
    const match = /^cpu(\d+) (.*)$/.exec(line);
    if (!match) continue;
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (match[2] ?? "")
      .split(" ")
      .map(Number);
    const busy = (user + nice + system + irq + softirq) / TICKS_PER_SECOND;
    clocks.set(Number(match[1]), { busy, steal: steal / TICKS_PER_SECOND });
  }
  return clocks;
}

/** sysconf(_SC_CLK_TCK), which Linux fixes at 100 for user space. */
export const TICKS_PER_SECOND = 100;

/** Seconds in which some task waited for a CPU, since boot (PSI); null where the kernel lacks it. */
export function readCpuPressure(): number | null {
  try {
    const total = /^some .*total=(\d+)$/m.exec(readFileSync("/proc/pressure/cpu", "utf8"))?.[1];
    return total === undefined ? null : Number(total) / 1e6;
  } catch {
    return null;
  }
}
