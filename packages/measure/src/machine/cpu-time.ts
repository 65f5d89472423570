import { readdirSync, readFileSync } from "node:fs";
import pidusage from "pidusage";
import { TICKS_PER_SECOND } from "./cpus.ts";

/** The CPU clocks of one process, in seconds. */
export interface ProcessClock {
  readonly parent: number;
  /** In ticks since boot: tells it from a later process with the same id. */
  readonly startedAt: number;
  /** Of all threads that it ever had, to 10 ms for each of user and system time. */
  readonly own: number;
  /** Of its children that ended and that it waited for, and of theirs; likewise. */
  readonly children: number;
  /** Of each living thread; none where the kernel does not tell. */
  readonly threads: ReadonlyMap<number, ThreadClock>;
}

/** Running, and ready to run but waiting for a CPU, in seconds. */
export interface ThreadClock {
  readonly run: number;
  readonly delay: number;
}

export type ProcessClocks = ReadonlyMap<number, ProcessClock>;

/** A reading of a process tree's CPU clocks; only differences of two mean anything (cpu-use.ts). */
export interface CpuReading {
  /** By process id; null off Linux. */
  readonly processes: ProcessClocks | null;
  /** The whole tree's, in seconds, to 10 ms. */
  readonly total: number;
}

/** A server's CPU time cannot be read: it has ended, the system hides it, or a part of it is nowhere. */
export class CpuClockError extends Error {
  override readonly name = "CpuClockError";
}

/**
 * Reads the CPU time of `pid` and its descendants. On Linux from /proc/PID/task/TID/schedstat, whose
 * first two fields are run time and run delay in nanoseconds (Documentation/scheduler/sched-stats); the
 * process's own schedstat has its main thread only. And from /proc/PID/stat, which alone still has the time
 * of threads and children that ended (proc_pid_stat(5)): utime and stime are those of all threads that
 * the process ever had, cutime and cstime those of the children that it waited for. Elsewhere from
 * `ps`, by pidusage.
 * @throws CpuClockError
 */
export async function readCpu(pid: number): Promise<CpuReading> {
  if (process.platform !== "linux") {
    const { ctime } = await pidusage(pid);
    return { processes: null, total: ctime / 1000 };
  }
  for (let i = 0; i < MOST_READINGS; i++) {
    const processes = readProcesses(pid);
    if (processes === null) continue;
    const clocks = [...processes.values()];
    const total = clocks.reduce((sum, { own, children }) => sum + own + children, 0);
    if (total > 0 || clocks.some(({ threads }) => threads.size > 0)) return { processes, total };
    break;
  }
  throw new CpuClockError(`/proc/${pid} does not tell how much CPU time the server used`);
}

const MOST_READINGS = 10;

/**
 * Parents before their children: one that ends meanwhile is then missing and not yet in its parent's count.
 * Null where that happened: to be read again.
 */
function readProcesses(pid: number): ProcessClocks | null {
  const processes = new Map<number, ProcessClock>();
  for (const member of processTree(pid)) {
    const stat = readStat(member);
    if (stat === null) return null;
    const threads = new Map<number, ThreadClock>();
    for (const tid of threadsOf(member)) {
      const clock = readSchedstat(member, tid);
      if (clock) threads.set(tid, clock);
    }
    processes.set(member, { ...stat, threads });
  }
  return processes;
}

/** `pid` and all its descendants. */
export function processTree(pid: number): number[] {
  const children = threadsOf(pid).flatMap((tid) => {
    try {
      return readFileSync(`/proc/${pid}/task/${tid}/children`, "utf8").split(" ").filter(Boolean);
    } catch (error) {
      return gone(error, []);
    }
  });
  return [pid, ...children.flatMap((child) => processTree(Number(child)))];
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch (error) {
    return gone(error, []);
  }
}

/**
 * `instead` where a process or thread has ended meanwhile. Whatever else keeps us from reading (no file
 * descriptor left, say) is thrown on: a clock that is left out would make a server look cheaper.
 */
function gone<T>(error: unknown, instead: T): T {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ESRCH") return instead;
  throw error;
}

function readSchedstat(pid: number, tid: number): ThreadClock | null {
  try {
    const text = readFileSync(`/proc/${pid}/task/${tid}/schedstat`, "utf8");
    const [run = 0, delay = 0] = text.split(" ").map(Number);
    // A kernel that does not count says 0 of every thread.
    return run === 0 ? null : { run: run / 1e9, delay: delay / 1e9 };
  } catch (error) {
    return gone(error, null);
  }
}

/**
 * CPU time of the children of this process that have ended, and of theirs, in seconds, to 10 ms: what a
 * generator took is in it once it has been waited for. Null off Linux.
 */
export function endedChildrenSeconds(): number | null {
  return process.platform === "linux" ? (readStat("self")?.children ?? null) : null;
}

/** What proc_pid_stat(5) tells of a process; null where it has ended. */
function readStat(pid: number | "self"): Omit<ProcessClock, "threads"> | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name, which may hold anything; the rest are numbers from the third on.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const field = (number: number) => Number(fields[number - 3]);
    return {
      parent: field(4),
      startedAt: field(22),
      own: (field(14) + field(15)) / TICKS_PER_SECOND,
      children: (field(16) + field(17)) / TICKS_PER_SECOND,
    };
  } catch (error) {
    return gone(error, null);
  }
}

/** Resident and peak resident memory of the process tree, in bytes; null off Linux. */
export function readMemory(pid: number): { resident: number; peak: number } | null {
  if (process.platform !== "linux") return null;
  let resident = 0;
  let peak = 0;
  for (const member of processTree(pid)) {
    try {
      const status = readFileSync(`/proc/${member}/status`, "utf8");
      const kilobytes = (field: string) =>
        Number(new RegExp(`^${field}:\\s*(\\d+) kB$`, "m").exec(status)?.[1] ?? 0);
      resident += kilobytes("VmRSS") * 1024;
      peak += kilobytes("VmHWM") * 1024;
    } catch {
      // It ended in between: counts nothing.
    }
  }
  return { resident, peak };
}
