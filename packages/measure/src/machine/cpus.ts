import { textOf } from "../system.ts";

/** Parses the kernel's list format (cpuset(7)): `0-3,8` is `[0, 1, 2, 3, 8]`. */
export function parseCpuList(list: string): number[] {
  return list
    .trim()
    .split(",")
    .filter((part) => part !== "")
    .flatMap((part) => {
      const [from = 0, to = from] = part.split("-").map(Number);
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
  /**
   * The time in interrupts, if the kernel keeps it apart from the time of processes (CONFIG_IRQ_TIME_ACCOUNTING). Otherwise
   * interrupts are charged to whatever process they interrupt, and this is null. Without that option the irq column of
   * /proc/stat does not change: the tick that samples it is no interrupt to itself.
   *
   * A packet over loopback is received in a softirq on the CPU of its sender. So a server is charged for its softirqs on
   * one machine and not on the other (docs/findings.md, "Kernel time").
   */
  readonly interrupts: number | null;
}

/** Returns the time of every CPU since boot (proc_stat(5), in ticks of 1/100 s); null outside Linux. */
export function readCpuClocks(text = textOf("/proc/stat") ?? ""): Map<number, CpuClock> | null {
  const rows = [...text.matchAll(/^cpu(\d+) (.*)$/gm)].map(([, cpu, fields = ""]) => {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields
      .split(" ")
      .map((ticks) => Number(ticks) / TICKS_PER_SECOND);
    return { cpu: Number(cpu), processes: user + nice + system, irq, softirq, steal };
  });
  // A few stray ticks in a long uptime are no accounting.
  const isApart = rows.some(({ processes, irq }) => irq > processes / 10_000);
  const clocks = rows.map(({ cpu, processes, irq, softirq, steal }) => {
    const interrupts = irq + softirq;
    const clock = { busy: processes + interrupts, steal, interrupts: isApart ? interrupts : null };
    return [cpu, clock] as const;
  });
  return rows.length === 0 ? null : new Map(clocks);
}

/** Returns true if the kernel charges interrupts to no process. */
export function keepsInterruptsApart(): boolean {
  return [...(readCpuClocks()?.values() ?? [])].some(({ interrupts }) => interrupts !== null);
}

/** sysconf(_SC_CLK_TCK), which Linux fixes at 100 for user space. */
export const TICKS_PER_SECOND = 100;

/** Returns the seconds since boot in which some task waited for a CPU (PSI); null if the kernel lacks PSI. */
export function readCpuPressure(): number | null {
  const total = /^some .*total=(\d+)$/m.exec(textOf("/proc/pressure/cpu") ?? "")?.[1];
  return total === undefined ? null : Number(total) / 1e6;
}
