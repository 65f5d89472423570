import { readFileSync } from "node:fs";

/** Parses the kernel's list format (cpuset(7)): `0-3,8` is `[0, 1, 2, 3, 8]`. */
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

/** Returns the hyperthreads of the same core, including `cpu`; only `cpu` if they are unknown. */
export function siblingsOf(cpu: number): number[] {
  try {
    const file = `/sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`;
    return parseCpuList(readFileSync(file, "utf8"));
  } catch {
    return [cpu];
  }
}

/** The CPU time of one CPU since boot, in seconds. */
interface CpuClock {
  readonly busy: number;
  readonly steal: number;
}

/** Returns the time of every CPU since boot (proc_stat(5), in ticks of 1/100 s); null outside Linux. */
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

/** Returns the seconds since boot in which some task waited for a CPU (PSI); null if the kernel lacks PSI. */
export function readCpuPressure(): number | null {
  try {
    const total = /^some .*total=(\d+)$/m.exec(readFileSync("/proc/pressure/cpu", "utf8"))?.[1];
    return total === undefined ? null : Number(total) / 1e6;
  } catch {
    return null;
  }
}
