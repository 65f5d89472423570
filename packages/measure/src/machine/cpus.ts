import { textOf } from "./system.ts";

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
  const list = textOf(`/sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`);
  return list === null ? [cpu] : parseCpuList(list);
}

/** The CPU time of one CPU since boot, in seconds. */
interface CpuClock {
  readonly busy: number;
  readonly steal: number;
}

/** Returns the time of every CPU since boot (proc_stat(5), in ticks of 1/100 s); null outside Linux. */
export function readCpuClocks(): Map<number, CpuClock> | null {
  const text = textOf("/proc/stat");
  if (text === null) return null;
  const clocks = new Map<number, CpuClock>();
  for (const [, cpu, fields = ""] of text.matchAll(/^cpu(\d+) (.*)$/gm)) {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields
      .split(" ")
      .map(Number);
    const busy = (user + nice + system + irq + softirq) / TICKS_PER_SECOND;
    clocks.set(Number(cpu), { busy, steal: steal / TICKS_PER_SECOND });
  }
  return clocks;
}

/** sysconf(_SC_CLK_TCK), which Linux fixes at 100 for user space. */
export const TICKS_PER_SECOND = 100;

/** Returns the seconds since boot in which some task waited for a CPU (PSI); null if the kernel lacks PSI. */
export function readCpuPressure(): number | null {
  const total = /^some .*total=(\d+)$/m.exec(textOf("/proc/pressure/cpu") ?? "")?.[1];
  return total === undefined ? null : Number(total) / 1e6;
}
